//! Null move: if the score still beats beta after a pass, a move will beat it as well.
//!
//! Known as: null-move pruning (NMP) with verification
//! Source:   YaneuraOu 9.70, step 9 (after Stockfish): formula and numbers, and the second search
//!           of deep cuts; the idea for shogi: B (Bonanza 2006), appendix
//! Here:     nothing
//! Worth:    17 ± 15 Elo (2,000 games, 10,000 nodes); verification 2 ± 3 (400 games), at 50,000
//!           nodes -4 ± 11 (400 games; docs/record/ablation.tsv)
//! Off:      `null-move`, `verification`

use crate::depth::Depth;
use crate::node::Node;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

/// The depth from which on a cut is verified by a second search.
const VERIFY_FROM: i32 = 16;

tunables_of! { "null_move":
    /// The distance above beta that the static value must have at depth 0.
    margin = 378, 0..=1000;
    /// The reduction of the distance for each ply of depth.
    less_per_depth = 16, 0..=60;
    /// The reduction of the distance while the position is improving.
    less_if_improving = 53, 0..=200;
    /// The plies by which the search after the pass is shallower, besides a third of the depth.
    shallower_by = 7, 2..=12;
}

/// Returns the score after a pass if it proves that the node beats beta.
pub(crate) fn cut<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let static_eval = node.static_eval?;
    let whole = node.depth.whole();
    let less = less_per_depth() * whole + less_if_improving() * i32::from(node.improving);
    if node.is_pv
        || !node.is_cut_node
        || node.excluded.is_some()
        || static_eval < beta - less + margin()
        || beta.is_loss()
        || !worker.may_pass()
        || worker.position().last_move().is_none()
    {
        return None;
    }
    let depth = whole - (shallower_by() + whole / 3);
    worker.pass();
    let score = -worker.search::<R>(Window::around(beta).flipped(), Depth::plies(depth), false);
    worker.take_back();
    if worker.must_stop() || score < beta || score.is_win() {
        return None;
    }
    if worker.is_verifying() || whole < VERIFY_FROM || !worker.on(Technique::Verification) {
        return Some(score);
    }
    let (window, depth) = (Window::around(beta), Depth::plies(depth));
    let plies = 3 * (depth.whole().max(1) as usize) / 4;
    let verified = worker.verify_null_move(plies, |worker| {
        worker.search_again::<R>(window, depth, false, node.excluded)
    });
    (verified >= beta).then_some(score)
}
