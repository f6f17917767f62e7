//! Hanging pieces (浮き駒): a piece without a guard that the next move takes.

use shogi::{Move, PieceKind, Position, Square};

use super::values::exchange_values;

/// A piece that is taken for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hanging {
    /// Where it stands.
    pub square: Square,
    /// Its kind.
    pub kind: PieceKind,
    /// The gain of the capture by exchange.
    pub see: i32,
}

/// Does the move take a piece, pawns and tokins apart, that nothing can retake? A piece that has just
/// taken another one is half of an exchange, not loose.
pub fn hanging(position: &Position, mv: Move) -> Option<Hanging> {
    let taken = position.piece_on(mv.to()).map(|piece| piece.kind())?;
    if matches!(taken, PieceKind::Pawn | PieceKind::ProPawn) || has_just_taken(position, mv.to()) {
        return None;
    }
    let see = position.see(mv, exchange_values());
    if see < exchange_values().of(taken) - 100 {
        return None;
    }
    let mut after = position.clone();
    after.play(mv);
    let is_guarded = after.legal_moves().iter().any(|reply| reply.to() == mv.to());
    (!is_guarded).then_some(Hanging { square: mv.to(), kind: taken, see })
}

/// Has the piece on the square taken another one with the last move?
fn has_just_taken(position: &Position, square: Square) -> bool {
    position.last_captured().is_some() && position.last_move().is_some_and(|mv| mv.to() == square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guarded_piece_does_not_hang() {
        let loose: Position = "4k4/9/9/4s4/9/4R4/9/9/3K5 b - 1".parse().expect("legal");
        let mv = "5f5d".parse().expect("a move");
        assert_eq!(hanging(&loose, mv).map(|found| found.kind), Some(PieceKind::Silver));
        let guarded: Position = "4k4/9/4g4/4s4/9/4R4/9/9/3K5 b - 1".parse().expect("legal");
        assert!(hanging(&guarded, mv).is_none());
        assert!(hanging(&loose, "5f5e".parse().expect("a move")).is_none());
    }

    #[test]
    fn the_second_half_of_an_exchange_does_not_hang() {
        let back = "4k4/9/9/9/4s4/4G4/9/9/4K4 b n 1".parse::<Position>().expect("legal");
        let take = "5f5e".parse().expect("a move");
        assert!(hanging(&back, take).is_some(), "without a past it is loose");
        let mut before: Position = "4k4/9/9/3s5/4N4/4G4/9/9/4K4 w - 1".parse().expect("legal");
        before.play("6d5e".parse().expect("a move"));
        assert!(hanging(&before, take).is_none());
    }

    #[test]
    fn a_tokin_does_not_hang() {
        let tokin: Position = "4k4/9/9/4+p4/9/4R4/9/9/3K5 b - 1".parse().expect("legal");
        assert!(hanging(&tokin, "5f5d".parse().expect("a move")).is_none());
    }
}
