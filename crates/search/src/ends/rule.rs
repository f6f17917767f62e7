//! The end of the game by rule: repetition and the limit of moves. A line also ends here when it
//! reaches the largest ply of the search.
//!
//! Known as: repetition (sennichite), perpetual check, superior and inferior position; maximum ply
//! Source:   the rules of the game; YaneuraOu 9.70 for the rest: the second occurrence counts as
//!           the fourth (`ENABLE_QUICK_DRAW`), a better or worse hand counts as won or lost, and no
//!           more than 16 plies are looked back
//! Here:     the 16 plies count from the root backwards. Where the first occurrence lies before the
//!           root, its other moves were never searched: then perpetual check is not proven until
//!           the rules say so
//! Worth:    not measured
//! Off:      none

use shogi::Repetition;

use crate::score::{MAX_PLY, Score};
use crate::worker::Worker;

/// The number of plies before the root in which a repetition is looked for.
const PLIES_BEFORE_ROOT: usize = 16;

/// Returns the score of the position if the game or the line ends with it.
pub(crate) fn score(worker: &mut Worker<'_>) -> Option<Score> {
    if let Some(score) = repetition(worker) {
        return Some(score);
    }
    let rules = &worker.settings().rules;
    if rules.max_moves.is_some_and(|most| worker.position().move_number() > most) {
        // A mate with the last move still counts.
        return Some(if worker.position().is_mate() {
            Score::mated_in(worker.ply())
        } else {
            worker.draw()
        });
    }
    (worker.ply() >= MAX_PLY)
        .then(|| if worker.position().in_check() { worker.draw() } else { worker.evaluate() })
}

/// Returns the score of a repetition: a draw, perpetual check, or a better or worse hand.
fn repetition(worker: &Worker<'_>) -> Option<Score> {
    let found = worker.position().recurrence(worker.ply() + PLIES_BEFORE_ROOT)?;
    let is_below_root = found.distance <= worker.ply();
    let kind = if is_below_root || found.kind == Repetition::Draw {
        found.kind
    } else {
        worker.position().fourfold_repetition()?
    };
    Some(match kind {
        Repetition::Draw => worker.draw(),
        Repetition::Win => Score::mate_in(worker.ply()),
        Repetition::Loss => Score::mated_in(worker.ply()),
        Repetition::Superior => Score::SUPERIOR,
        Repetition::Inferior => -Score::SUPERIOR,
    })
}
