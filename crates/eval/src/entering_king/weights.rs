//! The weights of steps: the paper's four learned sets and our own, and the feature that the paper
//! compares with.
//!
//! Source:  E (entering king 2012)

use std::fmt;
use std::str::FromStr;

use shogi::{Color, Position};

/// The value of a king that needs 0, 1, ... 6 steps. A king that cannot enter counts 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepWeights(pub [i16; 7]);

/// The sets that paper E learned (pawn = 87), each from other moves of game records, and the sets that
/// `sakiyomi learn steps` learned in the same four ways from games of floodgate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Both sides' moves in games won with an entered king.
    Both,
    /// The winner's moves in such games.
    Winner,
    /// Both sides' moves in games of all kinds.
    RandomBoth,
    /// The winner's moves in games of all kinds.
    RandomWinner,
    /// Ours, as [`Self::Both`].
    FloodgateBoth,
    /// Ours, as [`Self::Winner`].
    FloodgateWinner,
    /// Ours, as [`Self::RandomBoth`].
    FloodgateRandomBoth,
    /// Ours, as [`Self::RandomWinner`].
    FloodgateRandomWinner,
    /// Ours for the king's rank, as [`Self::Both`]; the paper learned such weights, but does not print
    /// them.
    FloodgateRank,
}

impl Preset {
    /// All sets, with their names: the paper's, then ours.
    pub const ALL: [(&'static str, Self); 9] = [
        ("both", Self::Both),
        ("winner", Self::Winner),
        ("random_both", Self::RandomBoth),
        ("random_winner", Self::RandomWinner),
        ("floodgate_both", Self::FloodgateBoth),
        ("floodgate_winner", Self::FloodgateWinner),
        ("floodgate_random_both", Self::FloodgateRandomBoth),
        ("floodgate_random_winner", Self::FloodgateRandomWinner),
        ("floodgate_rank", Self::FloodgateRank),
    ];

    /// The name of the set.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The learned weights.
    pub const fn weights(self) -> StepWeights {
        StepWeights(match self {
            Self::Both => [303, 270, 241, 143, 115, 22, 24],
            Self::Winner => [706, 497, 339, 161, 122, 1, 8],
            Self::RandomBoth => [17, 141, 157, 117, 109, 39, 37],
            Self::RandomWinner => [73, 136, 169, 132, 109, 40, 25],
            Self::FloodgateBoth => [205, 148, 110, 90, 83, 30, 72],
            Self::FloodgateWinner => [300, 199, 155, 99, 76, 34, 45],
            Self::FloodgateRandomBoth => [61, 99, 104, 117, 88, 40, 24],
            Self::FloodgateRandomWinner => [76, 156, 143, 121, 54, 66, 56],
            Self::FloodgateRank => [192, 86, 30, -18, -48, -95, -104],
        })
    }
}

/// A name that does not belong to a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownPreset;

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Preset::ALL.map(|(name, _)| name).join(", ");
        write!(f, "expected one of {names}")
    }
}

impl std::error::Error for UnknownPreset {}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        Self::ALL
            .into_iter()
            .find(|(known, _)| *known == name)
            .map(|(_, preset)| preset)
            .ok_or(UnknownPreset)
    }
}

impl StepWeights {
    /// Nothing for any step.
    pub const ZERO: Self = Self([0; 7]);

    #[inline]
    fn of(&self, steps: Option<u8>) -> i32 {
        let weight = steps.and_then(|steps| self.0.get(usize::from(steps)));
        weight.map_or(0, |&weight| i32::from(weight))
    }

    /// The same weights times a factor, as in the paper's table 4.
    #[must_use]
    pub fn times(self, factor: i16) -> Self {
        Self(self.0.map(|weight| weight.saturating_mul(factor)))
    }
}

/// The term that an evaluator adds for kings on their way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnteringKing {
    /// By the steps that lie open.
    Steps(StepWeights),
    /// By the king's rank alone ("KingPosition" in table 4 of the paper).
    Rank(StepWeights),
}

impl EnteringKing {
    /// The term for one side.
    #[inline]
    pub fn of_side(&self, position: &Position, color: Color) -> i32 {
        match self {
            Self::Steps(weights) => weights.of(super::steps(position, color)),
            Self::Rank(weights) => weights.of(super::rank_steps(position, color)),
        }
    }

    /// Black's term less White's, at the scale of material.
    #[inline]
    pub fn for_black(&self, position: &Position) -> i32 {
        self.of_side(position, Color::Black) - self.of_side(position, Color::White)
    }
}
