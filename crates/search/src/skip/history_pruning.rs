//! History pruning: a quiet move that has failed again and again as an answer to moves like these
//! is left out.
//!
//! Known as: history pruning, continuation history based pruning
//! Source:   YaneuraOu 9.70, step 14 (after Stockfish): formula and number, by continuation
//!           histories and the pawn skeleton
//! Here:     on the followed principal variation as elsewhere
//! Worth:    -11 ± 16 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `history-pruning`

use crate::node::Node;
use crate::tunable::tunables_of;

tunables_of! { "history_pruning":
    /// The limit of the history for each ply of depth, below zero.
    per_depth = 4097, 1000..=10000;
}

/// Is the move's history too poor for the node's depth?
pub(crate) fn forbids(node: &Node, history: i32) -> bool {
    history < -per_depth() * node.depth.whole()
}
