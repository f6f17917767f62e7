//! Moves as English texts on shogi write them: `P-7f`, `Bx2b+`, `S*5e`, `G4i-5h`, `Rx2d=`.
//!
//! Source: the notation of Hosking's books, with the squares of USI.

use shogi::{Bitboard, Move, PieceKind, Position};

use super::write::moving_kind;

/// The move in English: letter, origin where two pieces of the kind could go there, `-`, `x` or `*`,
/// destination, and `+` or `=` where the piece could promote.
///
/// ```
/// use shogi::Position;
/// let position = Position::startpos();
/// assert_eq!(kifu::notation::english(&position, "7g7f".parse()?), "P-7f");
/// assert_eq!(kifu::notation::english(&position, "4i5h".parse()?), "G4i-5h");
/// # Ok::<(), shogi::ParseMoveError>(())
/// ```
pub fn english(position: &Position, mv: Move) -> String {
    let kind = moving_kind(position, mv);
    let to = mv.to();
    let Some(from) = mv.from() else { return format!("{kind}*{to}") };
    let is_rival = |other: &Move| {
        other.to() == to
            && other
                .from()
                .is_some_and(|square| square != from && moving_kind(position, *other) == kind)
    };
    let origin =
        if position.legal_moves().iter().any(is_rival) { from.to_string() } else { String::new() };
    let sign = if position.piece_on(to).is_some() { 'x' } else { '-' };
    let zone = Bitboard::promotion_zone(position.turn());
    let promotion = match kind {
        _ if mv.is_promotion() => "+",
        PieceKind::Gold | PieceKind::King => "",
        _ if kind.can_promote() && (zone.has(from) || zone.has(to)) => "=",
        _ => "",
    };
    format!("{kind}{origin}{sign}{to}{promotion}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sfen: &str, mv: &str) -> String {
        let position: Position = sfen.parse().expect("legal");
        english(&position, mv.parse().expect("a move"))
    }

    #[test]
    fn every_part_is_written_where_it_is_needed() {
        let bishops = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        assert_eq!(written(bishops, "8h2b+"), "Bx2b+");
        assert_eq!(written(bishops, "8h2b"), "Bx2b=");
        assert_eq!(written("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5e"), "S*5e");
        assert_eq!(written("4k4/9/9/9/9/9/3G5/9/4K1G2 b - 1", "6g6f"), "G-6f");
        assert_eq!(written("4k4/9/9/9/9/9/9/9/3GKG3 b - 1", "6i5h"), "G6i-5h");
        assert_eq!(written("4k4/9/9/9/4+B4/9/9/9/4K4 b - 1", "5e5d"), "+B-5d");
    }
}
