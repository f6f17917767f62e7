//! What the engine has to say.

use search::Bound;
use shogi::{Action, Move};

use crate::shown_score::ShownScore;

/// A line found by the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub deepest: usize,
    /// Since the search began.
    pub time_ms: u64,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How full the hash table is, in thousandths.
    pub hashfull: usize,
    /// 1 for the best line, 2 for the second, ...; none where one line is asked for.
    pub rank: Option<usize>,
    /// From the side to move.
    pub score: ShownScore,
    /// Is the score exact?
    pub bound: Bound,
    /// The line.
    pub pv: Vec<Move>,
}

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What to do.
    pub action: Action,
    /// The reply to think about meanwhile.
    pub ponder: Option<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The score of the move, if the search got so far.
    pub score: Option<ShownScore>,
}

/// The end of a search for mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MateAnswer {
    /// The line to the mate.
    Found(Vec<Move>),
    /// Proven: there is none.
    None,
    /// Not found in time.
    Timeout,
}

/// What the engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line.
    Info(Info),
    /// A sentence for the user.
    Note(String),
    /// The answer to a search; one for each.
    Answer(Answer),
    /// The answer to a search for mate; one for each.
    Mate(MateAnswer),
}
