//! The change of the terms of single pieces and the kings by a move, without evaluating again.
//!
//! Source:  B (Bonanza 2006), equation (8): Mpiece-king(m)
//! Here:    the activity of the moved and of the captured piece, weighed by the present progress

use shogi::{Color, Move, PieceKind, Position, Square};

use super::progress::{FULL, Progress};
use super::{activity, terms};
use crate::material::PieceValues;

/// The change for the side to move, before it plays a move that is not the king's.
pub(super) fn change(values: &PieceValues, position: &Position, mv: Move) -> i32 {
    let us = position.turn();
    let (before, after) = match mv.from() {
        Some(from) => {
            let Some(piece) = position.piece_on(from) else { return 0 };
            let kind = piece.kind();
            let after = if mv.is_promotion() { kind.promoted() } else { kind };
            (Some((kind, from)), after)
        }
        None => match mv.dropped() {
            Some(held) => (None, held.kind()),
            None => return 0,
        },
    };
    let taken = position.piece_on(mv.to()).map(|piece| piece.kind());
    points(values, position, us, before, (after, mv.to()), taken)
}

/// For the side that has just moved, after the move.
pub(super) fn changed(values: &PieceValues, position: &Position) -> i32 {
    let us = !position.turn();
    let Some(mv) = position.last_move() else { return 0 };
    let Some(placed) = position.piece_on(mv.to()) else { return 0 };
    let after = placed.kind();
    let kind = if mv.is_promotion() { after.unpromoted() } else { after };
    let before = mv.from().map(|from| (kind, from));
    let taken = position.last_captured().map(|piece| piece.kind());
    points(values, position, us, before, (after, mv.to()), taken)
}

fn points(
    values: &PieceValues,
    position: &Position,
    us: Color,
    before: Option<(PieceKind, Square)>,
    after: (PieceKind, Square),
    taken: Option<PieceKind>,
) -> i32 {
    let of = |color, kind, square| activity::of_piece(values, position, color, kind, square);
    let left = before.map_or(0, |(kind, from)| of(us, kind, from));
    let lost = taken.map_or(0, |kind| of(!us, kind, after.1));
    let gained = of(us, after.0, after.1) - left + lost;
    if gained == 0 {
        return 0;
    }
    gained * terms::activity_weight(Progress::of(position)) / FULL
}
