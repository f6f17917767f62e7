//! Values, lines, and what two lines come to when they are compared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::number::Number;
use super::proof::Verdict;
use super::side::{Both, Side};
use super::usi::Usi;

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// A search; a mate score is not proved.
    #[default]
    Searched,
    /// The mate solver.
    Proved,
    /// The rules: mated, declared, repeated.
    Rules,
}

/// A value from one side's view; the owner says whose.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Value {
    /// The score in the evaluator's centipawns; none for a mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// The plies to mate, below zero if the side is mated; 0 if it has been mated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The win probability in percent: 0 and 100 are proved.
    pub w: Number,
    /// Where the value comes from.
    #[serde(default)]
    pub basis: Basis,
}

/// A line of a search, with its value for the mover.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The place among the lines of its search, from 1.
    pub rank: u32,
    /// The value.
    #[serde(flatten)]
    pub value: Value,
    /// The depth that was finished.
    pub depth: i32,
    /// The nodes of the search.
    pub nodes: u64,
    /// The moves, the mover's first.
    pub moves: Vec<Usi>,
    /// The moves in Japanese, the first without 同.
    pub japanese: Vec<String>,
    /// The moves in English.
    pub english: Vec<String>,
    /// The naturalness of the first move in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub naturalness: Option<Number>,
    /// The rank of the first move by naturalness, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub natural_rank: Option<u32>,
}

/// The best line and the played line, played out to quiet ends and compared.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The end of the best line.
    pub best: Ending,
    /// The end of the played line.
    pub played: Ending,
    /// The mover's material at the end of the played line minus that of the best line, in points
    /// of the named set of piece values; none if an end is not quiet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<i32>,
    /// Forks, hanging and trapped pieces in the two lines.
    #[serde(default)]
    pub tactics: Vec<Tactic>,
    /// The named terms: the mover's balance at the end of the played line minus the same at the
    /// end of the best line; empty if the terms do not explain the loss.
    #[serde(default)]
    pub terms: Vec<TermPoints>,
}

/// The end of a line.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ending {
    /// The moves of the line with the captures that make its end quiet.
    pub moves: Vec<Usi>,
    /// How many of the moves are shown: the shortest part that makes the point.
    pub shown: u32,
    /// The position at the end.
    pub sfen: String,
    /// Is the end quiet? Without that no claim is made about material.
    pub quiet: bool,
    /// The pieces that the mover captures, unpromoted, by their letter.
    pub captured: BTreeMap<String, u32>,
    /// The pieces that the mover loses, unpromoted, by their letter.
    pub lost: BTreeMap<String, u32>,
    /// The promotions of rooks and bishops, by the side's letter: `+R` the mover's, `+r` the other's.
    #[serde(default)]
    pub promotions: Vec<String>,
    /// The mover's material balance against the start of the line, in points.
    pub material: i32,
    /// The counts around the kings.
    pub kings: Both<KingCount>,
    /// Whether the side that moved last threatens mate at the end, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tsumero: Option<Verdict>,
    /// Whether hisshi stands at the end, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hisshi: Option<Verdict>,
}

/// What can be counted around a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KingCount {
    /// Own golds and silvers at distance 1.
    pub near: u32,
    /// Own golds and silvers at distance 2.
    pub far: u32,
    /// Enemy pieces that attack one of the king's nine squares.
    pub attackers: u32,
    /// Squares to which the king may go that the enemy does not attack.
    pub free: u32,
}

/// A tactic in one of the two lines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tactic {
    /// The name: `fork`, `hanging`, `trapped` or `capture`.
    pub name: String,
    /// Is it in the played line, not in the best one?
    pub in_played: bool,
    /// The number of moves of the line before it.
    pub at: u32,
    /// The side that profits.
    pub side: Side,
    /// The move that makes or uses it.
    #[serde(rename = "move")]
    pub mv: Usi,
    /// The squares of the pieces concerned, as USI text.
    pub squares: Vec<String>,
    /// The pieces concerned, as SFEN letters.
    pub pieces: Vec<String>,
    /// The exchange values of the captures.
    pub gains: Vec<i32>,
}

/// The points of a named term.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TermPoints {
    /// The name of the term.
    pub term: String,
    /// The points.
    pub points: i32,
}
