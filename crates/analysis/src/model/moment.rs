//! A critical moment: a move that was searched deeper and is explained.

use serde::{Deserialize, Serialize};

use super::class::Class;
use super::line::{Comparison, Line};
use super::number::Number;
use super::sentence::Sentence;
use super::side::Side;
use super::threat::Threat;
use super::usi::Usi;

/// Why a move is a critical moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Why {
    /// It loses 10 points or more.
    Loss,
    /// It is a turning point.
    TurningPoint,
    /// It is the losing move.
    LosingMove,
    /// It misses or allows a mate or a hisshi.
    Mate,
    /// It misses a declaration.
    Declaration,
    /// It was the only move, and it is not natural.
    OnlyMove,
    /// It is strong or brilliant.
    GoodMove,
}

/// A critical moment. All values are the mover's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// The ply of the move.
    pub ply: u32,
    /// The mover.
    pub side: Side,
    /// Why the move is here.
    pub why: Vec<Why>,
    /// The rank among the moments: the more, the more important.
    pub importance: Number,
    /// The best lines of one search, in their order.
    pub lines: Vec<Line>,
    /// The best move searched alone, with the same nodes as the played one.
    pub best: Line,
    /// The played move searched alone, from the same root.
    pub played: Line,
    /// How far the second line is behind the first; none if they did not finish the same depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Number>,
    /// The class at the sweep's nodes, at a quarter of the deep nodes, and at the deep nodes.
    pub classes: Vec<Class>,
    /// The nodes at which those classes were given.
    pub class_nodes: Vec<u64>,
    /// The probability, in percent, of choosing a move that loses 5 points or more if one chooses
    /// by naturalness: an upper bound, because moves that were not searched count as losing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Number>,
    /// The threats: of the played move, of the best one, and of the opponent before the move.
    #[serde(default)]
    pub threats: Vec<Threat>,
    /// Captures of the piece that has just moved, which the best line declines.
    #[serde(default)]
    pub captures: Vec<Capture>,
    /// The two lines compared; none if the played move is the best one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Comparison>,
    /// The sentences.
    #[serde(default)]
    pub sentences: Vec<Sentence>,
}

/// A capture that the best line declines, searched alone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    /// The capture.
    #[serde(rename = "move")]
    pub mv: Usi,
    /// The ply of the game from whose position `after` and then the capture are played.
    pub ply: u32,
    /// The moves before the capture; empty or the best move.
    #[serde(default)]
    pub after: Vec<Usi>,
    /// What it loses against the best move, in points of win probability.
    pub loss: Number,
    /// The line that refutes it, the capture first.
    pub line: Line,
}
