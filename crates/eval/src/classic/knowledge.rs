//! Small pieces of knowledge, each a few points.
//!
//! Source:  G (Gekisashi 2005) names the edge knight and the pawn on the fifth rank; the others are
//!          proverbs that every player knows

use shogi::attacks::king_attacks;
use shogi::{Bitboard, Color, File, HandKind, PieceKind, Position, Rank, Square};

use super::progress::{FULL, Progress};

const EDGE_KNIGHT: i32 = -40;
const FIFTH_RANK_PAWN: i32 = 20;
const SITTING_KING: i32 = -150;
const ROOK_BESIDE_KING: i32 = -40;
const OUT_OF_PAWNS: i32 = -30;

const EDGE: Bitboard = Bitboard::file(File::One).union(Bitboard::file(File::Nine));
const FIFTH_RANK: Bitboard = Bitboard::rank(Rank::E);
const FIRST_SQUARE: Square = Square::new(File::Five, Rank::I);

/// "Knights do not belong on the edge."
pub(super) fn edge_knights(position: &Position, color: Color) -> i32 {
    EDGE_KNIGHT * (position.pieces_of(color, PieceKind::Knight) & EDGE).len() as i32
}

/// A pawn on the fifth rank holds the position there (位を取る).
pub(super) fn fifth_rank_pawns(position: &Position, color: Color) -> i32 {
    FIFTH_RANK_PAWN * (position.pieces_of(color, PieceKind::Pawn) & FIFTH_RANK).len() as i32
}

/// "Avoid a sitting king" (居玉は避けよ): the more, the further the game has come.
pub(super) fn sitting_king(position: &Position, color: Color, progress: Progress) -> i32 {
    let sits = position.king(color).is_some_and(|king| king.seen_by(color) == FIRST_SQUARE);
    if sits { SITTING_KING * progress.get() / FULL } else { 0 }
}

/// "Keep king and rook apart" (玉飛接近すべからず).
pub(super) fn rook_beside_king(position: &Position, color: Color) -> i32 {
    let Some(king) = position.king(color) else { return 0 };
    let beside = king_attacks(king) & position.pieces_of(color, PieceKind::Rook);
    ROOK_BESIDE_KING * beside.len() as i32
}

/// Without a pawn in hand (歩切れ) many good moves are missing.
pub(super) fn out_of_pawns(position: &Position, color: Color) -> i32 {
    if position.hand(color).has(HandKind::Pawn) { 0 } else { OUT_OF_PAWNS }
}
