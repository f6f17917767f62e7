//! A list of moves on the stack, long enough for every position.
#![allow(unsafe_code)]

use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Deref;

use super::sink::{DropBatch, Sink};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::Move;
use crate::square::Square;

/// The most moves a position has: 593 legal ones are known to be the maximum; pseudo-legal moves
/// of a crowded position with every piece pinned stay below as well.
const MOST_MOVES: usize = 593;
/// Drops are written in batches of eight, of which the last may stick out over the end.
const CAPACITY: usize = MOST_MOVES + 8 + 7;

/// Moves in the order in which they were generated. Holds no heap memory.
pub struct MoveList {
    moves: [MaybeUninit<Move>; CAPACITY],
    len: usize,
}

impl MoveList {
    /// No moves.
    #[inline(always)]
    pub fn new() -> Self {
        Self { moves: [const { MaybeUninit::uninit() }; CAPACITY], len: 0 }
    }

    /// Forgets the moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list is full, which no set of different moves of one position makes it.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = MaybeUninit::new(mv);
        self.len += 1;
    }

    /// Keeps only the moves that `keep` says yes to, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self[index];
            if keep(mv) {
                self.moves[kept] = MaybeUninit::new(mv);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` moves have been written, and `len` is within the array;
        // `MaybeUninit<Move>` has the layout of `Move`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, origin: u16, to: Bitboard) {
        to.for_each(|to| self.push(Move::from_origin(origin, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, color: Color, to: Bitboard, promote: bool) {
        to.for_each(|to| {
            let from = match color {
                Color::Black => Square::from_index(to.index() + 1),
                Color::White => Square::from_index(to.index().wrapping_sub(1)),
            };
            let Some(from) = from else { return };
            let origin =
                if promote { Move::promoting_origin_bits(from) } else { Move::origin_bits(from) };
            self.push(Move::from_origin(origin, to));
        });
    }

    #[inline(always)]
    fn drops(&mut self, batch: DropBatch, to: Bitboard) {
        to.for_each(|to| {
            let moves = batch.to(to);
            let end = self.len + moves.len();
            assert!(end <= CAPACITY);
            // SAFETY: the assertion keeps all eight inside the array. Only the first `batch.len`
            // become part of the list; the rest are overwritten or never read.
            unsafe {
                self.moves.as_mut_ptr().add(self.len).cast::<[Move; 8]>().write_unaligned(moves);
            }
            self.len += batch.len();
        });
    }
}
