//! Singular extension: if every other move is clearly worse than the hash move, that one is
//! searched deeper; if several beat beta, the node is cut at once (multi-cut).
//!
//! Source:  chess engines
//! Here:    captures are never extended twice, because drops would make the tree explode
//! Off:     `singular`

use super::Extension;
use crate::node::{Candidate, Node};
use crate::score::Window;
use crate::technique::Technique;
use crate::worker::Worker;

const MIN_DEPTH: i32 = 6;
const DOUBLE_MARGIN: i32 = 25;

pub(super) fn applies(worker: &Worker<'_>, node: &Node) -> bool {
    node.known.is_some_and(|known| {
        worker.on(Technique::Singular)
            && node.excluded.is_none()
            && node.depth >= MIN_DEPTH + i32::from(node.on_pv)
            && known.bound.is_lower()
            && known.depth >= node.depth - 3
            && !known.score.is_mate()
    })
}

pub(super) fn extension(worker: &mut Worker<'_>, node: &Node, candidate: &Candidate) -> Extension {
    let Some(known) = node.known else { return Extension::By(0) };
    let value = known.score.seen_from_root(worker.ply);
    let factor = 60 + if node.on_pv && !node.is_pv { 66 } else { 0 };
    let bound = value - factor * node.depth / 55;

    let static_eval = worker.frame().static_eval;
    worker.frame_mut().excluded = Some(candidate.mv);
    let others = worker.search(Window::around(bound), (node.depth - 1) / 2, node.expects_cut);
    worker.frame_mut().excluded = None;
    worker.frame_mut().static_eval = static_eval;

    if others < bound {
        let is_clear = others < bound - DOUBLE_MARGIN;
        Extension::By(if !node.is_pv && is_clear && !candidate.is_capture { 2 } else { 1 })
    } else if others >= node.window.beta && !others.is_mate() {
        Extension::Cutoff(others)
    } else if value >= node.window.beta {
        Extension::By(-3)
    } else if node.expects_cut {
        Extension::By(-2)
    } else {
        Extension::By(0)
    }
}
