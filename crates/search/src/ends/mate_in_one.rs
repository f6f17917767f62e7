//! Mate in one: a mate with the next move is found without a search.
//!
//! Known as: mate in one, `mate_1ply`
//! Source:   B (Bonanza 2006), appendix, has it in quiescence; at every node whose position the
//!           table does not know: YaneuraOu 9.70
//! Here:     asked by `win_in_sight`, after the cuts by static value, once for a position and on
//!           the principal variation at every visit
//! Worth:    19 ± 14 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `mate-in-one`

use crate::score::Score;
use crate::worker::Worker;

/// Returns the score of a mate in one; on the principal variation the move becomes the line.
pub(crate) fn score(worker: &mut Worker<'_>, is_pv: bool) -> Option<Score> {
    if worker.position().in_check() {
        return None;
    }
    let mate = worker.position().mate_in_one()?;
    if is_pv {
        worker.frame_mut().pv.push(mate);
    }
    Some(Score::mate_in(worker.ply() + 1))
}
