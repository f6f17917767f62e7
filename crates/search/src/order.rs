//! In which order moves are tried.

pub(crate) mod history;
pub(crate) mod picker;
