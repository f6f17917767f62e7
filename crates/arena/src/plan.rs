//! The plan of a match: all that decides which games are played. It is kept with the results.

use serde::{Deserialize, Serialize};
use stats::Sprt;

use crate::error::ArenaError;
use crate::limit::Limit;
use crate::player::Player;
use crate::rules::Rules;
use crate::schedule::{Pairings, Schedule};

/// The kind of match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Two players, a fixed number of games.
    Match,
    /// Two players, until the test is decided.
    Sprt,
    /// The first player against all others.
    Gauntlet,
    /// Everybody against everybody.
    Tournament,
}

impl Mode {
    /// The word of the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Sprt => "sprt",
            Self::Gauntlet => "gauntlet",
            Self::Tournament => "tournament",
        }
    }
}

/// The bounds of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtBounds {
    /// The difference that is not worth having (H0).
    pub elo0: f64,
    /// The difference that is worth having (H1).
    pub elo1: f64,
    /// The rate of wrong accepts.
    pub alpha: f64,
    /// The rate of wrong rejects.
    pub beta: f64,
    /// Are the differences in normalised Elo?
    #[serde(default)]
    pub is_normalised: bool,
}

impl SprtBounds {
    /// The test.
    pub fn test(&self) -> Result<Sprt, ArenaError> {
        let sprt = Sprt::new(self.elo0, self.elo1, self.alpha, self.beta)
            .map_err(|error| ArenaError::Request(format!("sprt: {error}")))?;
        Ok(if self.is_normalised { sprt.normalised() } else { sprt })
    }
}

/// All that decides which games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The kind of match.
    pub mode: Mode,
    /// The players.
    pub players: Vec<Player>,
    /// The limit of players without one of their own.
    pub limit: Limit,
    /// The rules.
    pub rules: Rules,
    /// Decides the order of the openings.
    pub seed: u64,
    /// Are the openings shuffled?
    pub is_shuffled: bool,
    /// Were they made at random? Then there are as many as the games need.
    #[serde(default)]
    pub has_random_openings: bool,
    /// The games to be played, or the most games of a test.
    pub games: u64,
    /// The test, in its mode.
    pub sprt: Option<SprtBounds>,
}

impl Plan {
    /// Is it a plan that can be played?
    pub fn check(&self) -> Result<(), ArenaError> {
        let wrong = |sentence: &str| Err(ArenaError::Request(sentence.to_owned()));
        let is_two = matches!(self.mode, Mode::Match | Mode::Sprt);
        if is_two && self.players.len() != 2 {
            return wrong("expected two engines");
        }
        if self.players.len() < 2 {
            return wrong("expected at least two engines");
        }
        if self.games == 0 {
            return wrong("expected at least one game");
        }
        match (self.mode, &self.sprt) {
            (Mode::Sprt, None) => wrong("a test needs its bounds"),
            (_, Some(bounds)) => bounds.test().map(drop),
            (_, None) => Ok(()),
        }
    }

    /// The games, with `openings` openings.
    pub fn schedule(&self, openings: usize) -> Schedule {
        let pairings = match self.mode {
            Mode::Gauntlet => Pairings::Gauntlet,
            Mode::Match | Mode::Sprt | Mode::Tournament => Pairings::RoundRobin,
        };
        let seed = self.is_shuffled.then_some(self.seed);
        Schedule::new(pairings, self.players.len(), openings, seed)
    }

    /// The limit of a player.
    pub fn limit_of(&self, player: usize) -> Limit {
        self.players.get(player).and_then(|player| player.limit).unwrap_or(self.limit)
    }

    /// Does the plan go on with the games of an earlier one? It may ask for more games.
    pub fn continues(&self, earlier: &Self) -> bool {
        // Whether openings were random is not written in older files; they are compared anyway.
        let has_random_openings = earlier.has_random_openings;
        *earlier == Self { games: earlier.games, has_random_openings, ..self.clone() }
    }
}
