//! Probcut: a capture that beats beta by a margin at low depth very likely beats it at full depth.
//!
//! Known as: ProbCut
//! Source:   YaneuraOu 9.70, step 11 (after Stockfish): formula and numbers; the idea: Buro (1995)
//! Here:     not on the principal variation nor while a move is left out; a mate found on the way
//!           is returned
//! Worth:    1 ± 15 Elo (2,000 games, 10,000 nodes), 9 ± 33 (400 games, 50,000 nodes;
//!           docs/record/ablation.tsv)
//! Off:      `probcut`

use crate::depth::Depth;
use crate::node::Node;
use crate::order::Order;
use crate::order::picker::Picker;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::tt::Bound;
use crate::tunable::tunables_of;
use crate::worker::Worker;

/// The smallest depth at which captures are tried.
const MIN_DEPTH: i32 = 3;

tunables_of! { "probcut":
    /// The distance above beta that a capture must reach.
    margin = 224, 50..=800;
    /// The reduction of the distance while the position is improving.
    less_if_improving = 61, 0..=200;
    /// The plies by which the search after the capture is shallower.
    shallower_by = 4, 2..=8;
}

/// Returns the score of a capture that beats beta by the margin.
pub(crate) fn cut<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let static_eval = node.static_eval?;
    let beta = node.window.beta;
    let target = beta + margin() - if node.improving { less_if_improving() } else { 0 };
    if node.is_pv
        || node.excluded.is_some()
        || node.depth.whole() < MIN_DEPTH
        || beta.is_mate()
        || target.is_mate()
    {
        return None;
    }
    // The table's score is below the target already.
    if let Some(known) = node.known
        && known.bound != Bound::None
        && known.score.seen_from_root(worker.ply()) < target
    {
        return None;
    }
    let depth = node.depth.whole() - shallower_by();
    let hash_move = node.hash_move.filter(|_| node.hash_move_captures);
    let mut picker = Picker::probcut(worker, hash_move, target - static_eval);
    let mut cut = None;
    while let Some(mv) = picker.next(worker) {
        if !worker.position().is_legal_if_pseudo_legal(mv) {
            continue;
        }
        worker.prefetch(mv);
        let window = Window::around(target).flipped();
        // The frame still has the history score of an earlier node's move.
        worker.frame_mut().history_score = 0;
        worker.play(mv);
        let mut score = -R::leaf(worker, window);
        if score >= target && depth > 0 {
            score = -worker.search::<R>(window, Depth::plies(depth), !node.is_cut_node);
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
    cut
}
