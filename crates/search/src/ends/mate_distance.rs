//! Mate distance pruning: no line from here can beat a shorter mate that is already found.
//!
//! Source:  chess engines
//! Here:    always on; it is a matter of correct mate lengths more than of strength

use crate::score::{Score, Window};
use crate::worker::Worker;

pub(crate) fn narrow(worker: &Worker<'_>, window: &mut Window) -> Option<Score> {
    window.alpha = window.alpha.max(Score::mated_in(worker.ply));
    window.beta = window.beta.min(Score::mate_in(worker.ply + 1));
    (window.alpha >= window.beta).then_some(window.alpha)
}
