//! A recipe: what a system does at each step of a node. The skeleton of the node is in `node`; a
//! recipe that overrides nothing is plain alpha-beta of full width, and each system spells out
//! what it does beyond that.

use crate::depth::{Depth, Extension};
use crate::learn::Tried;
use crate::node::{Candidate, Node, SoFar};
use crate::order::Order;
use crate::order::root_order::RootOrder;
use crate::score::{Score, Window};
use crate::tt::Bound;
use crate::worker::Worker;

/// The choices of one system. A recipe is a type without values, so that the compiler generates a
/// search of its own for each.
pub(crate) trait Recipe: Sized + 'static {
    /// The order in which the moves of a node are tried.
    type Order: Order;

    /// Are moves after the first tried with a null window at first (principal variation search)?
    const NULL_WINDOWS: bool = false;

    /// Does the recipe count what its techniques do (see `trace`)?
    const TRACED: bool = false;

    // The root.

    /// Prepares the thread's memory before a search begins.
    fn new_search(_: &mut Worker<'_>) {}

    /// Half the width of the root's first window around the last score; `None` is a full window.
    fn root_half_width(_: &Worker<'_>, _depth: i32, _last: Score) -> Option<i32> {
        None
    }

    /// The depth of the next search of the root after `fail_highs` scores above its window.
    fn root_depth(depth: i32, _fail_highs: i32) -> i32 {
        depth
    }

    /// The order of the root's moves.
    fn root_order(_: &Worker<'_>, _: &Node) -> impl Order + 'static {
        RootOrder::default()
    }

    // One node.

    /// Fills in the frame of a node that has just been looked up in the table.
    fn enter(_: &mut Worker<'_>, _: &Node) {}

    /// Returns the score of the node if the table knows it well enough.
    fn known(_: &mut Worker<'_>, _: &Node) -> Option<Score> {
        None
    }

    /// Finds the static value of the node.
    fn look(_: &mut Worker<'_>, _: &mut Node) {}

    /// Returns the score of the node if it is pruned as a whole; may change its depth.
    fn give_up(_: &mut Worker<'_>, _: &mut Node) -> Option<Score> {
        None
    }

    /// The order of the node's moves.
    fn order(worker: &Worker<'_>, node: &Node) -> Self::Order;

    /// Notes the node's result, best move and moves tried, for the ordering of other nodes.
    fn learn(_: &mut Worker<'_>, _: &Node, _: &SoFar, _: &Tried) {}

    /// The score that the node returns if the best score of its moves is `best`.
    fn returned(_: &Node, best: Score) -> Score {
        best
    }

    /// Is called when the node's result has been stored in the table.
    fn stored(_: &mut Worker<'_>, _: &Node, _: &SoFar, _: Bound) {}

    // One move.

    /// May moves be left out now?
    fn may_skip(node: &Node, _: &SoFar) -> bool {
        !node.is_root
    }

    /// Have enough moves been tried, so that no further quiet move is generated?
    fn has_enough(_: &Worker<'_>, _: &Node, _: &SoFar) -> bool {
        false
    }

    /// Completes the description of a move before [`Self::skip`].
    fn describe(_: &Worker<'_>, _: &mut Candidate) {}

    /// Is the move left out?
    fn skip(_: &Worker<'_>, _: &Node, _: &Candidate, _: &mut SoFar) -> bool {
        false
    }

    /// Completes the description of a move that is going to be searched.
    fn weigh(_: &Worker<'_>, _: &mut Candidate) {}

    /// The depth by which the move is extended.
    fn extension(_: &mut Worker<'_>, _: &mut Node, _: &Candidate) -> Extension {
        Extension::By(Depth::ZERO)
    }

    /// The depth of the first search of the move; if it beats alpha, `new_depth` follows.
    fn reduced(_: &Worker<'_>, _: &Node, _: &Candidate, _: &SoFar, new_depth: Depth) -> Depth {
        new_depth
    }

    /// The change of `new_depth` for the second search of a move whose reduced search beat alpha.
    fn research_depth(_new: Depth, _reduced: Depth, _: Score, _: &SoFar) -> Depth {
        Depth::ZERO
    }

    /// Is called when a reduced move has beaten alpha, in the position after the move.
    fn beat_alpha_reduced(_: &mut Worker<'_>, _: &Candidate) {}

    // The leaves.

    /// Returns the score of a node without remaining depth.
    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score;
}
