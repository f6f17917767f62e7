//! A reduction in hindsight: taken back, or made larger, in the light of what the position after
//! the reduced move turned out to be worth.
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
    /// Both sides' static values together: so much says that the last move lost something.
    gap = 173, 0..=500;
}

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
