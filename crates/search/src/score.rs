//! What a search says of a position: a value, or a mate in a number of plies.
//!
//! Source:  32,000 for a mate is Stockfish's and YaneuraOu's, 28,000 for a won repetition was
//!          YaneuraOu's (`VALUE_SUPERIOR`) until 2024
//! Here:    the most plies, 200, are ours (YaneuraOu: 246)

use std::fmt;
use std::ops::{Add, Neg, Sub};

use eval::Eval;

/// How far from the root a search may go.
pub const MAX_PLY: usize = 200;

/// A score from the side to move. Values beyond [`Score::KNOWN_WIN`] are mates; they count the
/// plies from the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

const MATE: i32 = 32_000;

impl Score {
    /// Neither side stands better.
    pub const ZERO: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(MATE + 1);
    /// A won repetition that is no mate: better than any evaluation, worse than any mate.
    pub const SUPERIOR: Self = Self(28_000);
    /// From here on a score is a mate.
    pub const KNOWN_WIN: Self = Self(MATE - MAX_PLY as i32);

    /// A score from its number.
    #[inline(always)]
    pub const fn new(value: i32) -> Self {
        Self(value)
    }

    /// The number.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The side to move mates so many plies from the root.
    #[inline(always)]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The side to move is mated so many plies from the root.
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

    /// Plies to the mate: positive if the side to move gives it, negative if it is mated.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(MATE - self.0)
        } else if self.is_loss() {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// The same score counted from a node `ply` plies below the root, for the hash table.
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

    /// The inverse of [`Self::seen_from`].
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

    /// Kept below the mates, for values that are guesses.
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

/// The difference as a margin.
impl Sub for Score {
    type Output = i32;
    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}

/// As in USI: `cp 35`, `mate 5`, `mate -4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// The scores a node is asked to tell apart: at or below alpha, in between, at or above beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Is the score at least this?
    #[inline(always)]
    pub const fn around(bound: Score) -> Self {
        Self { alpha: Score(bound.0 - 1), beta: bound }
    }

    /// The window as the other side sees it.
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
