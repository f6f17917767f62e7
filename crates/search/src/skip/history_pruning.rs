//! A quiet move that has failed again and again as an answer to moves like these is left out.
//!
//! Source:  chess engines
//! Here:    by continuation histories and the pawn skeleton
//! Off:     `history-pruning`

use crate::node::Node;
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "history_pruning":
    per_depth = 4097, 1000..=10000;
}

pub(crate) fn forbids(worker: &Worker<'_>, node: &Node, history: i32) -> bool {
    worker.on(Technique::HistoryPruning) && history < -per_depth() * node.depth.whole()
}
