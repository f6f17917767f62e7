//! Pruning of a single move: it is left out without a search.

pub(crate) mod bound_of_change;
pub(crate) mod capture_futility;
pub(crate) mod futility;
pub(crate) mod history_pruning;
pub(crate) mod late_move_pruning;
pub(crate) mod see_pruning;
