//! Extensions in half plies: a ply for a check, half a ply for the only answer to one and for a
//! recapture.
//!
//! Known as: check extension, one-reply extension, recapture extension
//! Source:   B (Bonanza 2006), appendix
//! Here:     as in the paper, together never more than a ply
//! Worth:    not measured
//! Off:      `check-extension`, `one-reply`, `recapture`

use crate::depth::Depth;
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::worker::Worker;

const HALF: Depth = Depth::from_units(512);

/// The depth by which the move is extended.
pub(crate) fn of(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if candidate.gives_check && worker.on(Technique::CheckExtension) {
        return Depth::PLY;
    }
    let position = worker.position();
    let mut extension = Depth::ZERO;
    if node.in_check
        && candidate.number == 1
        && worker.on(Technique::OneReply)
        && position.count_legal_moves() == 1
    {
        extension = extension + HALF;
    }
    if worker.on(Technique::Recapture) && worker.takes_back(candidate.mv) {
        extension = extension + HALF;
    }
    extension
}
