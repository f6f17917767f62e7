//! Reasons to leave out a single move without searching it.

pub(crate) mod bound_of_change;
pub(crate) mod capture_futility;
pub(crate) mod futility;
pub(crate) mod history_pruning;
pub(crate) mod late_move_pruning;
pub(crate) mod see_pruning;
