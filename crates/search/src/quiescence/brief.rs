//! Quiescence for a learner, which needs the lines of all moves of very many positions: at first
//! captures and promotions that do not lose by exchange, then only those that win.
//!
//! Known as: quiescence search (qsearch), stand pat, static exchange evaluation (SEE)
//! Source:   Sunfish and Apery learn from quiescence cut short in ways like this
//! Here:     an even exchange may begin a line but not lengthen it; in check the static value
//!           stands, too
//! Worth:    see docs/record/learning.md for the nodes it saves
//! Off:      none

use super::moves;
use crate::ends::rule;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// Returns the score of the present position, searched until it is quiet; `is_first_ply` lets even
/// exchanges and promotions take part.
pub(crate) fn search<R: Recipe>(
    worker: &mut Worker<'_>,
    mut window: Window,
    is_first_ply: bool,
) -> Score {
    if worker.must_stop() {
        return Score::ZERO;
    }
    worker.open_node::<R>();
    if let Some(score) = rule::score(worker) {
        return score;
    }
    let stand_pat = worker.evaluate().as_guess();
    if stand_pat >= window.beta {
        return stand_pat;
    }
    window.alpha = window.alpha.max(stand_pat);
    let start = worker.moves.len();
    moves::push_captures(worker, |_, _| true);
    if is_first_ply {
        moves::push_promotions(worker);
    }
    worker.moves.drop_below(start, i32::from(!is_first_ply));
    moves::try_all(
        worker,
        start,
        window,
        stand_pat,
        |_, _, _| None,
        |worker, window| search::<R>(worker, window, false),
    )
}
