//! Internal iterative deepening: a node without a hash move is searched less deep first, for the
//! sake of its best move.
//!
//! Known as: internal iterative deepening (IID)
//! Source:   B (Bonanza 2006), appendix: on the principal variation only; G (Gekisashi 2005), which
//!           searches one ply less
//! Here:     two plies less
//! Worth:    not measured
//! Off:      `internal-deepening`

use crate::depth::Depth;
use crate::node::Node;
use crate::recipe::Recipe;
use crate::technique::Technique;
use crate::worker::Worker;

/// The depth by which the search for a first move is shallower.
const SHALLOWER: Depth = Depth::plies(2);

/// Finds a hash move for a node of the principal variation that has none.
pub(crate) fn find_move<R: Recipe>(worker: &mut Worker<'_>, node: &mut Node) {
    if !node.is_pv
        || node.hash_move.is_some()
        || node.depth < SHALLOWER + Depth::PLY
        || !worker.on(Technique::InternalDeepening)
    {
        return;
    }
    worker.search_again::<R>(node.window, node.depth - SHALLOWER, node.is_cut_node, node.excluded);
    let known = worker.probe(node.key);
    node.hash_move = known.and_then(|known| known.mv).filter(|&mv| worker.position().is_legal(mv));
}
