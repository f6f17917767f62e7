//! Razoring: the static value is so far below alpha that only captures could help, and quiescence
//! searches those.
//!
//! Known as: razoring
//! Source:   YaneuraOu 9.70, step 7 (after Stockfish): formula and numbers
//! Here:     nothing
//! Worth:    -5 ± 16 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `razoring`

use crate::node::Node;
use crate::recipe::Recipe;
use crate::score::Score;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "razoring":
    /// The distance below alpha at depth 0.
    margin = 502, 100..=2000;
    /// The addition to the distance by the square of the depth.
    per_depth_squared = 306, 50..=1000;
}

/// Returns the score of quiescence if the node is far enough below alpha.
pub(crate) fn cut<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let depth = node.depth.whole();
    let margin = margin() + per_depth_squared() * depth * depth;
    if node.is_pv || node.eval >= node.window.alpha - margin {
        return None;
    }
    Some(R::leaf(worker, node.window))
}
