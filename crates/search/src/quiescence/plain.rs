//! Plain quiescence for the recipes of papers M and G: stand pat, captures that do not lose by
//! exchange, and promotions; without the table and without tunables.
//!
//! Known as: quiescence search (qsearch), stand pat
//! Source:   none; M and G do not say what their leaves are, B's is `quiescence/two_stage`
//! Here:     kept apart from the tournament recipe's, so that tuning it does not change what the
//!           papers' recipes do; in check the static value stands, too, as it does in B
//! Worth:    not measured
//! Off:      `quiescence`, in the recipe `yuuchan` only: the static value at the leaf

use super::moves;
use crate::ends::rule;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// Returns the score of the present position, searched until it is quiet.
pub(crate) fn search<R: Recipe>(worker: &mut Worker<'_>, mut window: Window) -> Score {
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
    moves::push_promotions(worker);
    moves::try_all(worker, start, window, stand_pat, |_, _, _| None, search::<R>)
}
