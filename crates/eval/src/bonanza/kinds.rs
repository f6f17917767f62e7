//! Kinds of pieces as the groups tell them apart: promoted small pieces are golds.

use shogi::PieceKind;

/// The number of kinds without the king.
pub(super) const KINDS: usize = 9;
/// The number of kinds with the king, which is the last.
pub(super) const KINDS_AND_KING: usize = 10;

/// The number of a kind: P L N S G B +B R +R and the king.
#[inline]
pub(super) const fn number(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Pawn => 0,
        PieceKind::Lance => 1,
        PieceKind::Knight => 2,
        PieceKind::Silver => 3,
        PieceKind::Bishop => 5,
        PieceKind::Horse => 6,
        PieceKind::Rook => 7,
        PieceKind::Dragon => 8,
        PieceKind::King => 9,
        _ => 4,
    }
}
