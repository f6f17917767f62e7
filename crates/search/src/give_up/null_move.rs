//! Null move: hand over the turn; if that still beats beta, so will a move.
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

const VERIFY_FROM: i32 = 16;

tunables_of! { "null_move":
    /// How far above beta the static value must be at depth 0.
    margin = 378, 0..=1000;
    less_per_depth = 16, 0..=60;
    less_if_improving = 53, 0..=200;
    shallower_by = 7, 2..=12;
}

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
