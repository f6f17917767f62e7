//! Quiescence in two stages: for seven plies captures that do not lose, promotions, king moves and
//! a mate in one; then only captures, without those that take a pawn and do not promote.
//!
//! Known as: quiescence search
//! Source:   B (Bonanza 2006), appendix and figure 5(b)
//! Here:     as in the paper: ordered by exchange value, no hash table, the static value may stand
//!           even in check, futility (4) and (6) at every node
//! Worth:    not measured
//! Off:      `frontier-futility`, `mate-in-one`

use shogi::{Bitboard, Legality, Move, MoveList, Piece, PieceKind, Wanted, attacks};

use crate::ends::{mate_in_one, rule};
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::skip::bound_of_change;
use crate::technique::Technique;
use crate::worker::Worker;

const FIRST_STAGE: usize = 7;

/// The value of the position once it is quiet; `number` counts the plies of quiescence from 1.
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
    make_moves(worker, number <= FIRST_STAGE);
    let mut best = stand_pat;
    let mut next = start;
    while next < worker.moves.len() {
        let mv = worker.moves.take_best(next);
        next += 1;
        if !worker.position().gives_check(mv) {
            let bound = worker.skip_by::<R, _>(Technique::FrontierFutility, || {
                bound_of_change::futile_capture(worker, mv, window.alpha)
            });
            if let Some(bound) = bound {
                best = best.max(bound);
                continue;
            }
        }
        worker.prefetch(mv);
        worker.play(mv);
        let score = -search::<R>(worker, window.flipped(), number + 1);
        worker.take_back();
        if worker.must_stop() {
            break;
        }
        if score > best {
            best = score;
            if score > window.alpha {
                if !window.is_null() {
                    worker.raise_pv(mv);
                }
                if score >= window.beta {
                    break;
                }
                window.alpha = score;
            }
        }
    }
    worker.moves.truncate(start);
    best
}

/// Puts the legal moves of the stage on the worker's stack, scored by exchange.
fn make_moves(worker: &mut Worker<'_>, is_first_stage: bool) {
    let mut list = MoveList::new();
    let position = worker.position();
    let declined = worker.settings().non_promotions;
    position.generate(Wanted::Captures, Legality::Pseudo, declined, &mut list);
    list.retain(|mv| position.is_legal_if_pseudo_legal(mv));
    for mv in &list {
        let takes_pawn = worker
            .position()
            .piece_on(mv.to())
            .is_some_and(|taken| taken.kind() == PieceKind::Pawn);
        if !is_first_stage && takes_pawn && !mv.is_promotion() {
            continue;
        }
        let score = worker.position().see(mv, worker.values());
        if score >= 0 {
            worker.moves.push(mv, score);
        }
    }
    if is_first_stage {
        let mut quiets = MoveList::new();
        promotions_and_king_moves(worker, &mut quiets);
        for mv in &quiets {
            let score = worker.position().see(mv, worker.values());
            worker.moves.push(mv, score);
        }
    }
}

/// The legal ones that take nothing.
fn promotions_and_king_moves(worker: &Worker<'_>, list: &mut MoveList) {
    let position = worker.position();
    let us = position.turn();
    let (occupied, zone) = (position.occupied(), Bitboard::promotion_zone(us));
    for kind in PieceKind::ALL.into_iter().filter(|kind| kind.can_promote()) {
        for from in position.pieces_of(us, kind) {
            let reach = attacks::attacks(Piece::new(us, kind), from, occupied) - occupied;
            let reach = if zone.has(from) { reach } else { reach & zone };
            for to in reach {
                push_legal(worker, Move::promotion(from, to), list);
            }
        }
    }
    if let Some(king) = position.king(us) {
        for to in attacks::king_attacks(king) - occupied {
            push_legal(worker, Move::normal(king, to), list);
        }
    }
}

fn push_legal(worker: &Worker<'_>, mv: Move, list: &mut MoveList) {
    if worker.position().is_legal(mv) {
        list.push(mv);
    }
}
