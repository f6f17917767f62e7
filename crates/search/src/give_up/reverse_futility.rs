//! Reverse futility pruning: the static value is so far above beta that no quiet move of the
//! opponent brings it back in the plies left.
//!
//! Known as: reverse futility pruning (RFP), static null move, futility pruning of the child node
//! Source:   YaneuraOu 9.70, step 8 (after Stockfish): formula and numbers; the idea: B (Bonanza
//!           2006), equation (10), and M (Mattari Yuuchan)
//! Here:     the whole correction widens the margin, not three quarters of it; not while a move is
//!           left out
//! Worth:    187 ± 37 Elo (400 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `reverse-futility`

use crate::node::Node;
use crate::score::Score;
use crate::tunable::tunables_of;

/// The largest depth that is pruned.
const MAX_DEPTH: i32 = 14;

tunables_of! { "reverse_futility":
    /// The margin for each ply of depth.
    per_depth = 76, 20..=300;
    /// The reduction of `per_depth` if the table has no entry.
    less_if_unknown = 21, 0..=100;
    /// The reduction of the margin while improving, in 1024ths of `per_depth`.
    improving = 2686, 0..=6000;
    /// The reduction of the margin while the opponent is worsening, in 1024ths of `per_depth`.
    opponent_worsening = 362, 0..=3000;
}

/// Returns a score between beta and the static value if the node is far enough above beta.
pub(crate) fn cut(node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let depth = node.depth.whole();
    if node.was_pv
        || node.excluded.is_some()
        || depth > MAX_DEPTH
        || (node.hash_move.is_some() && !node.hash_move_captures)
        || node.eval < beta
        || beta.is_loss()
        || node.eval.is_mate()
    {
        return None;
    }
    let step = per_depth() - if node.known.is_none() { less_if_unknown() } else { 0 };
    let less = i32::from(node.improving) * improving()
        + i32::from(node.opponent_worsening) * opponent_worsening();
    let margin = step * depth - less * step / 1024 + node.correction.abs();
    (node.eval - margin >= beta).then(|| Score::new((2 * beta.get() + node.eval.get()) / 3))
}
