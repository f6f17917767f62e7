//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side. Black (sente) moves first in an even game and up the board, towards rank `a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Sente, 先手; in handicap games the weaker player (shitate).
    Black = 0,
    /// Gote, 後手; in handicap games the stronger player (uwate), who moves first.
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// The other side, usable in constants.
    #[inline(always)]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// `b` or `w`, as in SFEN.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "b",
            Self::White => "w",
        })
    }
}
