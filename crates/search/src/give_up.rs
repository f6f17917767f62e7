//! Reasons not to look at the moves at all: the position is too good or too bad for the window.

pub(crate) mod node_futility;
pub(crate) mod null_move;
pub(crate) mod probcut;
pub(crate) mod razoring;
pub(crate) mod small_probcut;
