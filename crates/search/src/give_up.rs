//! Pruning of a whole node: the position is too good or too bad for the window.

pub(crate) mod child_futility;
pub(crate) mod measured_futility;
pub(crate) mod null_move;
pub(crate) mod plain_null_move;
pub(crate) mod probcut;
pub(crate) mod razoring;
pub(crate) mod reverse_futility;
pub(crate) mod small_probcut;
