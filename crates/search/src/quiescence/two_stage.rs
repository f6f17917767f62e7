//! Quiescence in two stages: for seven plies captures that do not lose, promotions, king moves and
//! a mate in one; then only captures, without those that take a pawn and do not promote.
//!
//! Known as: quiescence search
//! Source:   B (Bonanza 2006), appendix and figure 5(b)
//! Here:     as in the paper: ordered by exchange value, no hash table, the static value may stand
//!           even in check, futility (4) and (6) at every node
//! Worth:    not measured
//! Off:      `frontier-futility`, `mate-in-one`

use shogi::{Move, PieceKind};

use super::moves;
use crate::ends::{mate_in_one, rule};
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::skip::bound_of_change;
use crate::technique::Technique;
use crate::worker::Worker;

/// The number of plies of the first stage.
const FIRST_STAGE: usize = 7;

/// Returns the score of the present position, searched until it is quiet; `number` is the ply of
/// quiescence, from 1.
pub(crate) fn search<R: Recipe>(
    worker: &mut Worker<'_>,
    mut window: Window,
    number: usize,
) -> Score {
    if worker.must_stop() {
        return Score::ZERO;
    }
    worker.open_node::<R>();
    if let Some(score) = rule::score(worker) {
        return score;
    }
    let stand_pat = worker.evaluate().as_guess();
    worker.frame_mut().static_eval = Some(stand_pat);
    bound_of_change::check(worker);
    if stand_pat >= window.beta {
        return stand_pat;
    }
    window.alpha = window.alpha.max(stand_pat);
    if number <= FIRST_STAGE {
        let mate = |worker: &mut Worker<'_>| mate_in_one::score(worker, false);
        if let Some(score) = worker.cut_by::<R>(Technique::MateInOne, mate) {
            return score;
        }
    }
    let start = worker.moves.len();
    moves::push_captures(worker, |worker, mv| {
        let taken = worker.position().piece_on(mv.to());
        let is_of_pawn = taken.is_some_and(|taken| taken.kind() == PieceKind::Pawn);
        number <= FIRST_STAGE || !is_of_pawn || mv.is_promotion()
    });
    if number <= FIRST_STAGE {
        moves::push_promotions(worker);
        moves::push_king_moves(worker);
    }
    let leaves_out = |worker: &Worker<'_>, mv: Move, alpha: Score| {
        if worker.position().gives_check(mv) {
            return None;
        }
        worker.skip_by::<R, _>(Technique::FrontierFutility, || {
            bound_of_change::futile_capture(worker, mv, alpha)
        })
    };
    moves::try_all(worker, start, window, stand_pat, leaves_out, |worker, window| {
        search::<R>(worker, window, number + 1)
    })
}
