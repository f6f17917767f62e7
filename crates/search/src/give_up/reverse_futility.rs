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

const MAX_DEPTH: i32 = 14;

tunables_of! { "reverse_futility":
    per_depth = 76, 20..=300;
    less_if_unknown = 21, 0..=100;
    /// 1024ths of the step, while improving.
    improving = 2686, 0..=6000;
    /// The same, while the other side stands worse than before.
    opponent_worsening = 362, 0..=3000;
}

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
