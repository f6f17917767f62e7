//! The depth of each move: depth as a fixed-point number of plies, extensions and reductions.

pub(crate) mod category;
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

/// A depth in 1/1024 plies. B extends by half plies, and G's probabilities need any fraction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// No depth.
    pub const ZERO: Self = Self(0);
    /// One move of one side.
    pub const PLY: Self = Self::plies(1);

    /// Returns a depth of whole plies.
    #[inline(always)]
    pub const fn plies(plies: i32) -> Self {
        Self(plies << 10)
    }

    /// Returns the depth of `units` 1/1024 plies.
    #[inline(always)]
    pub const fn from_units(units: i32) -> Self {
        Self(units)
    }

    /// The depth in 1/1024 plies.
    #[inline(always)]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The depth in whole plies, rounded down.
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

/// The result of the extensions of a move.
pub(crate) enum Extension {
    /// The move is searched deeper by this depth, which may be negative.
    By(Depth),
    /// The node ends with this score, as other moves beat beta too (multi-cut).
    Cutoff(Score),
}
