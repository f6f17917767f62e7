//! A mate with the next move, seen without searching it.
//!
//! Source:  shogi engines since the 1990s; B has it in quiescence
//! Here:    asked by `win_in_sight`, once for a position
//! Off:     `mate-in-one`

use crate::technique::Technique;
use crate::worker::Worker;

pub(crate) fn is_there(worker: &Worker<'_>) -> bool {
    worker.on(Technique::MateInOne)
        && !worker.position.in_check()
        && worker.position.mate_in_one().is_some()
}
