//! The uses of generated moves: they are listed, counted, or just noticed.
#![allow(unsafe_code)]

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::Move;
use crate::piece::HandKind;
use crate::square::Square;

/// Takes moves in batches.
pub(super) trait Sink {
    /// One piece to each of the squares; `origin` is all of the move but its destination.
    fn piece(&mut self, origin: u16, to: Bitboard);

    /// Pawns to each of the squares, each from the square behind.
    fn pawns(&mut self, color: Color, to: Bitboard, promote: bool);

    /// Each kind of the batch dropped on each of the squares.
    fn drops(&mut self, batch: DropBatch, to: Bitboard);

    /// Has the sink seen enough? Asked between stages.
    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        false
    }
}

/// Kinds to be dropped on the same squares.
///
/// All drops on one square are made by one vector operation: the bits of the kinds, or'ed with
/// the square in every lane.
#[derive(Clone, Copy)]
pub(super) struct DropBatch {
    bits: [u16; 8],
    len: usize,
}

impl DropBatch {
    pub(super) const EMPTY: Self =
        // The unused lanes need some well-formed move; they never become part of a list.
        Self { bits: [Move::drop_bits(HandKind::Pawn); 8], len: 0 };

    /// The batch of one kind.
    #[inline(always)]
    pub(super) fn of(kind: HandKind) -> Self {
        Self { bits: [Move::drop_bits(kind); 8], len: 1 }
    }

    /// Adds a kind if `held`.
    #[inline(always)]
    pub(super) fn add(&mut self, kind: HandKind, held: bool) {
        self.bits[self.len & 7] = Move::drop_bits(kind);
        self.len += usize::from(held);
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The drops on a square; only the first [`Self::len`] count.
    #[inline(always)]
    pub(super) fn to(&self, square: Square) -> [Move; 8] {
        // SAFETY: all lanes hold the origin of a drop.
        self.bits.map(|bits| unsafe { Move::from_origin_unchecked(bits, square) })
    }
}

/// Counts moves on the board and drops.
#[derive(Default)]
pub(super) struct Count {
    pub(super) moves: u32,
    pub(super) drops: u32,
}

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: u16, to: Bitboard) {
        self.moves += to.len();
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, to: Bitboard, _: bool) {
        self.moves += to.len();
    }

    #[inline(always)]
    fn drops(&mut self, batch: DropBatch, to: Bitboard) {
        self.drops += to.len() * batch.len() as u32;
    }
}

/// Notices whether there is a move at all.
pub(super) struct Any(pub(super) bool);

impl Sink for Any {
    #[inline(always)]
    fn piece(&mut self, _: u16, to: Bitboard) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn pawns(&mut self, _: Color, to: Bitboard, _: bool) {
        self.0 |= !to.is_empty();
    }

    #[inline(always)]
    fn drops(&mut self, batch: DropBatch, to: Bitboard) {
        self.0 |= batch.len() > 0 && !to.is_empty();
    }

    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        self.0
    }
}
