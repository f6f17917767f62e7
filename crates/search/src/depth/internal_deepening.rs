//! Internal iterative deepening: a node without a hash move is searched less deep first, for the
//! sake of its best move.
//!
//! Known as: internal iterative deepening (IID)
//! Source:   B (Bonanza 2006), appendix: on the principal variation only; G (Gekisashi 2005): at
//!           every node, one ply less
//! Here:     B and M search two plies less, which B leaves open. G's rule is asked where the table has
//!           no move, as a move from the table is the result of such a search
//! Worth:    not measured
//! Off:      `internal-deepening`; for B's form in `gekisashi`, `shallow-first`

use crate::depth::Depth;
use crate::node::Node;
use crate::recipe::Recipe;
use crate::technique::Technique;
use crate::worker::Worker;

/// Which nodes are searched less deep first, and by how much.
#[derive(Clone, Copy)]
pub(crate) struct Deepening {
    /// The depth by which the search for a first move is shallower.
    shallower: Depth,
    /// Is it made at every node, not only on the principal variation?
    is_everywhere: bool,
}

impl Deepening {
    /// B's form.
    pub(crate) const ON_PV: Self = Self { shallower: Depth::plies(2), is_everywhere: false };
    /// G's form.
    pub(crate) const EVERYWHERE: Self = Self { shallower: Depth::PLY, is_everywhere: true };
}

/// Finds a hash move for a node that has none.
pub(crate) fn find_move<R: Recipe>(worker: &mut Worker<'_>, node: &mut Node, rule: Deepening) {
    let Deepening { shallower, is_everywhere } = rule;
    if !(node.is_pv || is_everywhere)
        || node.hash_move.is_some()
        || node.depth < shallower + Depth::PLY
        || !worker.on(Technique::InternalDeepening)
    {
        return;
    }
    worker.search_again::<R>(node.window, node.depth - shallower, node.is_cut_node, node.excluded);
    let known = worker.probe(node.key);
    node.hash_move = known.and_then(|known| known.mv).filter(|&mv| worker.position().is_legal(mv));
}
