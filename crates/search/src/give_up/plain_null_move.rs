//! The null move as in the papers: if the score still beats beta after a pass, a move will beat it
//! as well. The answer to the pass is kept as a killer for the node's children.
//!
//! Known as: null-move pruning (NMP)
//! Source:   B (Bonanza 2006), appendix: not at depth 1, R = 3 at depth 7 and more, else 2; G
//!           (Gekisashi 2005) for the killer taken from the sibling that a pass leads to
//! Here:     not twice in a row, not in check, not on the principal variation
//! Worth:    48 % of the nodes at depth 5 (30 positions; experiments/B-nullmove)
//! Off:      `null-move`

use crate::depth::Depth;
use crate::node::Node;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// The depth from which on the search after the pass is shallower by one more ply.
const DEEP: Depth = Depth::plies(7);

/// Returns the score after a pass if it beats beta, and notes the answer to the pass.
pub(crate) fn cut<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    worker.frame_mut().pass_reply = None;
    let beta = node.window.beta;
    if node.is_pv
        || node.in_check
        || node.depth < Depth::plies(2)
        || beta.is_mate()
        || worker.position().last_move().is_none()
    {
        return None;
    }
    let shallower = Depth::plies(if node.depth >= DEEP { 3 } else { 2 });
    let depth = node.depth - Depth::PLY - shallower;
    worker.pass();
    let score = -worker.search::<R>(Window::around(beta).flipped(), depth, false);
    let reply = worker.probe(worker.position().key()).and_then(|known| known.mv);
    worker.take_back();
    worker.frame_mut().pass_reply = reply;
    if worker.must_stop() || score < beta {
        return None;
    }
    // A mate after a pass is no proof of one after a move.
    Some(if score.is_win() { beta } else { score })
}
