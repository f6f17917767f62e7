//! How deep each move goes: depth as a fixed-point number of plies, and the techniques that
//! lessen or add to it.

pub(crate) mod extensions;
pub(crate) mod half_plies;
pub(crate) mod hindsight;
pub(crate) mod internal_deepening;
pub(crate) mod internal_reduction;
pub(crate) mod realization;
pub(crate) mod reduction;
pub(crate) mod singular;
pub(crate) mod tesuji;
pub(crate) mod threatening_drop;

use std::ops::{Add, Neg, Sub};

use crate::score::Score;

/// Plies left, in 1024ths: B extends by half plies, and G's probabilities are worth any fraction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Nothing left.
    pub const ZERO: Self = Self(0);
    /// One move of one side.
    pub const PLY: Self = Self::plies(1);

    /// Whole plies.
    #[inline(always)]
    pub const fn plies(plies: i32) -> Self {
        Self(plies << 10)
    }

    /// So many 1024ths of a ply.
    #[inline(always)]
    pub const fn from_units(units: i32) -> Self {
        Self(units)
    }

    /// In 1024ths of a ply.
    #[inline(always)]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Whole plies, rounded down.
    #[inline(always)]
    pub const fn whole(self) -> i32 {
        self.0 >> 10
    }
}

impl Add for Depth {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Depth {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What the extensions have to say of a move.
pub(crate) enum Extension {
    /// So much more, or less.
    By(Depth),
    /// The node is decided: other moves beat beta too.
    Cutoff(Score),
}
