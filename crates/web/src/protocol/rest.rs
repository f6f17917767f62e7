//! Answers of the REST routes.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::arena::ArenaGame;
use super::error::ErrorCode;
use super::position::Over;
use super::tree::Tree;

/// The answer of `/api/health`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Health {
    /// The name of the program.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The build of the page that the program holds; a page of another build should be reloaded.
    pub build: String,
    /// The version of the protocol.
    pub protocol: u32,
}

/// What is wrong with a REST request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ErrorDetail {
    /// The kind.
    pub code: ErrorCode,
    /// A sentence for logs.
    pub message: String,
    /// The place in the file, if there is one.
    pub at: Option<String>,
}

/// The body of a REST answer that is no success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
}

/// A remark of the reader of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReadWarning {
    /// The line of the file, or the path of a JKF element.
    pub place: String,
    /// The kind in a few English words.
    pub kind: String,
    /// The record was read otherwise than written.
    pub repair: bool,
    /// The text that was read.
    pub read: String,
    /// The meaning it was given.
    pub meant: String,
}

/// A game that was read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReadGame {
    /// The game; none if this one of the file could not be read.
    pub tree: Option<Tree>,
    /// Why it could not be read.
    pub failure: Option<ErrorDetail>,
    /// The format: `kif`, `ki2`, `csa`, `jkf`, `usi` or `sfen`.
    pub format: String,
    /// The encoding, such as `Shift_JIS`.
    pub encoding: String,
    /// The remarks of the reader, repairs first.
    pub warnings: Vec<ReadWarning>,
}

/// The games of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReadRecords {
    /// The games.
    pub games: Vec<ReadGame>,
    /// The file has more games than are shown.
    pub more: bool,
}

/// A part of a game that a format cannot carry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LossCount {
    /// The kind in kebab case: `variations`, `times`, `comments`, ...
    pub loss: String,
    /// How often.
    pub count: u32,
}

/// What a format cannot carry; the answer of a dry run and the header `X-Losses`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Losses {
    /// The parts.
    pub losses: Vec<LossCount>,
}

/// A saved game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameSummary {
    /// The number of the game, 16 hexadecimal digits.
    pub id: String,
    /// The time of the first move in seconds since 1970.
    pub began: u64,
    /// The time of the last change in seconds since 1970.
    pub changed: u64,
    /// Black's name: `human` or `engine`.
    pub black: String,
    /// White's name: `human` or `engine`.
    pub white: String,
    /// The level of the engine.
    pub level: u8,
    /// The plies.
    pub plies: u32,
    /// The end; none if the game can go on.
    pub result: Option<Over>,
}

/// A page of saved games, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// The number of all games.
    pub total: u32,
}

/// A page of the games of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GamesPage {
    /// The games, newest first.
    pub games: Vec<ArenaGame>,
    /// The number of games that pass the filter.
    pub total: u64,
}

/// The kind of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// Mate by checks.
    Mate,
    /// Hisshi.
    Hisshi,
    /// The next move.
    Next,
}

/// A set of problems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProblemSet {
    /// The name: `mate-1` to `mate-11`, `hisshi-1`, `next`, ...
    pub set: String,
    /// The kind.
    pub kind: ProblemKind,
    /// The plies, where all problems have the same.
    pub plies: Option<u32>,
    /// The number of problems.
    pub total: u32,
}

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Problem {
    /// The name that `solve.try` takes, such as `mate-5/212`.
    pub id: String,
    /// The name of the set.
    pub set: String,
    /// The kind.
    pub kind: ProblemKind,
    /// The number in the set, from 1.
    pub number: u32,
    /// The number of problems in the set.
    pub total: u32,
    /// The position in SFEN.
    pub sfen: String,
    /// The plies of the solution.
    pub plies: Option<u32>,
    /// The solution in USI, where the set has it: a line, or the moves that count as right.
    pub solution: Vec<String>,
}
