//! Where pieces reach: tables for steps, lines between squares, and sliding pieces.
//!
//! Every table is filled at compile time from the evident definitions in `geometry.rs`.

pub(crate) mod geometry;
pub mod sliders;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::{Piece, PieceKind};
use crate::square::Square;
use geometry::{DIAGONAL, ORTHOGONAL, Steps};
pub use sliders::{bishop_attacks, lance_attacks, rook_attacks};

type PerSquare = [Bitboard; 81];

const fn both(steps: Steps) -> [PerSquare; 2] {
    [geometry::step_table(steps, Color::Black), geometry::step_table(steps, Color::White)]
}

static PAWN: [PerSquare; 2] = both(geometry::PAWN);
static KNIGHT: [PerSquare; 2] = both(geometry::KNIGHT);
static SILVER: [PerSquare; 2] = both(geometry::SILVER);
static GOLD: [PerSquare; 2] = both(geometry::GOLD);
static KING: PerSquare = geometry::step_table(geometry::KING, Color::Black);
static LANCE_RAY: [PerSquare; 2] = [
    geometry::ray_table(geometry::PAWN, Color::Black),
    geometry::ray_table(geometry::PAWN, Color::White),
];
static BISHOP_RAYS: PerSquare = geometry::ray_table(DIAGONAL, Color::Black);
static ROOK_RAYS: PerSquare = geometry::ray_table(ORTHOGONAL, Color::Black);
static BETWEEN: [PerSquare; 81] = geometry::between_table();
static LINE: [PerSquare; 81] = geometry::line_table();
static KING_REACH: [PerSquare; 2] =
    [geometry::king_reach_table(Color::Black), geometry::king_reach_table(Color::White)];
static CHECK_REACH: [PerSquare; 2] =
    [geometry::check_reach_table(Color::Black), geometry::check_reach_table(Color::White)];

macro_rules! step_attacks {
    ($($(#[$doc:meta])* $name:ident from $table:ident;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(color: Color, square: Square) -> Bitboard {
            $table[color.index()][square.index()]
        }
    )*};
}

step_attacks! {
    /// Squares a pawn attacks: the one before it, if any.
    pawn_attacks from PAWN;
    /// Squares a knight attacks.
    knight_attacks from KNIGHT;
    /// Squares a silver attacks.
    silver_attacks from SILVER;
    /// Squares a gold, or a promoted small piece, attacks.
    gold_attacks from GOLD;
    /// Squares a lance would attack on an empty board.
    lance_ray from LANCE_RAY;
    /// Squares from which a step (not a slide) of the other side's pieces can reach a
    /// neighbour of `color`'s king.
    king_reach from KING_REACH;
    /// Squares from which a stepping piece of `color` may give check to a king on `square` with
    /// its next move.
    check_reach from CHECK_REACH;
}

/// Squares a king attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a bishop would attack on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Squares a rook would attack on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Squares strictly between two squares of a common file, rank or diagonal; else none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole file, rank or diagonal through two squares, both included; else none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Squares a piece attacks, given the occupied squares.
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let color = piece.color();
    match piece.kind() {
        PieceKind::Pawn => pawn_attacks(color, square),
        PieceKind::Lance => lance_attacks(color, square, occupied),
        PieceKind::Knight => knight_attacks(color, square),
        PieceKind::Silver => silver_attacks(color, square),
        PieceKind::Bishop => bishop_attacks(square, occupied),
        PieceKind::Rook => rook_attacks(square, occupied),
        PieceKind::Horse => bishop_attacks(square, occupied) | king_attacks(square),
        PieceKind::Dragon => rook_attacks(square, occupied) | king_attacks(square),
        PieceKind::King => king_attacks(square),
        _ => gold_attacks(color, square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_are_symmetric_between_the_colors() {
        let occupied: Bitboard = Square::all().filter(|s| s.index() % 7 == 3).collect();
        let rotate = |set: Bitboard| set.into_iter().map(Square::rotated).collect::<Bitboard>();
        for piece in Piece::all() {
            for square in Square::all() {
                assert_eq!(
                    rotate(attacks(piece, square, occupied)),
                    attacks(piece.recolored(), square.rotated(), rotate(occupied)),
                );
            }
        }
    }

    #[test]
    fn between_and_line_agree_with_the_rays() {
        for a in Square::all() {
            for b in Square::all() {
                let aligned = a != b && (bishop_rays(a) | rook_rays(a)).has(b);
                assert_eq!(line(a, b).has(a) && line(a, b).has(b), aligned);
                assert!((between(a, b) - line(a, b)).is_empty());
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                if aligned {
                    let blocked = attacks(
                        Piece::new(
                            Color::Black,
                            if rook_rays(a).has(b) { PieceKind::Rook } else { PieceKind::Bishop },
                        ),
                        a,
                        Bitboard::of(b),
                    );
                    assert!(blocked.has(b) && (between(a, b) - blocked).is_empty());
                }
            }
        }
    }
}
