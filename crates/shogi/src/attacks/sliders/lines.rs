//! Sliding pieces line by line, with the bit gathering instructions of BMI2.
//!
//! A line (file, rank or diagonal) has at most nine squares. PEXT gathers its occupancy into
//! nine adjacent bits, one small table shared by all lines holds the attacks on them, and PDEP
//! spreads the answer over the line again. The tables stay in the first-level cache, where the
//! usual tables per square and occupancy would fill the second.
#![allow(unsafe_code)]

use std::arch::x86_64::{_pdep_u64, _pext_u64};

use crate::attacks::geometry::{self, Steps};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// A line through a square.
#[derive(Clone, Copy)]
struct Line {
    /// The line's squares in each half of the bitboard, the square itself included.
    low: u64,
    high: u64,
    /// How many squares of the line are in the low half.
    split: u32,
    /// The row of the attack table for the square's place in the line.
    place: u32,
}

const fn line_through(square: Square, steps: Steps) -> Line {
    let bits =
        geometry::slides_from(square, steps, Color::Black, Bitboard::EMPTY).with(square).bits();
    let before = bits & ((1 << square.index()) - 1);
    Line {
        low: bits as u64,
        high: (bits >> 64) as u64,
        split: (bits as u64).count_ones(),
        place: before.count_ones(),
    }
}

const fn lines(first: Steps, second: Steps) -> [[Line; 2]; 81] {
    let mut table = [[Line { low: 0, high: 0, split: 0, place: 0 }; 2]; 81];
    let mut index = 0;
    while index < 81 {
        if let Some(square) = Square::from_index(index) {
            table[index] = [line_through(square, first), line_through(square, second)];
        }
        index += 1;
    }
    table
}

static BISHOP: [[Line; 2]; 81] = lines(&[(1, 1), (-1, -1)], &[(1, -1), (-1, 1)]);
static ROOK: [[Line; 2]; 81] = lines(&[(0, 1), (0, -1)], &[(1, 0), (-1, 0)]);

/// For each place on a line and each occupancy of its nine squares, the squares attacked.
static ATTACKS: [[u16; 512]; 9] = {
    let mut table = [[0; 512]; 9];
    let mut place = 0;
    while place < 9 {
        let mut occupied = 0;
        while occupied < 512 {
            let mut attacked = 0;
            let mut to = place;
            while to > 0 {
                to -= 1;
                attacked |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
            }
            to = place;
            while to < 8 {
                to += 1;
                attacked |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
            }
            table[place][occupied] = attacked;
            occupied += 1;
        }
        place += 1;
    }
    table
};

#[inline(always)]
fn along(line: &Line, occupied: Bitboard) -> u128 {
    let (low, high) = (occupied.bits() as u64, (occupied.bits() >> 64) as u64);
    // SAFETY: this module is compiled only where BMI2 is part of the target.
    let gathered =
        unsafe { _pext_u64(low, line.low) | _pext_u64(high, line.high) << (line.split & 63) };
    // SAFETY: a line has at most nine squares, so its occupancy is below 512 and a place below 9.
    let attacked =
        unsafe { *ATTACKS.get_unchecked(line.place as usize).get_unchecked(gathered as usize) };
    let attacked = u64::from(attacked);
    // SAFETY: as above.
    let (low, high) = unsafe {
        (_pdep_u64(attacked, line.low), _pdep_u64(attacked >> (line.split & 63), line.high))
    };
    u128::from(low) | u128::from(high) << 64
}

#[inline(always)]
fn both(lines: &[Line; 2], occupied: Bitboard) -> Bitboard {
    Bitboard::from_bits_truncated(along(&lines[0], occupied) | along(&lines[1], occupied))
}

/// Squares a bishop attacks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    both(&BISHOP[square.index()], occupied)
}

/// Squares a rook attacks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    both(&ROOK[square.index()], occupied)
}
