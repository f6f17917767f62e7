//! One ply: the position after a move, and the move's judgement.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::class::{Class, Confidence, Flag, Phase};
use super::line::Value;
use super::meter::Meter;
use super::number::Number;
use super::sentence::Sentence;
use super::side::{Both, Side};
use super::usi::Usi;

/// The position after a move; ply 0 is the start and has no move. All values are Black's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ply {
    /// The number of the ply.
    pub ply: u32,
    /// The position, as SFEN text.
    pub sfen: String,
    /// The move, its words and its judgement; none at ply 0.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// The value of the position for Black; none outside the part of the game that is judged.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The depth that the search finished.
    pub depth: i32,
    /// The nodes of the search.
    pub nodes: u64,
    /// The pass that gave the value: `sweep`, `pair`, `deep`, `proof` or `rules`; `none` without a
    /// value.
    pub pass: String,
    /// The best line from here, as USI moves.
    pub line: Vec<Usi>,
    /// The number of legal moves.
    pub legal_moves: u32,
    /// The progress, 0 to 256.
    pub progress: u32,
    /// The phase.
    pub phase: Phase,
    /// The named terms of the classic evaluator: Black's and White's points.
    #[serde(default)]
    pub terms: BTreeMap<String, [i32; 2]>,
    /// The entering-king meters.
    pub kings: Both<Meter>,
    /// What is true beside the class.
    #[serde(default)]
    pub flags: Vec<Flag>,
    /// The ids of proofs about this position.
    #[serde(default)]
    pub proofs: Vec<String>,
    /// The ids of castles and openings reached with this move.
    #[serde(default)]
    pub shapes: Vec<String>,
    /// The sentences of a ply that is no moment; a moment has its own.
    #[serde(default)]
    pub sentences: Vec<Sentence>,
}

/// A move and what is thought of it, from the mover's view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Usi,
    /// The move in Japanese.
    pub japanese: String,
    /// The move in English.
    pub english: String,
    /// The mover.
    pub side: Side,
    /// The time that the record gives the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The best move, which may be the played one.
    pub best: Usi,
    /// The best line.
    pub best_line: Vec<Usi>,
    /// The mover's win probability with the best move.
    pub best_w: Number,
    /// The mover's win probability with the played move.
    pub played_w: Number,
    /// What the move loses against the best one, in points of win probability.
    pub loss: Number,
    /// The class.
    pub class: Class,
    /// The class by loss alone.
    pub grade: Class,
    /// Whether more reading changed the class.
    #[serde(default)]
    pub confidence: Confidence,
    /// Does the move count in the player's figures?
    pub counted: bool,
    /// How natural the move is.
    pub natural: Natural,
    /// How natural the best move is.
    pub best_natural: Natural,
    /// The place of the move in the shallow look, from 1, if it is among the lines looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shallow_rank: Option<u32>,
}

/// How natural a move is, by its category among those of all legal moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Natural {
    /// The category whose weight counted.
    pub category: String,
    /// The probability in percent.
    pub percent: Number,
    /// The rank among the legal moves, from 1; equal moves share the best.
    pub rank: u32,
    /// The surprise in bits.
    pub surprise: Number,
}
