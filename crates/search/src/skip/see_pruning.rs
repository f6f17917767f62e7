//! SEE pruning: a move that loses too much in the exchange on its square is left out.
//!
//! Known as: SEE pruning, pruning by static exchange evaluation
//! Source:   YaneuraOu 9.70, step 14 (after Stockfish): formulas and numbers, quiet moves and drops
//!           by the square of the depth, captures and checks by the depth; B (Bonanza 2006) uses
//!           the exchange in quiescence
//! Here:     exchanges count the swing of two pieces, so that the margins are half as wide as
//!           there; captures and checks are left out whatever alpha is, in YaneuraOu only if it is
//!           not below 0
//! Worth:    44 ± 34 Elo (400 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `see-pruning`

use crate::node::{Candidate, Node};
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "see_pruning":
    /// The loss that a quiet move may make, by the square of the depth.
    quiet_per_depth_squared = 25, 5..=100;
    /// The loss that a capture or check may make for each ply of depth.
    noisy_per_depth = 167, 50..=500;
    /// The weight of the capture history in the loss that is allowed, in 1024ths.
    noisy_history = 34, 0..=200;
}

/// Does the quiet move lose too much for a search to the depth `reduced`?
pub(crate) fn quiet_loses(worker: &Worker<'_>, candidate: &Candidate, reduced: i32) -> bool {
    let most = quiet_per_depth_squared() * reduced * reduced;
    !worker.position().see_at_least(candidate.mv, -most, worker.values())
}

/// Does the capture or check lose too much for the node's depth?
pub(crate) fn noisy_loses(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> bool {
    let by_history = noisy_history() * candidate.capture_history / 1024;
    let most = (noisy_per_depth() * node.depth.whole() + by_history).max(0);
    !worker.position().see_at_least(candidate.mv, -most, worker.values())
}
