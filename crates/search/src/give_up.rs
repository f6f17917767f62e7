//! Reasons not to look at the moves at all: the position is too good or too bad for the window.

mod node_futility;
mod null_move;
mod probcut;
mod razoring;

use crate::node::Node;
use crate::score::Score;
use crate::worker::Worker;

/// Tries each in turn. May lessen the node's depth where no hash move guides it.
pub(crate) fn before_moves(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
    crate::depth::hindsight(worker, node);
    if let Some(score) = razoring::cut(worker, node) {
        return Some(score);
    }
    if let Some(score) = node_futility::cut(worker, node) {
        return Some(score);
    }
    if let Some(score) = null_move::cut(worker, node) {
        return Some(score);
    }
    crate::depth::without_hash_move(worker, node);
    probcut::cut(worker, node)
}
