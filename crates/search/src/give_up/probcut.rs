//! Probcut: a capture that beats beta by a margin at low depth very likely beats it at full depth.
//!
//! Source:  M. Buro's idea, as chess engines use it
//! Here:    captures in shogi arm the capturer, so the margin is wide
//! Off:     `probcut`

use crate::node::Node;
use crate::order::picker::Picker;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::tt::Bound;
use crate::worker::Worker;

const MARGIN: i32 = 224;
const LESS_IF_IMPROVING: i32 = 61;
const MIN_DEPTH: i32 = 4;
const SHALLOWER_BY: i32 = 4;

pub(super) fn cut(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let static_eval = node.static_eval?;
    let beta = node.window.beta;
    let target = beta + MARGIN - if node.improving { LESS_IF_IMPROVING } else { 0 };
    if node.is_pv
        || node.excluded.is_some()
        || node.depth < MIN_DEPTH
        || !worker.on(Technique::Probcut)
        || beta.is_mate()
        || target.is_mate()
    {
        return None;
    }
    // What is known already says no.
    if let Some(known) = node.known
        && known.bound != Bound::None
        && known.score.seen_from_root(worker.ply) < target
    {
        return None;
    }
    let depth = node.depth - SHALLOWER_BY;
    let checks = worker.position.check_squares();
    let hash_move = node.hash_move.filter(|_| node.hash_move_captures);
    let mut picker = Picker::probcut(worker, hash_move, target - static_eval);
    let mut cut = None;
    while let Some(mv) = picker.next(worker, &checks) {
        if !worker.position.is_legal_if_pseudo_legal(mv) {
            continue;
        }
        let window = Window::around(target).flipped();
        worker.play(mv);
        let mut score = -worker.quiescence(window, false);
        if score >= target && depth > 0 {
            score = -worker.search(window, depth, !node.expects_cut);
        }
        worker.take_back();
        if worker.must_stop() {
            break;
        }
        if score >= target {
            worker.remember(node, score, Bound::Lower, Some(mv), depth + 1);
            cut = Some(if score.is_mate() { score } else { score - (target - beta) });
            break;
        }
    }
    picker.finish(worker);
    // The children went through this node's frame below, not through its own.
    cut
}
