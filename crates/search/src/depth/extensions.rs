//! Extensions of single moves: checks, and recaptures on the square of the last move.
//!
//! Known as: check extension, recapture extension
//! Source:   B (Bonanza 2006), appendix: a ply for a check, half a ply for a recapture; a ply for a
//!           hash move that takes back on the principal variation: Stockfish 16.1
//! Here:     a ply each, on the principal variation only, and for checks that lose no material
//! Worth:    checks 6 ± 15 Elo, recaptures -8 ± 15 (2,000 games each, 10,000 nodes;
//!           docs/record/ablation.tsv)
//! Off:      `check-extension`, `recapture`

use crate::depth::Depth;
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::worker::Worker;

/// The depth by which the move is extended.
pub(crate) fn of(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if !node.is_pv {
        return Depth::ZERO;
    }
    let mv = candidate.mv;
    let sound = || worker.position().see_at_least(mv, 0, worker.values());
    if candidate.gives_check && worker.on(Technique::CheckExtension) && sound() {
        return Depth::PLY;
    }
    if Some(mv) == node.hash_move && worker.on(Technique::Recapture) && worker.takes_back(mv) {
        return Depth::PLY;
    }
    Depth::ZERO
}
