//! Numbers that can be counted on a board, by their names.

use eval::entering_king;
use shogi::{Color, Move, Piece, PieceKind, Position, Square, attacks};

use crate::lines;

/// Counts: `guards` (golds and silvers within two squares of the side's king), `attackers` (enemy
/// pieces on its squares), `steps` (to the enemy camp; -1 if there is no way), `exchange M` (the
/// value of a move's exchange) and `squares R` or `squares B` (open to the side's rook or bishop on
/// the square). None for other names and where there is nothing to count.
pub(crate) fn count(
    position: &Position,
    what: &str,
    side: Color,
    square: Option<Square>,
) -> Option<i64> {
    let (name, rest) = what.split_once(' ').unwrap_or((what, ""));
    match name {
        "guards" => lines::KingSafety::of(position, side).map(|king| king.guards.into()),
        "attackers" => lines::KingSafety::of(position, side).map(|king| king.attackers.into()),
        "steps" => Some(entering_king::steps(position, side).map_or(-1, i64::from)),
        "exchange" => {
            let mv: Move = rest.parse().ok()?;
            let is_own = position.turn() == side && position.is_legal(mv);
            is_own.then(|| position.see(mv, lines::exchange_values()).into())
        }
        "squares" => {
            let square = square?;
            let piece = position.piece_on(square).filter(|piece| piece.color() == side)?;
            let family = match piece.kind() {
                PieceKind::Rook | PieceKind::Dragon => "R",
                PieceKind::Bishop | PieceKind::Horse => "B",
                _ => return None,
            };
            let open =
                attacks::attacks(Piece::new(side, piece.kind()), square, position.occupied());
            (family == rest).then(|| (open - position.pieces(side)).len().into())
        }
        _ => None,
    }
}
