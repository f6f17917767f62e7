//! The moves of the papers' quiescence, all generated at once: captures that do not lose by
//! exchange, promotions without a capture; tried best first.
//!
//! Known as: static exchange evaluation (SEE) in quiescence
//! Source:   B (Bonanza 2006), appendix
//! Here:     nothing
//! Worth:    not measured
//! Off:      none

use shogi::{Bitboard, Legality, Move, MoveList, Piece, PieceKind, Wanted, attacks};

use crate::score::{Score, Window};
use crate::worker::Worker;

/// Puts the legal captures that lose nothing by exchange and that `keeps` accepts on the worker's
/// stack, scored by exchange.
pub(super) fn push_captures(worker: &mut Worker<'_>, keeps: impl Fn(&Worker<'_>, Move) -> bool) {
    let mut list = MoveList::new();
    let position = worker.position();
    let declined = worker.settings().non_promotions;
    position.generate(Wanted::Captures, Legality::Pseudo, declined, &mut list);
    list.retain(|mv| position.is_legal_if_pseudo_legal(mv));
    for mv in &list {
        if !keeps(worker, mv) {
            continue;
        }
        let score = worker.position().see(mv, worker.values());
        if score >= 0 {
            worker.moves.push(mv, score);
        }
    }
}

/// Puts the legal promotions without a capture on the worker's stack, scored by exchange.
pub(super) fn push_promotions(worker: &mut Worker<'_>) {
    let position = worker.position();
    let us = position.turn();
    let (occupied, zone) = (position.occupied(), Bitboard::promotion_zone(us));
    let mut list = MoveList::new();
    for kind in PieceKind::ALL.into_iter().filter(|kind| kind.can_promote()) {
        for from in position.pieces_of(us, kind) {
            let reach = attacks::attacks(Piece::new(us, kind), from, occupied) - occupied;
            let reach = if zone.has(from) { reach } else { reach & zone };
            for to in reach {
                list.push(Move::promotion(from, to));
            }
        }
    }
    push_legal(worker, &list);
}

/// Puts the legal king moves without a capture on the worker's stack, scored by exchange.
pub(super) fn push_king_moves(worker: &mut Worker<'_>) {
    let position = worker.position();
    let Some(king) = position.king(position.turn()) else { return };
    let mut list = MoveList::new();
    for to in attacks::king_attacks(king) - position.occupied() {
        list.push(Move::normal(king, to));
    }
    push_legal(worker, &list);
}

/// Puts the legal moves of the list on the worker's stack, scored by exchange.
fn push_legal(worker: &mut Worker<'_>, list: &MoveList) {
    for mv in list {
        if worker.position().is_legal(mv) {
            let score = worker.position().see(mv, worker.values());
            worker.moves.push(mv, score);
        }
    }
}

/// Searches the moves on the worker's stack from `start` on, the best exchange first, and removes
/// them. Returns the best score, at least `best`. A move for which `leaves_out` returns a bound is
/// not searched; `search` searches the position after a move.
pub(super) fn try_all(
    worker: &mut Worker<'_>,
    start: usize,
    mut window: Window,
    mut best: Score,
    leaves_out: impl Fn(&Worker<'_>, Move, Score) -> Option<Score>,
    search: impl Fn(&mut Worker<'_>, Window) -> Score,
) -> Score {
    let mut next = start;
    while next < worker.moves.len() {
        let mv = worker.moves.take_best(next);
        next += 1;
        if let Some(bound) = leaves_out(worker, mv, window.alpha) {
            best = best.max(bound);
            continue;
        }
        worker.prefetch(mv);
        worker.play(mv);
        let score = -search(worker, window.flipped());
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
