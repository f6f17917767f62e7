//! The static value of a position.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use shogi::Color;

/// The static value of a position for the side to move, in the evaluator's own unit (a pawn is
/// about 100, with nn.bin networks about 90).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Eval(i32);

impl Eval {
    /// Neither side stands better.
    pub const ZERO: Self = Self(0);
    /// The largest value that an evaluator gives; above it a search has room for its mates.
    pub const MAX: Self = Self(27_000);

    /// A value from the side to move, cut to ±[`Self::MAX`].
    #[inline(always)]
    pub const fn new(value: i32) -> Self {
        let limit = Self::MAX.0;
        Self(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// A value that counts for Black, seen from the side to move.
    #[inline(always)]
    pub const fn from_black(value: i32, turn: Color) -> Self {
        Self::new(match turn {
            Color::Black => value,
            Color::White => -value,
        })
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The number as it counts for Black.
    #[inline]
    pub const fn for_black(self, turn: Color) -> i32 {
        match turn {
            Color::Black => self.0,
            Color::White => -self.0,
        }
    }
}

impl Neg for Eval {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Eval {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.0 + other.0)
    }
}

impl Sub for Eval {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.0 - other.0)
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_below_the_mates() {
        assert_eq!(Eval::new(i32::MAX), Eval::MAX);
        assert_eq!(Eval::new(i32::MIN), -Eval::MAX);
        assert_eq!(Eval::MAX + Eval::MAX, Eval::MAX);
        assert_eq!(Eval::from_black(5, Color::White).get(), -5);
        assert_eq!(Eval::new(-5).for_black(Color::White), 5);
    }
}
