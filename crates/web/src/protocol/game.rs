//! A game between a human and the engine.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::position::{MoveText, Over, Pos, Rule, Score, Side};

/// The sides that a human plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Human {
    /// The human plays Black.
    Black,
    /// The human plays White.
    White,
    /// Humans play both sides.
    Both,
}

/// The time of a game. All numbers are milliseconds; zero in all means no clock, which a game
/// without this object has, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct TimeControl {
    /// The time of each side for the whole game.
    pub main: u64,
    /// The time for each move when the other is used up.
    #[serde(default)]
    pub byoyomi: u64,
    /// The time that each move adds.
    #[serde(default)]
    pub increment: u64,
}

/// The clocks when the message was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// The main time that Black has left, in milliseconds.
    pub black: u64,
    /// The main time that White has left, in milliseconds.
    pub white: u64,
    /// The time for each move when the main time is used up.
    pub byoyomi: u64,
    /// The time that each move adds.
    pub increment: u64,
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// The running side is in byoyomi.
    pub in_byoyomi: bool,
    /// The milliseconds of byoyomi that the running side has left.
    pub byoyomi_left: u64,
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// The human is to move.
    Human,
    /// The engine thinks.
    Engine,
    /// The game is paused.
    Paused,
    /// The game is over.
    Over,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayedMove {
    /// The move in USI.
    pub usi: String,
    /// The move in words.
    pub text: MoveText,
    /// The time that it took in milliseconds.
    pub spent_ms: u64,
    /// The engine's score, if it chose the move.
    pub score: Option<Score>,
}

/// Moves that were taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Undone {
    /// The ply after which the first of them stood.
    pub ply: u32,
    /// The moves in USI.
    pub moves: Vec<String>,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The number of the game, 16 hexadecimal digits.
    pub game: String,
    /// The start in SFEN.
    pub start: String,
    /// The name of the handicap, if the start is one.
    pub handicap: Option<String>,
    /// The sides that a human plays.
    pub human: Human,
    /// The level of the engine, 1 to 10.
    pub level: u8,
    /// The rule for entered kings.
    pub rule: Rule,
    /// The game is a draw after this many plies.
    pub max_plies: Option<u32>,
    /// The time of the game.
    pub time: Option<TimeControl>,
    /// Hints are allowed although the clock runs.
    pub friendly: bool,
    /// What the game waits for.
    pub phase: GamePhase,
    /// The position.
    pub pos: Pos,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// The moves that were taken back, oldest first.
    pub undone: Vec<Undone>,
    /// The clocks.
    pub clock: Option<Clock>,
    /// The end.
    pub result: Option<Over>,
    /// The engine's last score.
    pub engine_score: Option<Score>,
}
