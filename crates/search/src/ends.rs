//! Reasons to end a line at once: the game is over, or nothing better can come.

use shogi::{DeclarationResult, Repetition};

use crate::score::{MAX_PLY, Score, Window};
use crate::technique::Technique;
use crate::worker::Worker;

/// How far back a repetition is looked for beyond the root.
const PLIES_BEFORE_ROOT: usize = 16;

/// The score of a position in which the game ends by rule: repetition, the last move of a game
/// with a limit. Also at the end of the search's room.
pub(crate) fn by_rule(worker: &mut Worker<'_>) -> Option<Score> {
    if let Some(score) = repetition(worker) {
        return Some(score);
    }
    let rules = &worker.settings.rules;
    if rules.max_moves.is_some_and(|most| worker.position.move_number() > most) {
        // A mate with the last move still counts.
        return Some(if worker.position.is_mate() {
            Score::mated_in(worker.ply)
        } else {
            worker.draw()
        });
    }
    (worker.ply >= MAX_PLY)
        .then(|| if worker.position.in_check() { worker.draw() } else { worker.evaluate() })
}

/// The same position again: a draw, perpetual check, or (below the root) a better or worse hand.
///
/// The second time counts as the fourth: what could be repeated once can be repeated again.
fn repetition(worker: &Worker<'_>) -> Option<Score> {
    let found = worker.position.recurrence(worker.ply + PLIES_BEFORE_ROOT)?;
    let is_below_root = found.distance <= worker.ply;
    match found.kind {
        Repetition::Draw => Some(worker.draw()),
        Repetition::Win => Some(Score::mate_in(worker.ply)),
        Repetition::Loss => Some(Score::mated_in(worker.ply)),
        Repetition::Superior if is_below_root => Some(Score::SUPERIOR),
        Repetition::Inferior if is_below_root => Some(-Score::SUPERIOR),
        Repetition::Superior | Repetition::Inferior => None,
    }
}

/// Mate distance pruning: no line from here can beat a shorter mate already found.
pub(crate) fn mate_distance(worker: &Worker<'_>, window: &mut Window) -> Option<Score> {
    window.alpha = window.alpha.max(Score::mated_in(worker.ply));
    window.beta = window.beta.min(Score::mate_in(worker.ply + 1));
    (window.alpha >= window.beta).then_some(window.alpha)
}

/// A declaration by entering king, or a mate with the next move.
pub(crate) fn at_once(worker: &Worker<'_>) -> Option<Score> {
    if declares(worker) {
        return Some(Score::mate_in(worker.ply + 1));
    }
    if worker.on(Technique::MateInOne)
        && !worker.position.in_check()
        && worker.position.mate_in_one().is_some()
    {
        return Some(Score::mate_in(worker.ply + 1));
    }
    None
}

/// May the side to move win by declaration?
pub(crate) fn declares(worker: &Worker<'_>) -> bool {
    worker
        .settings
        .rules
        .declaration
        .is_some_and(|rule| worker.position.declaration(rule) == Some(DeclarationResult::Win))
}
