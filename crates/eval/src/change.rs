//! The change that one move makes to the pieces, read off the position before or after the move.

use shogi::{Color, HandKind, Move, Piece, PieceKind, Position, Square};

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Where it stands or stood.
    pub square: Square,
}

/// A hand that holds one more or one less of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandChange {
    /// The owner of the hand.
    pub color: Color,
    /// The kind of the piece.
    pub kind: HandKind,
    /// The number of such pieces before the move.
    pub before: u8,
    /// The number after it.
    pub after: u8,
}

/// The pieces that a move lifted and put down. A pass changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The piece that moved, where it stood (promotion: as it was before).
    pub lifted: Option<Placed>,
    /// The piece that was captured.
    pub captured: Option<Placed>,
    /// The piece that moved or was dropped, where it stands now.
    pub placed: Option<Placed>,
    /// The hand of the side that moved, after a capture or a drop.
    pub hand: Option<HandChange>,
}

impl Change {
    /// A pass.
    pub const NONE: Self = Self { lifted: None, captured: None, placed: None, hand: None };

    /// The change that a move of the side to move would make.
    #[inline]
    pub fn by(position: &Position, mv: Move) -> Self {
        let us = position.turn();
        let held = |kind| position.hand(us).count(kind) as u8;
        let to = |kind| Some(Placed { piece: Piece::new(us, kind), square: mv.to() });
        if let Some(kind) = mv.dropped() {
            let before = held(kind);
            let hand = HandChange { color: us, kind, before, after: before.saturating_sub(1) };
            return Self { placed: to(kind.kind()), hand: Some(hand), ..Self::NONE };
        }
        let lifted = mv.from().and_then(|square| {
            let piece = position.piece_on(square)?;
            Some(Placed { piece, square })
        });
        let Some(moved) = lifted.map(|lifted| lifted.piece.kind()) else { return Self::NONE };
        let placed = to(if mv.is_promotion() { moved.promoted() } else { moved });
        let captured = position.piece_on(mv.to()).map(|piece| Placed { piece, square: mv.to() });
        let hand = captured.and_then(|captured| captured.piece.kind().in_hand()).map(|kind| {
            let before = held(kind);
            HandChange { color: us, kind, before, after: before + 1 }
        });
        Self { lifted, captured, placed, hand }
    }

    /// The change made by the position's last move or pass.
    #[inline]
    pub fn last(position: &Position) -> Self {
        let Some(mv) = position.last_move() else { return Self::NONE };
        let us = !position.turn();
        let to = mv.to();
        let Some(piece) = position.piece_on(to) else { return Self::NONE };
        let placed = Some(Placed { piece, square: to });
        let Some(from) = mv.from() else {
            let hand = piece.kind().in_hand().map(|kind| {
                let after = position.hand(us).count(kind) as u8;
                HandChange { color: us, kind, before: after + 1, after }
            });
            return Self { lifted: None, captured: None, placed, hand };
        };
        let before =
            if mv.is_promotion() { Piece::new(us, piece.kind().unpromoted()) } else { piece };
        let lifted = Some(Placed { piece: before, square: from });
        let (mut captured, mut hand) = (None, None);
        if let Some(taken) = position.last_captured() {
            captured = Some(Placed { piece: taken, square: to });
            hand = taken.kind().in_hand().map(|kind| {
                let after = position.hand(us).count(kind) as u8;
                HandChange { color: us, kind, before: after - 1, after }
            });
        }
        Self { lifted, captured, placed, hand }
    }

    /// The side whose king moved.
    #[inline]
    pub fn moved_king(&self) -> Option<Color> {
        let piece = self.lifted?.piece;
        (piece.kind() == PieceKind::King).then(|| piece.color())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games;

    /// The change is the same whether it is foreseen or read off afterwards.
    #[test]
    fn before_is_after() {
        random_games::visit(9, 20, 200, |game| {
            for mv in &game.legal_moves() {
                let foreseen = Change::by(game, mv);
                let mut after = game.clone();
                after.play(mv);
                assert_eq!(foreseen, Change::last(&after), "{mv} in {game}");
            }
        });
    }

    #[test]
    fn a_promoting_capture() {
        let mut position = Position::startpos();
        for usi in ["7g7f", "3c3d", "8h2b+"] {
            position.play(usi.parse().unwrap());
        }
        let change = Change::last(&position);
        let placed = |kind, color, square: &str| {
            Some(Placed { piece: Piece::new(color, kind), square: square.parse().unwrap() })
        };
        assert_eq!(change.lifted, placed(PieceKind::Bishop, Color::Black, "8h"));
        assert_eq!(change.captured, placed(PieceKind::Bishop, Color::White, "2b"));
        assert_eq!(change.placed, placed(PieceKind::Horse, Color::Black, "2b"));
        let hand = change.hand.unwrap();
        assert_eq!((hand.color, hand.kind), (Color::Black, HandKind::Bishop));
        assert_eq!((hand.before, hand.after), (0, 1));
        position.pass();
        assert_eq!(Change::last(&position), Change::NONE);
    }
}
