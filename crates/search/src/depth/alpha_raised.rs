//! Once a move has raised alpha, the others are likely to be worse and are searched a little less.
//!
//! Source:  today's chess engines
//! Here:    two plies, at moderate depth
//! Off:     `alpha-raised`

use crate::depth::Depth;
use crate::node::Node;
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

/// Lessens the node's depth for the moves to come.
pub(crate) fn lessen(worker: &Worker<'_>, node: &mut Node, score: Score) {
    let depth = node.depth.whole();
    if worker.on(Technique::AlphaRaised) && depth > 2 && depth < 14 && !score.is_mate() {
        node.depth = node.depth - Depth::plies(2);
    }
}
