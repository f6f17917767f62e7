//! Big pieces: how freely they move and whether they reach the enemy king's surroundings.
//!
//! Source:  G (Gekisashi 2005): the place of a big piece says little, its lines say much

use shogi::attacks::{self, king_attacks};
use shogi::{Bitboard, Color, Piece, PieceKind, Position};

/// Points for each square open to a piece of the kind.
const FREEDOM: [(PieceKind, i32); 4] =
    [(PieceKind::Bishop, 8), (PieceKind::Rook, 6), (PieceKind::Horse, 8), (PieceKind::Dragon, 6)];
/// Points for each square of the enemy king, or next to it, that is attacked.
const REACH: i32 = 40;

#[derive(Default)]
pub(super) struct Sliders {
    pub(super) freedom: i32,
    pub(super) reach: i32,
}

pub(super) fn of_side(position: &Position, color: Color) -> Sliders {
    let mut points = Sliders::default();
    let around_king = position
        .king(!color)
        .map_or(Bitboard::EMPTY, |king| king_attacks(king) | Bitboard::of(king));
    let (occupied, own) = (position.occupied(), position.pieces(color));
    for (kind, freedom) in FREEDOM {
        for square in position.pieces_of(color, kind) {
            let attacked = attacks::attacks(Piece::new(color, kind), square, occupied);
            points.freedom += freedom * (attacked - own).len() as i32;
            points.reach += REACH * (attacked & around_king).len() as i32;
        }
    }
    points
}
