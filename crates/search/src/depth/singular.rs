//! Singular extension: if every other move is clearly worse than the hash move, that one is
//! searched deeper; if several beat beta, the node is cut at once (multi-cut).
//!
//! Known as: singular extensions, double and triple extensions, multi-cut, negative extensions
//! Source:   YaneuraOu 9.70, step 15 (after Stockfish): conditions, formula and numbers; the idea:
//!           Anantharaman, Campbell, Hsu (1988)
//! Here:     the margins of 25 and 150 points for two and three plies are ours, where YaneuraOu has
//!           sums that are below zero for quiet moves; on the principal variation and for captures
//!           never more than one ply, because drops would make the tree explode
//! Worth:    68 ± 35 Elo (400 games, 10,000 nodes), 106 ± 36 (400 games, 50,000 nodes;
//!           docs/record/ablation.tsv)
//! Off:      `singular`

use crate::depth::{Depth, Extension};
use crate::node::{Candidate, Node};
use crate::recipe::Recipe;
use crate::score::Window;
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

/// The smallest depth of a singular search.
const MIN_DEPTH: i32 = 6;

tunables_of! { "singular":
    /// The distance of the singular bound from the hash move's score, in 1/55 points a ply.
    gap = 60, 10..=200;
    /// The addition to the distance on a former principal variation, in 1/55 points a ply.
    gap_was_pv = 66, 0..=200;
    /// The margin below the singular bound from which on the move is extended by two plies.
    double_margin = 25, 0..=200;
    /// The margin below the singular bound from which on the move is extended by three plies.
    triple_margin = 150, 0..=500;
}

/// Is the node deep enough and its hash move good enough for a singular search?
pub(crate) fn applies(worker: &Worker<'_>, node: &Node) -> bool {
    let depth = node.depth.whole();
    node.known.is_some_and(|known| {
        worker.on(Technique::Singular)
            && !node.is_root
            && node.excluded.is_none()
            && depth >= MIN_DEPTH + i32::from(node.was_pv)
            && known.bound.is_lower()
            && known.depth >= depth - 3
            && !known.score.is_mate()
    })
}

/// Searches the other moves with a lower bound; the result decides the hash move's depth or cuts.
pub(crate) fn extension<R: Recipe>(
    worker: &mut Worker<'_>,
    node: &mut Node,
    candidate: &Candidate,
) -> Extension {
    let Some(known) = node.known else { return Extension::By(Depth::ZERO) };
    let depth = node.depth.whole();
    let value = known.score.seen_from_root(worker.ply());
    let factor = gap() + if node.was_pv && !node.is_pv { gap_was_pv() } else { 0 };
    let bound = value - factor * depth / 55;

    let half = Depth::plies((depth - 1) / 2);
    let others =
        worker.search_again::<R>(Window::around(bound), half, node.is_cut_node, Some(candidate.mv));

    let plies = if others < bound {
        // The alternatives to a forced move are searched deeper as well.
        node.depth = node.depth + Depth::PLY;
        if node.is_pv || candidate.is_capture {
            1
        } else {
            let below = bound - others;
            1 + i32::from(below > double_margin()) + i32::from(below > triple_margin())
        }
    } else if others >= node.window.beta && !others.is_mate() {
        return Extension::Cutoff(others);
    } else if value >= node.window.beta {
        -3
    } else if node.is_cut_node {
        -2
    } else {
        0
    };
    Extension::By(Depth::plies(plies))
}
