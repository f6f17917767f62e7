//! Mate distance pruning: no line from here can beat a shorter mate that is already found.
//!
//! Known as: mate distance pruning
//! Source:   YaneuraOu 9.70, step 3 (after Stockfish); an old idea of chess programs
//! Here:     always on, as it is a matter of correct mate lengths more than of strength
//! Worth:    not measured
//! Off:      none

use crate::score::{Score, Window};
use crate::worker::Worker;

/// Narrows the window to the mates that are still possible; returns a score if it gets empty.
pub(crate) fn narrow(worker: &Worker<'_>, window: &mut Window) -> Option<Score> {
    window.alpha = window.alpha.max(Score::mated_in(worker.ply()));
    window.beta = window.beta.min(Score::mate_in(worker.ply() + 1));
    (window.alpha >= window.beta).then_some(window.alpha)
}
