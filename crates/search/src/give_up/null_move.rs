//! Null move: hand over the turn; if that still beats beta, so will a move.
//!
//! Source:  B (Bonanza 2006), appendix
//! Here:    deep cuts are verified by a search without null moves near the root of the cut
//! Off:     `null-move`

use crate::node::Node;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::worker::Worker;

const VERIFY_FROM: i32 = 16;

pub(super) fn cut(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let static_eval = node.static_eval?;
    let needed = beta - 16 * node.depth - 53 * i32::from(node.improving) + 378;
    if node.is_pv
        || !node.expects_cut
        || node.excluded.is_some()
        || !worker.on(Technique::NullMove)
        || node.eval < beta
        || static_eval < needed
        || beta.is_loss()
        || worker.ply < worker.null_move_from
        || worker.position.last_move().is_none()
    {
        return None;
    }
    let depth = node.depth - (7 + node.depth / 3);
    worker.pass();
    let score = -worker.search(Window::around(beta).flipped(), depth, false);
    worker.take_back();
    if worker.must_stop() || score < beta || score.is_mate() {
        return None;
    }
    if worker.null_move_from > 0 || node.depth < VERIFY_FROM {
        return Some(score);
    }
    worker.null_move_from = worker.ply + 3 * (depth.max(1) as usize) / 4;
    let verified = worker.search(Window::around(beta), depth, false);
    worker.null_move_from = 0;
    // The search went through this node's frame.
    worker.frame_mut().static_eval = node.static_eval;
    (verified >= beta).then_some(score)
}
