//! Hindsight adjustment: the reduction of the move that led here is undone or made larger, by the
//! static value of the position after it.
//!
//! Known as: hindsight reduction, hindsight extension
//! Source:   YaneuraOu 9.70, step 6 (after Stockfish): formula and number
//! Here:     one of the two at most
//! Worth:    8 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `hindsight`

use crate::depth::Depth;
use crate::node::Node;
use crate::score::Score;
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "hindsight":
    /// The sum of both sides' static values above which the last move counts as a mistake.
    gap = 173, 0..=500;
}

/// Changes the depth of a node that a reduced move led to.
pub(crate) fn adjust(worker: &Worker<'_>, node: &mut Node) {
    let before = worker.frame_before(1);
    let (Some(ours), Some(theirs)) = (node.static_eval, before.eval_to_compare) else { return };
    if !worker.on(Technique::Hindsight) {
        return;
    }
    if before.reduction >= 3 && !node.opponent_worsening {
        node.depth = node.depth + Depth::PLY;
    } else if before.reduction >= 2
        && node.depth.whole() >= 2
        && ours + theirs.get() > Score::new(gap())
    {
        node.depth = node.depth - Depth::PLY;
    }
}
