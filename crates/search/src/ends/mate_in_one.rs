//! A mate with the next move, seen without searching it.
//!
//! Source:  shogi engines since the 1990s; B has it in quiescence
//! Here:    asked by `win_in_sight`, once for a position, and on the principal variation
//! Off:     `mate-in-one`

use shogi::Move;

use crate::technique::Technique;
use crate::worker::Worker;

pub(crate) fn find(worker: &Worker<'_>) -> Option<Move> {
    let is_looked_for = worker.on(Technique::MateInOne) && !worker.position.in_check();
    is_looked_for.then(|| worker.position.mate_in_one()).flatten()
}
