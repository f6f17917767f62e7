//! The events that the engine emits.

use search::Bound;
use shogi::{Action, Move};

use crate::shown_score::ShownScore;

/// A line found by the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The depth in plies.
    pub depth: i32,
    /// The greatest distance from the root reached, in plies (USI `seldepth`).
    pub deepest: usize,
    /// The milliseconds since the search began.
    pub time_ms: u64,
    /// The number of nodes searched by all threads.
    pub nodes: u64,
    /// The part of the hash table in use, in thousandths.
    pub hashfull: usize,
    /// The rank of the line, from 1 for the best; none if only one line is asked for.
    pub rank: Option<usize>,
    /// The score from the side to move.
    pub score: ShownScore,
    /// The kind of the score: exact, or a lower or upper bound.
    pub bound: Bound,
    /// The moves of the line (principal variation).
    pub pv: Vec<Move>,
}

/// The answer that ends a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The action to take.
    pub action: Action,
    /// The reply to ponder on.
    pub ponder: Option<Move>,
    /// The number of nodes searched by all threads.
    pub nodes: u64,
    /// The score of the move, if the search found one.
    pub score: Option<ShownScore>,
}

/// The answer that ends a search for mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// A mate was found; these are its moves.
    Found(Vec<Move>),
    /// The solver proved that there is no mate.
    None,
    /// The limits ended the search before there was a proof.
    Timeout,
}

/// The progress of a search for mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateProgress {
    /// The longest path that was searched, in plies.
    pub deepest: u16,
    /// The milliseconds since the search began.
    pub time_ms: u64,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The part of the solver's memory in use, in thousandths.
    pub hashfull: u32,
    /// A mate in at most this many plies has been found; it may not be verified yet.
    pub most: Option<u16>,
    /// The line of a verified mate; it is empty as long as there is none.
    pub line: Vec<Move>,
}

/// An event of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The search found a line.
    Info(Info),
    /// A sentence for the user.
    Note(String),
    /// The answer to a search; every search has exactly one.
    Answer(Answer),
    /// A search for mate goes on, or ends without a mate.
    MateProgress(MateProgress),
    /// The answer to a search for mate; every search for mate has exactly one.
    Mate(MateAnswer),
}
