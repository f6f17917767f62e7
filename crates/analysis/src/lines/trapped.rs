//! Trapped big pieces: rook, bishop, dragon or horse that is attacked and has no safe square.

use shogi::{PieceKind, Position, Square};

use super::values::{WORTHWHILE, exchange_values};

/// A big piece without an escape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trapped {
    /// Where it stands.
    pub square: Square,
    /// Its kind.
    pub kind: PieceKind,
}

/// Is the big piece on the square trapped? Its owner is to move, not in check: every move of the
/// piece loses it by exchange, captures of something worth it included, and left alone it is taken.
pub fn trapped(position: &Position, square: Square) -> Option<Trapped> {
    let piece = position.piece_on(square)?;
    let kind = piece.kind();
    let is_big =
        matches!(kind, PieceKind::Rook | PieceKind::Bishop | PieceKind::Dragon | PieceKind::Horse);
    if !is_big || piece.color() != position.turn() || position.in_check() {
        return None;
    }
    let values = exchange_values();
    let escapes = position
        .legal_moves()
        .iter()
        .any(|&mv| mv.from() == Some(square) && position.see(mv, values) > -WORTHWHILE);
    if escapes {
        return None;
    }
    let mut passed = position.clone();
    passed.pass();
    let is_attacked = passed
        .legal_moves()
        .iter()
        .any(|&mv| mv.to() == square && passed.see(mv, values) >= WORTHWHILE);
    is_attacked.then_some(Trapped { square, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cornered_rook_is_trapped() {
        let square = "1a".parse().expect("a square");
        // Gold and silver guard each other beside the rook in the corner.
        let shut: Position = "4k1ggR/7sp/8P/9/9/9/9/9/4K4 b - 1".parse().expect("legal");
        assert_eq!(trapped(&shut, square).map(|found| found.kind), Some(PieceKind::Rook));
        // The pawn on the file is gone: the rook retires.
        let open: Position = "4k1ggR/7s1/9/9/9/9/9/9/4K4 b - 1".parse().expect("legal");
        assert!(trapped(&open, square).is_none());
    }
}
