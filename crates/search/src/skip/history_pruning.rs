//! A quiet move that has failed again and again as an answer to moves like these is left out.
//!
//! Source:  chess engines
//! Here:    by continuation histories and the pawn skeleton
//! Off:     `history-pruning`

use crate::node::Node;
use crate::tunable::tunables_of;

tunables_of! { "history_pruning":
    per_depth = 4097, 1000..=10000;
}

pub(crate) fn forbids(node: &Node, history: i32) -> bool {
    history < -per_depth() * node.depth.whole()
}
