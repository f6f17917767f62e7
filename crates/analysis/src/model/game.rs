//! The game that was analysed, as the record tells it.

use serde::{Deserialize, Serialize};

use super::side::Side;
use super::usi::Usi;

/// A header of the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name, as the reader understood it.
    pub name: String,
    /// The text.
    pub value: String,
}

/// The game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The digest of start and moves.
    pub digest: String,
    /// The name of the file, without its folders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The headers of the record.
    pub headers: Vec<Header>,
    /// The start position, as SFEN text.
    pub start: String,
    /// Is it a handicap game, in which White moves first?
    pub handicap: bool,
    /// The moves.
    pub moves: Vec<Usi>,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Is the game known to be drawn?
    #[serde(default)]
    pub drawn: bool,
    /// The ending, in the word of KIF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// The rule of declarations, by its name.
    pub declaration_rule: String,
    /// The ply after which a game is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// What the reader had to say, and what the analysis could not do.
    #[serde(default)]
    pub warnings: Vec<String>,
}
