//! In which order moves are tried.

pub(crate) mod best_first;
pub(crate) mod by_exchange;
pub(crate) mod by_threat;
pub(crate) mod history;
pub(crate) mod listed;
pub(crate) mod picker;
pub(crate) mod quiet_score;
pub(crate) mod root_order;
pub(crate) mod stack;

use shogi::Move;

use crate::worker::Worker;

/// Hands out the moves of a node one by one.
pub(crate) trait Order {
    /// The next pseudo-legal move.
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Move>;

    /// Leaves out the quiet moves that have not been handed out yet.
    fn skip_quiets(&mut self) {}

    /// Gives back what it holds of the worker.
    fn finish(&self, _: &mut Worker<'_>) {}
}
