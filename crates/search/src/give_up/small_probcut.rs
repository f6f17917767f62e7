//! Small probcut: the table's score from a nearly as deep search is above beta by a wide margin.
//!
//! Known as: small ProbCut idea
//! Source:   YaneuraOu 9.70, step 12 (after Stockfish): formula and number
//! Here:     not at the root
//! Worth:    -2 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `small-probcut`

use crate::node::Node;
use crate::score::Score;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "small_probcut":
    /// The distance above beta that the table's score must have.
    margin = 416, 100..=1000;
}

/// Returns a score above beta if the table's score is far enough above it.
pub(crate) fn cut(worker: &Worker<'_>, node: &Node) -> Option<Score> {
    let known = node.known?;
    let target = node.window.beta + margin();
    let score = known.score.seen_from_root(worker.ply());
    let holds = !node.is_root
        && known.bound.is_lower()
        && known.depth >= node.depth.whole() - 4
        && score >= target
        && !score.is_mate()
        && !node.window.beta.is_mate();
    holds.then_some(target)
}
