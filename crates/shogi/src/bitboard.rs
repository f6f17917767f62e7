//! Sets of squares: bit `n` of a 128-bit word stands for square number `n`.
#![allow(unsafe_code)]

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::color::Color;
use crate::square::{File, Rank, Square};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(u128);

const FULL: u128 = (1 << 81) - 1;
const RANK_A: u128 =
    1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36 | 1 << 45 | 1 << 54 | 1 << 63 | 1 << 72;

/// One-square sets, looked up rather than shifted: a variable 128-bit shift takes longer.
static SINGLE: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = Bitboard(1 << index);
        index += 1;
    }
    table
};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The whole board.
    pub const FULL: Self = Self(FULL);

    /// The set of one square.
    #[inline(always)]
    pub fn of(square: Square) -> Self {
        SINGLE[square.index()]
    }

    /// A set from its bits.
    ///
    /// # Panics
    /// If a bit above the 81st is set.
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> Self {
        assert!(bits & !FULL == 0);
        Self(bits)
    }

    /// A set from the bits below the 81st.
    #[inline(always)]
    pub(crate) const fn from_bits_truncated(bits: u128) -> Self {
        Self(bits & FULL)
    }

    /// The bits of the set.
    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// All squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(RANK_A << rank.index())
    }

    /// All squares of a file.
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(0x1ff << (9 * file.index()))
    }

    /// The `count` ranks farthest from `color`'s side.
    #[inline]
    pub const fn far_ranks(color: Color, count: usize) -> Self {
        let mut set = 0;
        let mut rank = 0;
        while rank < count && rank < 9 {
            set |= RANK_A << Rank::ALL[rank].seen_by(color).index();
            rank += 1;
        }
        Self(set)
    }

    /// The enemy camp, where `color`'s pieces promote.
    #[inline]
    pub const fn promotion_zone(color: Color) -> Self {
        Self::far_ranks(color, 3)
    }

    /// Is it empty?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Has it two squares or more?
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Is the square in it?
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        self.0 & SINGLE[square.index()].0 != 0
    }

    /// Have the two sets a square in common?
    #[inline(always)]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with one square added; for building tables.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The union, usable in constants.
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// The lowest square.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        // SAFETY: a set has no bit above the 81st, and this one has a bit.
        Some(unsafe { Square::from_index_unchecked(self.0.trailing_zeros() as u8) })
    }

    /// The only square of a set of one.
    #[inline(always)]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// Every square one step towards rank `a` (Black) or `i` (White). No square of the set may
    /// stand on the last rank of that side.
    #[inline(always)]
    pub(crate) const fn forward(self, color: Color) -> Self {
        match color {
            Color::Black => Self(self.0 >> 1),
            Color::White => Self(self.0 << 1 & FULL),
        }
    }

    /// Calls `visit` for each square, low squares first. This is the loop of the move generator.
    #[inline(always)]
    pub(crate) fn for_each(self, mut visit: impl FnMut(Square)) {
        let mut low = self.0 as u64;
        while low != 0 {
            // SAFETY: bits 0 to 63 are squares.
            visit(unsafe { Square::from_index_unchecked(low.trailing_zeros() as u8) });
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            // SAFETY: a set has no bit above the 81st.
            visit(unsafe { Square::from_index_unchecked(64 + high.trailing_zeros() as u8) });
            high &= high - 1;
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The squares of the board that are not in the set.
impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & FULL)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The squares of a set, low squares first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for Squares {
    fn len(&self) -> usize {
        self.0.len() as usize
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// A picture of the board: `#` for a square of the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL {
            writeln!(f)?;
            for file in File::ALL.into_iter().rev() {
                f.write_str(if self.has(Square::new(file, rank)) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_files_partition_the_board() {
        let ranks = Rank::ALL.map(Bitboard::rank);
        let files = File::ALL.map(Bitboard::file);
        for lines in [ranks, files] {
            assert!(lines.iter().all(|line| line.len() == 9));
            assert_eq!(lines.into_iter().fold(Bitboard::EMPTY, BitOr::bitor), Bitboard::FULL);
        }
        for square in Square::all() {
            assert!(ranks[square.rank().index()].has(square));
            assert!(files[square.file().index()].has(square));
        }
    }

    #[test]
    fn both_ways_of_walking_agree() {
        let set: Bitboard = Square::all().filter(|square| square.index() % 3 == 1).collect();
        let mut seen = Vec::new();
        set.for_each(|square| seen.push(square));
        assert_eq!(seen, set.into_iter().collect::<Vec<_>>());
        assert_eq!(seen.len(), set.len() as usize);
    }

    #[test]
    fn zones() {
        assert!(Bitboard::promotion_zone(Color::Black).has("5c".parse().unwrap()));
        assert!(!Bitboard::promotion_zone(Color::Black).has("5d".parse().unwrap()));
        assert!(Bitboard::promotion_zone(Color::White).has("5g".parse().unwrap()));
    }
}
