//! The first move of a node, where little speaks for it: it is searched shallower, for good.
//!
//! Source:  today's chess and shogi engines
//! Here:    what a later move would be reduced by decides; off the principal variation. Unlike a
//!          reduction it is not made up for when the move turns out well
//! Off:     `first-move`

use crate::depth::{Depth, reduction};
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "first_move":
    /// More units of reduction than this cost a ply, ...
    once = 3997, 0..=10000;
    /// ... and more than this another.
    twice = 4784, 0..=10000;
    without_hash_move = 1119, 0..=4000;
}

/// By how much the move is searched shallower; nothing for later moves.
pub(crate) fn less(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if node.is_pv || candidate.number > 1 || !worker.on(Technique::FirstMove) {
        return Depth::ZERO;
    }
    let mut units = reduction::units(worker, node, candidate, node.window.alpha);
    if node.hash_move.is_none() {
        units += without_hash_move();
    }
    let is_deep = node.depth > Depth::plies(3);
    Depth::plies(i32::from(units > once()) + i32::from(units > twice() && is_deep))
}
