//! Futility for a whole node: so far above beta that no quiet move of the other side brings it
//! back in the plies left.
//!
//! Source:  B (Bonanza 2006), equation (10); M (Mattari Yuuchan)
//! Here:    the margin grows with depth and shrinks while the side to move is improving
//! Off:     `node-futility`

use crate::node::Node;
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

const MAX_DEPTH: i32 = 14;
const PER_DEPTH: i32 = 76;
const LESS_IF_UNKNOWN: i32 = 21;

pub(super) fn cut(worker: &Worker<'_>, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    if node.on_pv
        || node.excluded.is_some()
        || node.depth > MAX_DEPTH
        || !worker.on(Technique::NodeFutility)
        || (node.hash_move.is_some() && !node.hash_move_captures)
        || node.eval < beta
        || beta.is_loss()
        || node.eval.is_mate()
    {
        return None;
    }
    let step = PER_DEPTH - if node.known.is_none() { LESS_IF_UNKNOWN } else { 0 };
    let margin = step * node.depth - if node.improving { step * 5 / 2 } else { 0 };
    (node.eval - margin >= beta).then(|| Score::new((2 * beta.get() + node.eval.get()) / 3))
}
