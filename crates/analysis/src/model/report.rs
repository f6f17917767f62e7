//! The report of one game, and its way to JSON and back.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::game::GameInfo;
use super::moment::Moment;
use super::number::Number;
use super::player::Player;
use super::ply::Ply;
use super::proof::Proof;
use super::sentence::Sentence;
use super::settings::{Evaluator, Settings};
use super::shape::Shape;
use super::side::Both;
use crate::part::Part;

/// The name of the format.
pub const FORMAT: &str = "sakiyomi-analysis";
/// The version of the format that this program writes.
pub const VERSION: u32 = 1;

/// The report of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GameReport {
    /// The name of the format, [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The program's name and version.
    pub program: String,
    /// The evaluator.
    pub evaluator: Evaluator,
    /// The settings.
    pub settings: Settings,
    /// The game.
    pub game: GameInfo,
    /// The players.
    pub players: Both<Player>,
    /// The plies; the index is the number of the ply.
    pub plies: Vec<Ply>,
    /// The critical moments by ply.
    pub moments: Vec<Moment>,
    /// The proofs.
    pub proofs: Vec<Proof>,
    /// Castles and openings, by ply.
    pub shapes: Vec<Shape>,
    /// The sentences about the game as a whole.
    pub sentences: Vec<Sentence>,
    /// The evidence of all sentences.
    pub evidence: Vec<Evidence>,
}

/// Why a text is no report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportError {
    /// The text is no JSON, or not of this shape.
    Json(String),
    /// The text is JSON of another format.
    Format(String),
    /// The report is of a later version.
    Version(u32),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(reason) => write!(f, "the report cannot be read: {reason}"),
            Self::Format(found) => {
                write!(f, "the format is `{found}`, expected `{FORMAT}`")
            }
            Self::Version(found) => {
                write!(f, "the report has version {found}, this program reads up to {VERSION}")
            }
        }
    }
}

impl std::error::Error for ReportError {}

/// What every version of the format has.
#[derive(Deserialize)]
struct Envelope {
    format: String,
    version: u32,
}

impl GameReport {
    /// The report as JSON text with line breaks; equal reports give equal bytes.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("the report has text keys and finite numbers only");
        text.push('\n');
        text
    }

    /// Reads a report.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        let json = |error: serde_json::Error| ReportError::Json(error.to_string());
        let envelope: Envelope = serde_json::from_str(text).map_err(json)?;
        if envelope.format != FORMAT {
            return Err(ReportError::Format(envelope.format.chars().take(40).collect()));
        }
        if envelope.version > VERSION {
            return Err(ReportError::Version(envelope.version));
        }
        serde_json::from_str(text).map_err(json)
    }

    /// Black's win probability after each ply that has a value.
    pub fn curve(&self) -> impl Iterator<Item = Number> + '_ {
        self.plies.iter().filter_map(|ply| ply.value.map(|value| value.w))
    }

    /// The part of the game that is judged.
    pub fn part(&self) -> Part {
        Part::of(&self.settings, self.game.moves.len())
    }

    /// The moment at a ply, if it is one.
    pub fn moment(&self, ply: u32) -> Option<&Moment> {
        self.moments.iter().find(|moment| moment.ply == ply)
    }

    /// The sentences about a ply: its moment's, or its own.
    pub fn sentences_of(&self, ply: u32) -> &[Sentence] {
        match self.moment(ply) {
            Some(moment) => &moment.sentences,
            None => self.plies.get(ply as usize).map_or(&[], |ply| &ply.sentences),
        }
    }

    /// The evidence with an id.
    pub fn evidence(&self, id: &str) -> Option<&Evidence> {
        self.evidence.iter().find(|evidence| evidence.id == id)
    }

    /// The proof with an id.
    pub fn proof(&self, id: &str) -> Option<&Proof> {
        self.proofs.iter().find(|proof| proof.id == id)
    }
}
