//! Futility of a quiet move: the static value and a margin do not reach alpha.
//!
//! Known as: futility pruning of the parent node
//! Source:   YaneuraOu 9.70, step 14 (after Stockfish): formula and numbers; the idea, a bound of
//!           the change: B (Bonanza 2006), equations (6) and (9)
//! Here:     nothing; but the depth left after the reduction that the move would get
//!           (`recipes/tournament`) is raised by its continuation history alone, not by the history
//!           of the move itself
//! Worth:    31 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `futility`

use crate::node::{Node, SoFar};
use crate::score::Score;
use crate::tunable::tunables_of;

/// The depth from which on no move is left out.
const MAX_DEPTH: i32 = 13;

tunables_of! { "futility":
    /// The margin at depth 0.
    margin = 42, 0..=400;
    /// The addition to the margin while no move has raised alpha.
    no_best_move = 151, 0..=500;
    /// The addition to the margin for each ply of depth.
    per_depth = 120, 20..=400;
    /// The addition to the margin if the static value is above alpha.
    above_alpha = 86, 0..=400;
}

/// Returns the bound of the move's score if it does not beat alpha.
pub(crate) fn bound(node: &Node, so_far: &SoFar, reduced: i32) -> Option<Score> {
    let static_eval = node.static_eval?;
    if reduced >= MAX_DEPTH {
        return None;
    }
    let mut bound = static_eval + margin() + per_depth() * reduced;
    if so_far.best_move.is_none() {
        bound = bound + no_best_move();
    }
    if static_eval > so_far.alpha {
        bound = bound + above_alpha();
    }
    (bound <= so_far.alpha).then_some(bound)
}
