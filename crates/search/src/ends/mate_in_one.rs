//! A mate with the next move, seen without searching it.
//!
//! Source:  shogi engines since the 1990s; B has it in quiescence
//! Here:    asked by `win_in_sight`, once for a position, and on the principal variation
//! Off:     `mate-in-one`

use crate::score::Score;
use crate::worker::Worker;

/// The score of a mate in one; on the principal variation the move becomes the node's line.
pub(crate) fn score(worker: &mut Worker<'_>, is_pv: bool) -> Option<Score> {
    if worker.position.in_check() {
        return None;
    }
    let mate = worker.position.mate_in_one()?;
    if is_pv {
        worker.frame_mut().pv.push(mate);
    }
    Some(Score::mate_in(worker.ply + 1))
}
