//! Scores of a search: a value, or a mate in a number of plies; and windows of scores.
//!
//! Source:  32,000 for a mate is Stockfish's and YaneuraOu's, 28,000 for a won repetition was
//!          YaneuraOu's (`VALUE_SUPERIOR`) until 2024
//! Here:    the most plies, 200, are ours (YaneuraOu: 246)

use std::fmt;
use std::ops::{Add, Neg, Sub};

use eval::Eval;

/// The largest distance from the root that a search may reach.
pub const MAX_PLY: usize = 200;

/// A score as seen from the side to move. Scores from [`Score::KNOWN_WIN`] on are mates, which count
/// the plies from the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// The score of a mate at the root itself.
const MATE: i32 = 32_000;

impl Score {
    /// The score of an even position.
    pub const ZERO: Self = Self(0);
    /// A number above every score.
    pub const INFINITE: Self = Self(MATE + 1);
    /// The score of a won repetition, which is above every evaluation and below every mate.
    pub const SUPERIOR: Self = Self(28_000);
    /// The lowest score of a mate.
    pub const KNOWN_WIN: Self = Self(MATE - MAX_PLY as i32);

    /// Makes a score from its number.
    #[inline(always)]
    pub const fn new(value: i32) -> Self {
        Self(value)
    }

    /// The number of the score.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score of a mate by the side to move, `ply` plies from the root.
    #[inline(always)]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The score of a mate against the side to move, `ply` plies from the root.
    #[inline(always)]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// Is it a mate for the side to move?
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::KNOWN_WIN.0
    }

    /// Is it a mate against the side to move?
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::KNOWN_WIN.0
    }

    /// Is it a mate for either side?
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The number of plies to the mate, negative if the side to move is mated.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(MATE - self.0)
        } else if self.is_loss() {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// Counts a mate from a node `ply` plies below the root, for the hash table.
    #[inline]
    pub const fn seen_from(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i32)
        } else if self.is_loss() {
            Self(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Counts a mate from the root again: the inverse of [`Self::seen_from`].
    #[inline]
    pub const fn seen_from_root(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 - ply as i32)
        } else if self.is_loss() {
            Self(self.0 + ply as i32)
        } else {
            self
        }
    }

    /// Limits the score to the values below the mates, for values that are estimates.
    #[inline]
    pub fn as_guess(self) -> Self {
        self.clamp(Self(1 - Self::KNOWN_WIN.0), Self(Self::KNOWN_WIN.0 - 1))
    }
}

impl From<Eval> for Score {
    #[inline(always)]
    fn from(eval: Eval) -> Self {
        Self(eval.get())
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

/// The difference of two scores is a margin in points.
impl Sub for Score {
    type Output = i32;
    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// The text is that of USI: `cp 35`, `mate 5`, `mate -4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// The bounds between which a node's score must be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move has elsewhere already.
    pub alpha: Score,
    /// The score from which on the opponent avoids this position.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Returns the null window that asks whether the score is at least `bound`.
    #[inline(always)]
    pub const fn around(bound: Score) -> Self {
        Self { alpha: Score(bound.0 - 1), beta: bound }
    }

    /// The window as the opponent sees it.
    #[inline(always)]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Is there no score in between?
    #[inline(always)]
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_keep_their_distance_through_the_table() {
        for ply in [0, 1, 7, 150] {
            for score in [Score::mate_in(ply + 3), Score::mated_in(ply + 4), Score::new(55)] {
                assert_eq!(score.seen_from(ply).seen_from_root(ply), score);
            }
        }
        assert_eq!(Score::mate_in(9).seen_from(4), Score::mate_in(5));
        assert_eq!(Score::mate_in(5).to_string(), "mate 5");
        assert_eq!(Score::mated_in(4).to_string(), "mate -4");
        assert!(!Score::SUPERIOR.is_mate());
        assert!(Score::SUPERIOR > Score::from(Eval::MAX));
    }
}
