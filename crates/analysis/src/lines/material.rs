//! Pieces captured along a line, as counts of kinds; equal kinds cancel.

use std::collections::BTreeMap;

use shogi::{HandKind, Move, PieceKind, Position};

use super::values::piece_values;

/// Captured pieces of each kind, unpromoted. `first` is the side that moves first in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Captured {
    /// Pieces that the first side captured, by `HandKind::index`.
    first: [u8; HandKind::TABLE],
    /// Pieces that the other side captured.
    other: [u8; HandKind::TABLE],
}

/// What the captures of a line amount to for the side that moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The pieces won, the most valuable first; what was lost of the same kind is taken off.
    pub won: Vec<HandKind>,
    /// The pieces lost, the most valuable first.
    pub lost: Vec<HandKind>,
    /// The value of the pieces won less that of the pieces lost.
    pub points: i32,
}

/// The kinds in descending value.
const BY_VALUE: [HandKind; 7] = [
    HandKind::Rook,
    HandKind::Bishop,
    HandKind::Gold,
    HandKind::Silver,
    HandKind::Knight,
    HandKind::Lance,
    HandKind::Pawn,
];

impl Captured {
    /// Captures as a report keeps them: letters of kinds with their numbers; none if a letter is
    /// unknown or a number too large.
    pub fn from_letters(
        first: &BTreeMap<String, u32>,
        other: &BTreeMap<String, u32>,
    ) -> Option<Self> {
        let read = |letters: &BTreeMap<String, u32>| {
            let mut counts = [0; HandKind::TABLE];
            for (letter, &count) in letters {
                let kind = BY_VALUE.iter().find(|kind| kind.kind().to_string() == *letter)?;
                counts[kind.index()] = u8::try_from(count).ok()?;
            }
            Some(counts)
        };
        Some(Self { first: read(first)?, other: read(other)? })
    }

    /// Counts a move that is about to be played in the position, by the first side or the other.
    pub fn add(&mut self, position: &Position, mv: Move, by_first: bool) {
        let captured = position.piece_on(mv.to()).and_then(|piece| piece.kind().in_hand());
        if let Some(kind) = captured {
            let counts = if by_first { &mut self.first } else { &mut self.other };
            counts[kind.index()] += 1;
        }
    }

    /// The exchange that the captures amount to.
    pub fn exchange(&self) -> Exchange {
        let mut exchange = Exchange { won: Vec::new(), lost: Vec::new(), points: 0 };
        for kind in BY_VALUE {
            let (won, lost) = (self.first[kind.index()], self.other[kind.index()]);
            exchange.points += piece_values().in_hand(kind) * (i32::from(won) - i32::from(lost));
            let surplus = |more: u8, less: u8| usize::from(more.saturating_sub(less));
            exchange.won.extend(std::iter::repeat_n(kind, surplus(won, lost)));
            exchange.lost.extend(std::iter::repeat_n(kind, surplus(lost, won)));
        }
        exchange
    }

    /// The kinds and numbers that the first side captured, then those of the other side.
    pub fn counts(&self) -> [Vec<(HandKind, u32)>; 2] {
        [&self.first, &self.other].map(|counts| {
            let held = BY_VALUE.iter().map(|&kind| (kind, u32::from(counts[kind.index()])));
            held.filter(|&(_, count)| count > 0).collect()
        })
    }
}

impl Exchange {
    /// Is it one big piece against two or more generals, either way?
    pub fn is_two_for_one(&self) -> bool {
        let is_big = |kinds: &[HandKind]| {
            matches!(kinds.iter().filter(|kind| is_piece(**kind)).collect::<Vec<_>>()[..],
                [kind] if matches!(kind, HandKind::Rook | HandKind::Bishop))
        };
        let are_generals = |kinds: &[HandKind]| {
            let pieces: Vec<_> = kinds.iter().filter(|kind| is_piece(**kind)).collect();
            pieces.len() == 2
                && pieces.iter().all(|kind| matches!(kind, HandKind::Gold | HandKind::Silver))
        };
        (is_big(&self.won) && are_generals(&self.lost))
            || (is_big(&self.lost) && are_generals(&self.won))
    }

    /// One piece against one of another kind, pawns apart: what was lost and what was won for it.
    pub fn one_for_one(&self) -> Option<(HandKind, HandKind)> {
        let pieces = |kinds: &[HandKind]| {
            kinds.iter().copied().filter(|&kind| is_piece(kind)).collect::<Vec<_>>()
        };
        match (&pieces(&self.lost)[..], &pieces(&self.won)[..]) {
            (&[lost], &[won]) => Some((lost, won)),
            _ => None,
        }
    }

    /// The pieces lost for nothing but pawns; none if something was won for them.
    pub fn lost_outright(&self) -> Option<&[HandKind]> {
        (!self.lost.is_empty() && !self.won.iter().any(|&kind| is_piece(kind)))
            .then_some(&self.lost[..])
    }

    /// The pieces won for nothing but pawns; none if something was lost for them.
    pub fn won_outright(&self) -> Option<&[HandKind]> {
        (!self.won.is_empty() && !self.lost.iter().any(|&kind| is_piece(kind)))
            .then_some(&self.won[..])
    }
}

/// Is it more than a pawn?
fn is_piece(kind: HandKind) -> bool {
    kind.kind() != PieceKind::Pawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(won: &[HandKind], lost: &[HandKind]) -> Exchange {
        let mut captured = Captured::default();
        for kind in won {
            captured.first[kind.index()] += 1;
        }
        for kind in lost {
            captured.other[kind.index()] += 1;
        }
        captured.exchange()
    }

    #[test]
    fn equal_kinds_cancel() {
        use HandKind::{Bishop, Gold, Pawn, Rook, Silver};
        let even = exchange(&[Bishop, Pawn], &[Bishop]);
        assert_eq!((even.won.as_slice(), even.lost.len(), even.points), (&[Pawn][..], 0, 90));
        let two = exchange(&[Gold, Silver, Pawn], &[Rook]);
        assert!(two.is_two_for_one() && two.one_for_one().is_none());
        assert_eq!(two.points, 540 + 495 + 90 - 990);
        let unequal = exchange(&[Silver], &[Bishop]);
        assert_eq!(unequal.one_for_one(), Some((Bishop, Silver)));
        assert!(unequal.lost_outright().is_none() && !unequal.is_two_for_one());
        assert_eq!(exchange(&[Pawn], &[Silver]).lost_outright(), Some(&[Silver][..]));
        assert_eq!(exchange(&[Rook], &[]).won_outright(), Some(&[Rook][..]));
    }
}
