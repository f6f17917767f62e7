//! A list of moves on the stack, long enough for every position.
#![allow(unsafe_code)]

use std::fmt;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

use super::sink::{DropBatch, Sink};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::Move;
use crate::square::Square;

/// More moves than any position has. The most known are 593, and 599 without the other king; this
/// bound is crude but sure, and holds for pseudo-legal moves too: seven kinds dropped on 81
/// squares, and each piece of a set on the board with its most destinations, promoted or not.
const MOST_MOVES: usize = 7 * 81 + (18 * 6 + 4 * 11 + 4 * 6 + 4 * 10 + 4 * 6 + 2 * 32 + 2 * 32 + 8);
/// The most moves of one batch, and the width of a vector of drops that may stick out.
const LARGEST_BATCH: usize = 7 * 81 + 8;
const CAPACITY: usize = MOST_MOVES + LARGEST_BATCH;

/// Moves in the order in which they were generated. Holds no heap memory.
pub struct MoveList {
    moves: [MaybeUninit<Move>; CAPACITY],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    pub fn new() -> Self {
        Self { moves: [const { MaybeUninit::uninit() }; CAPACITY], len: 0 }
    }

    /// Removes all moves.
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

    /// Writes one batch of moves: `next` is called for each square and returns how many moves it
    /// wrote at the pointer it was given.
    ///
    /// # Safety
    /// `next` writes at most eight moves and returns at most seven, all of them written.
    #[inline(always)]
    unsafe fn write_batch(
        &mut self,
        to: Bitboard,
        mut next: impl FnMut(*mut Move, Square) -> usize,
    ) {
        // One check for the whole batch keeps the length in a register while it is written.
        assert!(self.len <= MOST_MOVES, "more moves than a position can have");
        let start = self.moves.as_mut_ptr().cast::<Move>();
        let mut len = self.len;
        // SAFETY: a batch has at most 81 squares with seven moves each, for which there is room
        // behind the first `MOST_MOVES`, and for the eighth of the last vector.
        to.for_each(|square| len += next(unsafe { start.add(len) }, square));
        self.len = len;
    }

    /// Takes a move out, if it is there; the others keep their order.
    #[inline]
    pub fn remove(&mut self, mv: Move) {
        if let Some(index) = self.iter().position(|&listed| listed == mv) {
            self.copy_within(index + 1.., index);
            self.len -= 1;
        }
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

/// Gives the moves as a slice that may be sorted.
impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as for `deref`; any move may stand in any place.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
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
        // SAFETY: one move is written and counted; no piece attacks the square it stands on.
        unsafe {
            self.write_batch(to, |place, to| {
                place.write(Move::from_origin_unchecked(origin, to));
                1
            });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, color: Color, to: Bitboard, promote: bool) {
        // SAFETY: one move is written and counted. A pawn arrives from the neighbouring square.
        unsafe {
            self.write_batch(to, |place, to| {
                let from = Square::from_index_unchecked(match color {
                    Color::Black => to.index() as u8 + 1,
                    Color::White => to.index() as u8 - 1,
                });
                let origin = match promote {
                    true => Move::promoting_origin_bits(from),
                    false => Move::origin_bits(from),
                };
                place.write(Move::from_origin_unchecked(origin, to));
                1
            });
        }
    }

    #[inline(always)]
    fn drops(&mut self, batch: DropBatch, to: Bitboard) {
        // SAFETY: eight moves are written, of which the at most seven of the batch are counted.
        unsafe {
            self.write_batch(to, |place, to| {
                place.cast::<[Move; 8]>().write_unaligned(batch.to(to));
                batch.len()
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::position::Position;

    #[test]
    fn there_is_room_for_the_most_moves() {
        let sfen = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
        assert_eq!(sfen.parse::<Position>().unwrap().legal_moves().len(), 593);
    }
}
