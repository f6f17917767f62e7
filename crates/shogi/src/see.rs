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
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::square::Square;

/// The worth of taking a piece of each kind. This crate has no opinion on the figures.
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

    /// The worth of taking a piece of the kind.
    #[inline(always)]
    pub const fn of(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }
}

/// The place of each kind among those to lose first: the cheapest takes first, the king last.
const COST_ORDER: [u8; PieceKind::TABLE] = {
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
    let mut order = [0; PieceKind::TABLE];
    let mut place = 0;
    while place < CHEAPEST_FIRST.len() {
        order[CHEAPEST_FIRST[place].index()] = place as u8;
        place += 1;
    }
    order
};

/// The most captures on one square: every piece of a set but one.
const LONGEST: usize = 40;

/// The pieces that can still take on a square, with lines opening as pieces leave.
struct Exchange<'a> {
    board: &'a Board,
    to: Square,
    occupied: Bitboard,
    /// Both sides' pieces that reach the square; pinned ones too, as they guard against a king.
    reaching: Bitboard,
    /// Pieces bound to a line that does not lead to the square.
    pinned: Bitboard,
}

impl<'a> Exchange<'a> {
    #[inline]
    fn new(position: &'a Position, mv: Move) -> Self {
        let board = position.board();
        let to = mv.to();
        let mut occupied = board.occupied() | Bitboard::of(to);
        if let Some(from) = mv.from() {
            occupied = occupied - Bitboard::of(from);
        }
        let reaching = (board.attackers_of_both(to, occupied) & occupied) - Bitboard::of(to);
        let us = position.turn();
        let bound_elsewhere = |pinned: Bitboard, color: Color| match board.king(color) {
            Some(king) if !pinned.is_empty() => {
                pinned.into_iter().filter(|&from| !attacks::line(king, from).has(to)).collect()
            }
            _ => Bitboard::EMPTY,
        };
        let pinned = bound_elsewhere(position.pinned(), us)
            | bound_elsewhere(position.check_squares().pinned(), !us);
        Self { board, to, occupied, reaching, pinned }
    }

    /// Takes the cheapest attacker of a side off the board. A king takes only a piece that is
    /// no longer defended.
    #[inline]
    fn next_attacker(&mut self, side: Color) -> Option<PieceKind> {
        let attackers = (self.reaching & self.board.of(side)) - self.pinned;
        let kinds = attackers
            .into_iter()
            .filter_map(|from| Some((from, self.board.piece_on(from)?.kind())));
        let (from, kind) = kinds.min_by_key(|(_, kind)| COST_ORDER[kind.index()])?;
        if kind == PieceKind::King && self.reaching.meets(self.board.of(!side)) {
            return None;
        }
        self.leave(from);
        Some(kind)
    }

    /// The piece on `from` takes; what stood behind it on its line comes into reach.
    #[inline]
    fn leave(&mut self, from: Square) {
        self.occupied = self.occupied - Bitboard::of(from);
        let mut behind = Bitboard::EMPTY;
        if attacks::bishop_rays(self.to).has(from) {
            let sliders = self.board.diagonal_sliders() & attacks::bishop_rays(self.to);
            if sliders.meets(self.occupied) {
                behind = attacks::bishop_attacks(self.to, self.occupied) & sliders;
            }
        } else if attacks::rook_rays(self.to).has(from) {
            let sliders = self.board.orthogonal_reaching(self.to);
            if sliders.meets(self.occupied) {
                behind = attacks::rook_attacks(self.to, self.occupied) & sliders;
            }
        }
        self.reaching = (self.reaching | behind) & self.occupied;
    }
}

impl Position {
    /// The gain of a pseudo-legal move in exchanges on its destination; a loss is negative.
    ///
    /// # Examples
    /// ```
    /// use shogi::{ExchangeValues, PieceKind, Position};
    ///
    /// let values = ExchangeValues::new(|kind| match kind {
    ///     PieceKind::Pawn => 1,
    ///     PieceKind::Silver => 5,
    ///     _ => 10,
    /// });
    /// // The rook takes a pawn that a silver guards.
    /// let position: Position = "4k4/9/4s4/4p4/9/4R4/9/9/4K4 b - 1".parse()?;
    /// assert_eq!(position.see("5f5d".parse()?, &values), 1 - 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn see(&self, mv: Move, values: &ExchangeValues) -> i32 {
        let board = self.board();
        let mut exchange = Exchange::new(self, mv);
        let mut gains = [0; LONGEST];
        gains[0] = captured_value(board, mv, values);
        let mut at_stake = self.kind_after(mv);
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
        let mut at_stake = self.kind_after(mv);
        if balance >= values.of(at_stake) {
            return true;
        }
        let us = self.turn();
        let mut exchange = Exchange::new(self, mv);
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

    fn kind_after(&self, mv: Move) -> PieceKind {
        self.piece_after(mv).map_or(PieceKind::Pawn, Piece::kind)
    }
}

fn captured_value(board: &Board, mv: Move, values: &ExchangeValues) -> i32 {
    board.piece_on(mv.to()).map_or(0, |piece| values.of(piece.kind()))
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
