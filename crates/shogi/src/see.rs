//! Static exchange evaluation: what a move wins or loses if both sides take and retake on its
//! destination, cheapest piece first, and stop when it does not pay.
//!
//! Pinned pieces take part only along their line. Promotions during the exchange are left out;
//! a move that promotes puts the promoted piece at stake.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::Move;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;

/// What taking a piece of each kind is worth. This crate has no opinion on the figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeValues([i32; PieceKind::TABLE]);

impl ExchangeValues {
    /// Values as a function of the kind. The king's counts only where a pseudo-legal move of the
    /// king steps into check.
    pub fn new(value: impl Fn(PieceKind) -> i32) -> Self {
        let mut values = [0; PieceKind::TABLE];
        for kind in PieceKind::ALL {
            values[kind.index()] = value(kind);
        }
        Self(values)
    }

    /// What taking a piece of the kind is worth.
    #[inline(always)]
    pub const fn of(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }
}

/// Kinds from the one to lose first to the one to lose last.
const CHEAPEST_FIRST: [PieceKind; 14] = [
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::ProPawn,
    PieceKind::ProLance,
    PieceKind::ProKnight,
    PieceKind::Silver,
    PieceKind::ProSilver,
    PieceKind::Gold,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Dragon,
    PieceKind::King,
];

/// The most captures on one square: every piece of a set but one.
const LONGEST: usize = 40;

/// The pieces that can still take on a square, with lines opening as pieces leave.
struct Exchange<'a> {
    board: &'a Board,
    to: Square,
    occupied: Bitboard,
    /// Pieces bound to a line that does not lead to the square.
    pinned: Bitboard,
}

impl<'a> Exchange<'a> {
    #[inline(always)]
    fn new(board: &'a Board, mv: Move) -> Self {
        let to = mv.to();
        let mut occupied = board.occupied() | Bitboard::of(to);
        if let Some(from) = mv.from() {
            occupied = occupied - Bitboard::of(from);
        }
        let pinned = Color::ALL
            .into_iter()
            .map(|color| match board.king(color) {
                Some(king) => board
                    .king_danger(color)
                    .pinned
                    .into_iter()
                    .filter(|&from| !attacks::line(king, from).has(to))
                    .collect(),
                None => Bitboard::EMPTY,
            })
            .fold(Bitboard::EMPTY, Bitboard::union);
        Self { board, to, occupied, pinned }
    }

    /// Takes the cheapest attacker of a side off the board. A king takes only what is no longer
    /// defended.
    #[inline(always)]
    fn next_attacker(&mut self, side: Color) -> Option<PieceKind> {
        let attackers = self.attackers(side);
        if attackers.is_empty() {
            return None;
        }
        for kind in CHEAPEST_FIRST {
            let Some(from) = (attackers & self.board.of_kind(kind)).first() else { continue };
            if kind == PieceKind::King && !self.reaching(!side).is_empty() {
                return None;
            }
            self.occupied = self.occupied - Bitboard::of(from);
            return Some(kind);
        }
        None
    }

    fn attackers(&self, side: Color) -> Bitboard {
        self.reaching(side) - self.pinned
    }

    /// Attackers, pinned ones included: they guard against a king all the same.
    fn reaching(&self, side: Color) -> Bitboard {
        (self.board.attackers(side, self.to, self.occupied) & self.occupied) - Bitboard::of(self.to)
    }
}

impl Position {
    /// What the pseudo-legal move wins (or loses, if negative) in exchanges on its destination.
    pub fn see(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let board = self.board();
        let mut exchange = Exchange::new(board, mv);
        let mut gains = [0; LONGEST];
        gains[0] = captured_value(board, mv, values);
        let mut at_stake = kind_after(board, mv);
        let mut side = !self.turn();
        let mut length = 1;
        while length < LONGEST {
            let Some(attacker) = exchange.next_attacker(side) else { break };
            gains[length] = values.of(at_stake) - gains[length - 1];
            at_stake = attacker;
            side = !side;
            length += 1;
        }
        // Going back, each side takes only if that is better than to stop.
        for n in (1..length).rev() {
            gains[n - 1] = gains[n - 1].min(-gains[n]);
        }
        gains[0]
    }

    /// Is [`Self::see`] at least the threshold? Stops as soon as that is clear.
    pub fn see_at_least(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        let board = self.board();
        // `balance` is what the side that has just taken is ahead of its aim if nothing follows.
        let mut balance = captured_value(board, mv, values) - threshold;
        if balance < 0 {
            return false;
        }
        let mut at_stake = kind_after(board, mv);
        if balance >= values.of(at_stake) {
            return true;
        }
        let us = self.turn();
        let mut exchange = Exchange::new(board, mv);
        let mut side = us;
        loop {
            // `side` has just taken and reached its aim; can the other side spoil that?
            side = !side;
            let Some(attacker) = exchange.next_attacker(side) else { return side != us };
            // Our aim is to reach the threshold, theirs to stay below it by one.
            balance = values.of(at_stake) - balance - 1;
            if balance < 0 {
                return side != us;
            }
            at_stake = attacker;
        }
    }
}

fn captured_value(board: &Board, mv: Move, values: &ExchangeValues) -> i32 {
    board.piece_on(mv.to()).map_or(0, |piece| values.of(piece.kind()))
}

/// What stands on the destination after the move.
fn kind_after(board: &Board, mv: Move) -> PieceKind {
    let kind = match (mv.from(), mv.dropped()) {
        (Some(from), _) => board.piece_on(from).map_or(PieceKind::Pawn, |piece| piece.kind()),
        (None, dropped) => dropped.map_or(PieceKind::Pawn, HandKind::kind),
    };
    if mv.is_promotion() { kind.promoted() } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pawn 1, lance 3, knight 4, silver 5, gold and promoted small pieces 6, bishop 8, rook 10,
    /// horse 11, dragon 13.
    fn values() -> ExchangeValues {
        ExchangeValues::new(|kind| match kind {
            PieceKind::Pawn => 1,
            PieceKind::Lance => 3,
            PieceKind::Knight => 4,
            PieceKind::Silver => 5,
            PieceKind::Bishop => 8,
            PieceKind::Rook => 10,
            PieceKind::Horse => 11,
            PieceKind::Dragon => 13,
            PieceKind::King => 100,
            _ => 6,
        })
    }

    #[test]
    fn exchanges_worked_out_by_hand() {
        for (what, sfen, mv, value) in [
            ("a free pawn", "k8/9/9/4p4/9/4R4/9/9/4K4 b - 1", "5f5d", 1),
            ("nothing taken, nothing lost", "k8/9/9/9/9/4R4/9/9/4K4 b - 1", "5f5d", 0),
            ("a defended pawn", "4k4/9/4s4/4p4/9/4R4/9/9/4K4 b - 1", "5f5d", 1 - 10),
            ("a lance behind the rook", "4k4/9/4s4/4p4/9/4R4/4L4/9/4K4 b - 1", "5f5d", 1 - 10 + 5),
            ("their lance behind", "4k4/4l4/4s4/4p4/9/4R4/4L4/9/4K4 b - 1", "5f5d", 1 - 10 + 5 - 3),
            ("a drop that is taken", "4k4/9/9/3p5/9/9/9/9/4K4 b G 1", "G*6e", -6),
            ("a protected drop", "4k4/9/9/3p5/9/3S5/9/9/4K4 b G 1", "G*6e", -6 + 1),
            ("a pinned defender", "4k4/9/4g4/3p5/9/2N6/9/4R4/4K4 b - 1", "7f6d", 1),
            ("the same unpinned", "4k4/9/4g4/3p5/9/2N6/9/9/4K4 b - 1", "7f6d", 1 - 4),
            (
                "a pinned piece guards against the king",
                "4k4/9/2s1g4/3p5/3K5/2N6/9/4R4/9 b - 1",
                "7f6d",
                1 - 4,
            ),
            ("the king would take last", "4k4/9/2s6/3p5/3K5/2N6/9/9/9 b - 1", "7f6d", 1),
            ("a promoted pawn at stake", "4k4/6g2/6s2/6P2/9/9/9/9/4K4 b - 1", "3d3c+", 5 - 6),
            ("an unpromoted one", "4k4/6g2/6s2/6P2/9/9/9/9/4K4 b - 1", "3d3c", 5 - 1),
            ("not retaking is better", "k8/4r4/9/4p4/9/4P4/4L4/9/4K4 b - 1", "5f5e", -1),
        ] {
            let position: Position = sfen.parse().unwrap();
            let mv = position.parse_legal_move(mv).unwrap();
            assert_eq!(position.see(mv, &values()), value, "{what}");
            for threshold in value - 2..=value + 2 {
                let expected = value >= threshold;
                assert_eq!(position.see_at_least(mv, threshold, &values()), expected, "{what}");
            }
        }
    }
}
