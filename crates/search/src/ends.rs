//! Reasons to end a line at once: the game is over, or nothing better can come.

pub(crate) mod declaration;
pub(crate) mod mate_distance;
pub(crate) mod mate_in_one;
pub(crate) mod rule;
