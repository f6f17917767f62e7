//! Files, ranks and the 81 squares.
//!
//! Squares are numbered file by file, as USI spells them: `1a` = 0, `1b` = 1, ... `9i` = 80.
#![allow(unsafe_code)]

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

macro_rules! nine {
    ($(#[$doc:meta])* $name:ident, $($variant:ident)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($variant),* }

        impl $name {
            /// All nine values, in order.
            pub const ALL: [Self; 9] = [$(Self::$variant),*];

            /// The number, from 0 to 8.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The one with this index, if it is below nine.
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < 9 { Some(Self::ALL[index]) } else { None }
            }
        }
    };
}

nine!(
    /// A column; file 1 is at the right as Black sees the board.
    File, One Two Three Four Five Six Seven Eight Nine
);
nine!(
    /// A row; rank `a` is White's back rank, at the top.
    Rank, A B C D E F G H I
);

impl Rank {
    /// The rank as `color` sees it: rank `a` is the farthest for Black, rank `i` for White.
    #[inline]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self::ALL[8 - self.index()],
        }
    }
}

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The square at a file and a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(file as u8 * 9 + rank as u8)
    }

    /// The square with this number, if it is below 81.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The square with this number.
    ///
    /// # Safety
    /// `index` is below 81.
    #[inline(always)]
    pub(crate) const unsafe fn from_index_unchecked(index: u8) -> Self {
        debug_assert!(index < 81);
        Self(index)
    }

    /// 0 for `1a` to 80 for `9i`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: every constructor keeps the number below 81; saying so here spares the
        // bounds check of every table with a row for each square.
        unsafe { std::hint::assert_unchecked(self.0 < 81) };
        self.0 as usize
    }

    /// The file.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() / 9]
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() % 9]
    }

    /// How many moves a king needs from one square to the other on an empty board.
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        let files = (self.index() / 9).abs_diff(other.index() / 9);
        let ranks = (self.index() % 9).abs_diff(other.index() % 9);
        if files > ranks { files } else { ranks }
    }

    /// The square on the other side of the board's centre: what White sees where Black sees this.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self(80 - self.0)
    }

    /// The square on the other side of file 5.
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self((8 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// The square as `color` sees it: itself for Black, rotated for White.
    #[inline]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => self.rotated(),
        }
    }

    /// The square `files` to the left and `ranks` down from here (Black's view), if it is on the
    /// board.
    #[inline]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        let file = (self.file() as i32).wrapping_add(files);
        let rank = (self.rank() as i32).wrapping_add(ranks);
        if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
            Some(Self((file * 9 + rank) as u8))
        } else {
            None
        }
    }

    /// All squares from `1a` to `9i`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }
}

/// Writes the square as in USI: `7g`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().index() + 1, char::from(b'a' + self.rank() as u8))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a square: a file from 1 to 9 and a rank from a to i")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Ok(Self((file - b'1') * 9 + (rank - b'a'))),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_is_file_major() {
        assert_eq!(Square::new(File::One, Rank::A).index(), 0);
        assert_eq!(Square::new(File::One, Rank::I).index(), 8);
        assert_eq!(Square::new(File::Nine, Rank::I).index(), 80);
    }

    #[test]
    fn distance_is_the_kings() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(square("5e").distance(square("5e")), 0);
        assert_eq!(square("5e").distance(square("4f")), 1);
        assert_eq!(square("1a").distance(square("9i")), 8);
        assert_eq!(square("2b").distance(square("3g")), 5);
    }

    #[test]
    fn text_goes_both_ways() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for bad in ["", "7", "7j", "0a", "a7", "７g", "7g7"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad}");
        }
    }

    #[test]
    fn symmetries_are_their_own_inverse() {
        for square in Square::all() {
            assert_eq!(square.rotated().rotated(), square);
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.mirrored().rank(), square.rank());
        }
    }
}
