//! The results of a match as they come in.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::position::Side;

/// A results file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaFile {
    /// The number of the file, which requests name.
    pub n: u32,
    /// The name of the file without its folder.
    pub name: String,
    /// The games that are in it.
    pub games: u64,
    /// The games that the match has in all; zero means no end.
    pub planned: u64,
    /// The players' names.
    pub players: Vec<String>,
    /// Why the file cannot be read, if it cannot.
    pub problem: Option<String>,
}

/// A row of the table of standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaStanding {
    /// The name of the player.
    pub name: String,
    /// The games won.
    pub wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The games lost.
    pub losses: u64,
    /// The Elo against the others.
    pub elo: Option<f64>,
    /// The half of the 95 % interval of the Elo.
    pub margin: Option<f64>,
}

/// A sequential test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaSprt {
    /// The Elo of the first hypothesis.
    pub elo0: f64,
    /// The Elo of the second hypothesis.
    pub elo1: f64,
    /// The likelihood ratio now.
    pub llr: f64,
    /// The bound at which the first hypothesis is accepted.
    pub lower: f64,
    /// The bound at which the second hypothesis is accepted.
    pub upper: f64,
    /// `continue`, `accept0` or `accept1`.
    pub verdict: String,
    /// The ratio after each pair of games, thinned to at most 400 points.
    pub curve: Vec<f64>,
}

/// A point of the Elo curve.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaPoint {
    /// The games up to here.
    pub games: u64,
    /// The Elo of the first player.
    pub elo: f64,
    /// The half of its 95 % interval.
    pub margin: f64,
}

/// How often games ended in a way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaEnding {
    /// The name of the ending.
    pub ending: String,
    /// The number of games.
    pub count: u64,
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaGame {
    /// The number of the game.
    pub k: u64,
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The winner.
    pub winner: Option<Side>,
    /// The name of the ending.
    pub ending: String,
    /// The plies.
    pub plies: u64,
    /// The seconds that it took.
    pub seconds: f64,
    /// What was noted about it.
    pub note: Option<String>,
}

/// A match as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArenaState {
    /// The number of the file.
    pub n: u32,
    /// The name of the file.
    pub name: String,
    /// The games played.
    pub games: u64,
    /// The games that the match has in all; zero means no end.
    pub planned: u64,
    /// Games that failed: crashes, time, illegal moves.
    pub failures: u64,
    /// The table.
    pub standings: Vec<ArenaStanding>,
    /// The course of the first player's Elo in a match of two.
    pub curve: Vec<ArenaPoint>,
    /// The test.
    pub sprt: Option<ArenaSprt>,
    /// The endings, most frequent first.
    pub endings: Vec<ArenaEnding>,
    /// The newest games, newest first, at most 50.
    pub newest: Vec<ArenaGame>,
}
