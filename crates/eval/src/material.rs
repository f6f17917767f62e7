//! Piece values, and the evaluator that uses nothing else.
//!
//! Source:  G (Gekisashi 2005), table 2; B (Bonanza 2006) with the values that its last version
//!          learned; YaneuraOu's, which are Apery's, for nn.bin networks
//! Here:    a piece counts as much in hand as unpromoted on the board, as in the papers

use shogi::{Color, ExchangeValues, HandKind, PieceKind, Position};

use crate::change::Change;
use crate::evaluator::Evaluator;
use crate::value::Eval;

/// A value for each kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValues([i16; PieceKind::TABLE]);

/// Values by kind: P L N S B R G, then +P +L +N +S +B +R.
const fn values(unpromoted: [i16; 7], promoted: [i16; 6]) -> PieceValues {
    let mut table = [0; PieceKind::TABLE];
    let mut index = 0;
    while index < 7 {
        table[PieceKind::Pawn.index() + index] = unpromoted[index];
        index += 1;
    }
    index = 0;
    while index < 6 {
        table[PieceKind::ProPawn.index() + index] = promoted[index];
        index += 1;
    }
    PieceValues(table)
}

impl PieceValues {
    /// Gekisashi's (paper G, table 2).
    pub const GEKISASHI: Self =
        values([100, 400, 400, 550, 800, 950, 600], [600, 600, 600, 600, 1150, 1300]);

    /// Bonanza's, learned from game records; the exchange of a pawn is worth about two pawns of 87
    /// (papers B and E).
    pub const BONANZA: Self =
        values([87, 232, 257, 369, 569, 642, 444], [534, 489, 510, 495, 827, 945]);

    /// YaneuraOu's (after Apery), in the unit of nn.bin networks: a pawn is 90.
    pub const NETWORK: Self =
        values([90, 315, 405, 495, 855, 990, 540], [540, 540, 540, 540, 945, 1395]);

    /// The named sets.
    pub const SETS: [(&'static str, Self); 3] =
        [("gekisashi", Self::GEKISASHI), ("bonanza", Self::BONANZA), ("network", Self::NETWORK)];

    /// Values as a function of the kind; the king has none.
    pub fn new(value: impl Fn(PieceKind) -> i16) -> Self {
        let mut table = [0; PieceKind::TABLE];
        for kind in PieceKind::ALL {
            if kind != PieceKind::King {
                table[kind.index()] = value(kind);
            }
        }
        Self(table)
    }

    /// The named set, if there is one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::SETS.into_iter().find(|(known, _)| *known == name).map(|(_, values)| values)
    }

    /// The value of a piece on the board.
    #[inline(always)]
    pub const fn on_board(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()] as i32
    }

    /// In hand.
    #[inline(always)]
    pub const fn in_hand(&self, kind: HandKind) -> i32 {
        self.0[kind.index()] as i32
    }

    /// The swing when a piece is captured: its owner loses it, the captor holds it.
    #[inline]
    pub const fn exchange(&self, kind: PieceKind) -> i32 {
        match kind.in_hand() {
            Some(held) => self.on_board(kind) + self.in_hand(held),
            None => 0,
        }
    }

    /// The gain of a piece of this kind by promoting.
    #[inline]
    pub const fn promotion(&self, kind: PieceKind) -> i32 {
        self.on_board(kind.promoted()) - self.on_board(kind)
    }

    /// Exchange values for the rules' static exchange evaluation, and for futility margins.
    pub fn exchange_values(&self) -> ExchangeValues {
        ExchangeValues::new(|kind| self.exchange(kind))
    }

    /// The sum of a side's pieces, on the board and in hand.
    pub fn of_side(&self, position: &Position, color: Color) -> i32 {
        let board: i32 = PieceKind::ALL
            .into_iter()
            .map(|kind| self.on_board(kind) * position.pieces_of(color, kind).len() as i32)
            .sum();
        let hand: i32 = position
            .hand(color)
            .iter()
            .map(|(kind, count)| self.in_hand(kind) * count as i32)
            .sum();
        board + hand
    }

    /// Black's material less White's.
    pub fn balance(&self, position: &Position) -> i32 {
        self.of_side(position, Color::Black) - self.of_side(position, Color::White)
    }

    /// By how much a change improves Black's balance.
    #[inline]
    pub fn swing(&self, change: &Change) -> i32 {
        let (Some(lifted), Some(placed)) = (change.lifted, change.placed) else { return 0 };
        let mut gain = self.on_board(placed.piece.kind()) - self.on_board(lifted.piece.kind());
        if let Some(captured) = change.captured {
            gain += self.exchange(captured.piece.kind());
        }
        match placed.piece.color() {
            Color::Black => gain,
            Color::White => -gain,
        }
    }
}

/// Counts material.
#[derive(Clone, Debug)]
pub struct Material {
    values: PieceValues,
    /// Black's balance after each ply since the reset.
    balances: Vec<i32>,
}

impl Material {
    /// With these values.
    pub fn new(values: PieceValues) -> Self {
        Self { values, balances: vec![0] }
    }

    /// The values.
    pub fn values(&self) -> &PieceValues {
        &self.values
    }

    fn present(&self) -> i32 {
        *self.balances.last().expect("a reset leaves one entry")
    }
}

/// With Gekisashi's values.
impl Default for Material {
    fn default() -> Self {
        Self::new(PieceValues::GEKISASHI)
    }
}

impl Evaluator for Material {
    fn reset(&mut self, position: &Position) {
        self.balances.clear();
        self.balances.push(self.values.balance(position));
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        let swing = self.values.swing(&Change::last(position));
        self.balances.push(self.present() + swing);
    }

    #[inline]
    fn passed(&mut self, _: &Position) {
        self.balances.push(self.present());
    }

    #[inline]
    fn taken_back(&mut self) {
        assert!(self.balances.len() > 1, "nothing has been played since the reset");
        self.balances.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Eval {
        Eval::from_black(self.present(), position.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges() {
        let values = PieceValues::GEKISASHI;
        assert_eq!(values.exchange(PieceKind::Gold), 1200);
        assert_eq!(values.exchange(PieceKind::ProPawn), 700);
        assert_eq!(values.promotion(PieceKind::Rook), 350);
        assert_eq!(values.promotion(PieceKind::Gold), 0);
        assert_eq!(PieceValues::named("bonanza"), Some(PieceValues::BONANZA));
        assert_eq!(PieceValues::named("unknown"), None);
    }

    #[test]
    fn bonanza_keeps_the_sum_of_its_learner() {
        let kinds = PieceKind::ALL;
        let sum: i32 = kinds.iter().map(|&kind| PieceValues::BONANZA.on_board(kind)).sum();
        assert_eq!(sum, 6400);
    }

    #[test]
    fn even_at_the_start() {
        for (_, values) in PieceValues::SETS {
            assert_eq!(values.balance(&Position::startpos()), 0);
        }
    }
}
