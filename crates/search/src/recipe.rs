//! A recipe: what a system does at each step of a node. The skeleton of the node is in `node`;
//! the papers' systems and ours differ in the choices that are made here.

use crate::depth::{Depth, Extension, reduction};
use crate::known;
use crate::learn::{self, Tried};
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::Order;
use crate::order::root_order::RootOrder;
use crate::root;
use crate::score::{Score, Window};
use crate::skip::Verdict;
use crate::worker::Worker;

/// The choices of one system. A recipe is a type without values, so that the compiler makes each
/// its own search.
pub(crate) trait Recipe: Sized + 'static {
    /// How the moves of a node are ordered.
    type Order: Order;

    /// Are moves after the first tried with a null window at first (principal variation search)?
    const NULL_WINDOWS: bool = true;

    /// Are counts kept of what the techniques do (see `trace`)?
    const TRACED: bool = false;

    /// Are shallow scores above beta held back towards it?
    const HOLDS_BACK: bool = true;

    /// Is the root searched a ply less after each score above its window?
    const ROOT_YIELDS: bool = true;

    /// Half the width of the root's first window; none: every score is asked for.
    fn root_half_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
        root::narrow_width(worker, depth, last)
    }

    /// The order of the root's moves.
    fn root_order(_: &Worker<'_>, _: &Node) -> impl Order + 'static {
        RootOrder::default()
    }

    /// What the table says of the node.
    fn known(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        known::score(worker, node)
    }

    /// May moves be left out now? Not before there is one that does not lose by mate or repetition.
    fn may_skip(node: &Node, so_far: &SoFar) -> bool {
        !node.is_root && so_far.best > -Score::SUPERIOR
    }

    /// The order of a node's moves.
    fn order(worker: &Worker<'_>, node: &Node) -> Self::Order;

    /// Finds the static value.
    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::static_value(worker, node);
    }

    /// Is the node decided without looking at its moves? Its depth may be changed.
    fn give_up(_: &mut Worker<'_>, _: &mut Node) -> Option<Score> {
        None
    }

    /// Have so many moves been tried that no other quiet one is worth generating?
    fn has_enough(_: &Worker<'_>, _: &Node, _: &SoFar) -> bool {
        false
    }

    /// Is the move left out?
    fn skip(_: &Worker<'_>, _: &Node, _: &Candidate, _: &mut SoFar) -> Verdict {
        Verdict::Keep
    }

    /// What the move's depth is lengthened by.
    fn extension(_: &mut Worker<'_>, _: &mut Node, _: &Candidate) -> Extension {
        Extension::By(Depth::ZERO)
    }

    /// The depth at which the move is tried first; if it beats alpha there, it gets `new_depth`.
    fn reduced(_: &Worker<'_>, _: &Node, _: &Candidate, _: &SoFar, new_depth: Depth) -> Depth {
        new_depth
    }

    /// After a reduced search beat alpha: by how much the depth of the next one is changed.
    fn research_depth(new_depth: Depth, reduced: Depth, score: Score, so_far: &SoFar) -> Depth {
        reduction::research_depth(new_depth, reduced, score, so_far)
    }

    /// What a node's end teaches.
    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, tried: &Tried) {
        learn::from_node(worker, node, so_far, tried);
    }

    /// The score where the depth is used up.
    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score;
}
