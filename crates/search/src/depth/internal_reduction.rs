//! Internal iterative reduction: a deep node without a hash move is searched a ply less; the next
//! visit will have one.
//!
//! Known as: internal iterative reduction (IIR)
//! Source:   YaneuraOu 9.70, step 10 (after Stockfish): all conditions and numbers; B and G deepen
//!           iteratively inside such nodes instead
//! Here:     nothing
//! Worth:    3 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `internal-reduction`

use crate::depth::Depth;
use crate::node::Node;
use crate::technique::Technique;
use crate::worker::Worker;

/// The smallest depth that is reduced.
const FROM: i32 = 6;

/// Reduces the depth of a deep node without a hash move by a ply.
pub(crate) fn reduce(worker: &Worker<'_>, node: &mut Node) {
    if worker.on(Technique::InternalReduction)
        && node.depth.whole() >= FROM
        && node.hash_move.is_none()
        && !node.is_all_node()
        && worker.frame_before(1).reduction <= 3
        && !worker.frame().follows_pv
    {
        node.depth = node.depth - Depth::PLY;
    }
}
