//! Move ordering: the order in which the moves of a node are tried.

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

/// An order of moves, which hands out the moves of a node one by one.
pub(crate) trait Order {
    /// Returns the next pseudo-legal move.
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Move>;

    /// Leaves out the quiet moves that have not been handed out yet.
    fn skip_quiets(&mut self) {}

    /// Removes the node's moves from the worker's stack.
    fn finish(&self, _: &mut Worker<'_>) {}
}
