//! Evidence: facts that can be checked again from the report alone.
//!
//! A fact carries whole positions, so no other part of the report is needed to check it. Positions
//! with a past are a start and the moves from there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::class::Class;
use super::line::Line;
use super::number::Number;
use super::proof::Verdict;
use super::side::Side;
use super::usi::Usi;

/// A fact with the id by which sentences refer to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// The id, `e1`, `e2` and so on in the order of the report.
    pub id: String,
    /// The fact.
    #[serde(flatten)]
    pub fact: Fact,
}

/// A reply in a position, with the solver's verdict on the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: Usi,
    /// Does the side that moves next mate?
    pub mate: Verdict,
}

/// A piece on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SquarePiece {
    /// The square, as USI text.
    pub square: String,
    /// The piece, as an SFEN letter.
    pub piece: String,
    /// The exchange value of the capture, for the side that captures.
    pub gain: i32,
}

/// A fact. Positions named `sfen` are whole; where the past matters, `start` and `moves` give it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fact {
    /// A search gave this score. The unit run again gives the same.
    Score {
        /// The unit of work: `sweep 3`, `moment 45` and so on.
        unit: String,
        /// The start of the game.
        start: String,
        /// The moves of the game up to the position.
        moves: Vec<Usi>,
        /// The moves that alone were searched; empty means all.
        only: Vec<Usi>,
        /// The line with value, depth and nodes, for the side to move.
        line: Line,
    },
    /// The side to move mates.
    Mate {
        /// The position.
        sfen: String,
        /// The line of the mate.
        line: Vec<Usi>,
        /// Is the length proved to be the shortest?
        shortest: bool,
        /// The nodes allowed.
        limit: u64,
    },
    /// The side to move does not mate.
    NoMate {
        /// The position.
        sfen: String,
        /// The nodes allowed.
        limit: u64,
    },
    /// Whether the side to move mates was not decided.
    UnknownMate {
        /// The position.
        sfen: String,
        /// The nodes allowed.
        limit: u64,
    },
    /// After each legal move of the side to move: does the other side mate?
    Replies {
        /// The position.
        sfen: String,
        /// All legal moves.
        replies: Vec<Reply>,
        /// The nodes allowed for each.
        limit: u64,
    },
    /// Whether the side not to move would mate if it could move now.
    Tsumero {
        /// The position.
        sfen: String,
        /// The verdict.
        verdict: Verdict,
        /// The mate after the pass.
        line: Vec<Usi>,
        /// The nodes allowed.
        limit: u64,
    },
    /// Hisshi: it stands, if `plies` is 0; otherwise the side to move can make it.
    Hisshi {
        /// The position.
        sfen: String,
        /// The verdict.
        verdict: Verdict,
        /// The plies asked for.
        plies: u32,
        /// The line to where it stands.
        line: Vec<Usi>,
        /// The mate that threatens there.
        threat: Vec<Usi>,
        /// The nodes allowed.
        limit: u64,
    },
    /// What a line captures.
    Material {
        /// The position at its start.
        sfen: String,
        /// The line.
        line: Vec<Usi>,
        /// The pieces that the side to move at the start captures, unpromoted, by letter.
        captured: BTreeMap<String, u32>,
        /// The pieces that it loses.
        lost: BTreeMap<String, u32>,
        /// Is the end quiet?
        quiet: bool,
    },
    /// A piece attacks two pieces, each of which can be taken with gain.
    Fork {
        /// The position after the forking move.
        sfen: String,
        /// The forking move.
        #[serde(rename = "move")]
        mv: Usi,
        /// The pieces attacked.
        pieces: Vec<SquarePiece>,
    },
    /// A piece can be taken for nearly its whole value.
    Hanging {
        /// The position before the capture.
        sfen: String,
        /// The capture.
        #[serde(rename = "move")]
        mv: Usi,
        /// The piece.
        piece: SquarePiece,
    },
    /// A big piece loses itself by every move of its own.
    Trapped {
        /// The position with the piece's side to move.
        sfen: String,
        /// The piece.
        piece: SquarePiece,
        /// The line that captures it.
        line: Vec<Usi>,
    },
    /// A number that can be counted on the board.
    Count {
        /// The position.
        sfen: String,
        /// What is counted: a name that `check` knows.
        what: String,
        /// The side concerned.
        side: Side,
        /// The square concerned, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        square: Option<String>,
        /// The number.
        number: i64,
    },
    /// A term of the classic evaluator at two positions, the mover's points minus the other's.
    Term {
        /// The term.
        term: String,
        /// The mover.
        side: Side,
        /// The end of the best line.
        best: String,
        /// The end of the played line.
        played: String,
        /// The balance of the term at the end of the best line.
        best_points: i32,
        /// The balance of the term at the end of the played line.
        played_points: i32,
    },
    /// A threat by pass.
    Threat {
        /// The unit of work.
        unit: String,
        /// The position before the pass.
        sfen: String,
        /// The win probability of the threatening side with the pass minus that without.
        size: Number,
        /// The line after the pass.
        line: Line,
    },
    /// How natural a move is.
    Naturalness {
        /// The position before the move that led to the position, or the position itself.
        start: String,
        /// The moves from there to the position: none or one, for take-backs.
        moves: Vec<Usi>,
        /// The move.
        #[serde(rename = "move")]
        mv: Usi,
        /// Its category.
        category: String,
        /// The digest of the table of weights.
        table: String,
        /// The probability in percent.
        percent: Number,
        /// The rank, from 1.
        rank: u32,
    },
    /// A castle or an opening.
    Shape {
        /// The id of its row; in JSON `id` is that of the evidence.
        #[serde(rename = "shape")]
        id: String,
        /// The side.
        side: Side,
        /// The start of the game.
        start: String,
        /// The moves up to the position.
        moves: Vec<Usi>,
        /// The digest of the data.
        table: String,
    },
    /// The points of a side for a declaration.
    Points {
        /// The position.
        sfen: String,
        /// The rule, by its name.
        rule: String,
        /// The side.
        side: Side,
        /// The points.
        points: u32,
        /// The pieces in the enemy camp.
        pieces: u32,
        /// What is missing.
        unmet: Vec<String>,
    },
    /// A position that occurred for the fourth time.
    Repetition {
        /// The start of the game.
        start: String,
        /// The moves up to the position.
        moves: Vec<Usi>,
        /// What it means for the side to move: `draw`, `win` or `loss`.
        result: String,
    },
    /// The class of a loss.
    Class {
        /// The scale K.
        scale: Number,
        /// The limits of the four graded classes.
        limits: [Number; 4],
        /// The mover's win probability with the best move.
        best: Number,
        /// The mover's win probability with the played move.
        played: Number,
        /// The class.
        class: Class,
    },
    /// Black's win probability after each ply, from which states of the game follow.
    Curve {
        /// The curve; the index is the ply.
        w: Vec<Number>,
    },
    /// The losses of a side's counted moves.
    Losses {
        /// The side.
        side: Side,
        /// The plies.
        plies: Vec<u32>,
        /// The losses.
        losses: Vec<Number>,
    },
    /// The progress of a position.
    Progress {
        /// The position.
        sfen: String,
        /// The progress, 0 to 256.
        progress: u32,
    },
}

impl Fact {
    /// The name of the kind of fact, as in JSON.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Score { .. } => "score",
            Self::Mate { .. } => "mate",
            Self::NoMate { .. } => "noMate",
            Self::UnknownMate { .. } => "unknownMate",
            Self::Replies { .. } => "replies",
            Self::Tsumero { .. } => "tsumero",
            Self::Hisshi { .. } => "hisshi",
            Self::Material { .. } => "material",
            Self::Fork { .. } => "fork",
            Self::Hanging { .. } => "hanging",
            Self::Trapped { .. } => "trapped",
            Self::Count { .. } => "count",
            Self::Term { .. } => "term",
            Self::Threat { .. } => "threat",
            Self::Naturalness { .. } => "naturalness",
            Self::Shape { .. } => "shape",
            Self::Points { .. } => "points",
            Self::Repetition { .. } => "repetition",
            Self::Class { .. } => "class",
            Self::Curve { .. } => "curve",
            Self::Losses { .. } => "losses",
            Self::Progress { .. } => "progress",
        }
    }
}

/// The evidence collected so far; a fact that is there already is not added again.
#[derive(Clone, Debug, Default)]
pub struct EvidenceBook {
    facts: Vec<Evidence>,
}

impl EvidenceBook {
    /// Adds a fact and returns its id.
    pub fn add(&mut self, fact: Fact) -> String {
        if let Some(known) = self.facts.iter().find(|known| known.fact == fact) {
            return known.id.clone();
        }
        let id = format!("e{}", self.facts.len() + 1);
        self.facts.push(Evidence { id: id.clone(), fact });
        id
    }

    /// The facts in the order in which they were added.
    pub fn into_facts(self) -> Vec<Evidence> {
        self.facts
    }
}
