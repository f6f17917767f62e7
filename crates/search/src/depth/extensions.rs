//! Extensions of single moves: checks, and recaptures on the square of the last move.
//!
//! Source:  B (Bonanza 2006), appendix: a ply for a check, half a ply for a recapture
//! Here:    a ply each, on the principal variation only, and for checks that lose no material
//! Off:     `check-extension`, `recapture`

use crate::depth::Depth;
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::worker::Worker;

pub(crate) fn of(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if !node.is_pv {
        return Depth::ZERO;
    }
    let position = &worker.position;
    let sound = |mv| position.see_at_least(mv, 0, &worker.values);
    if candidate.gives_check && worker.on(Technique::CheckExtension) && sound(candidate.mv) {
        return Depth::PLY;
    }
    let takes_back = candidate.is_capture
        && position.last_captured().is_some()
        && position.last_move().is_some_and(|last| last.to() == candidate.mv.to());
    if takes_back && worker.on(Technique::Recapture) && Some(candidate.mv) == node.hash_move {
        return Depth::PLY;
    }
    Depth::ZERO
}
