//! The answers of the solvers. A mate and its absence come from the verifiers alone; the verdicts
//! on hisshi are in `hisshi::verdict`.

use crate::budget::Stopped;
use shogi::Move;
use std::fmt;

/// A verdict and its cost; the verdict is one on mate or one on hisshi.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<V = Verdict> {
    /// The verdict.
    pub verdict: V,
    /// Nodes searched and verified.
    pub nodes: u64,
}

/// The result of a search for mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move mates by checks.
    Mate(Mate),
    /// The side to move does not mate by checks.
    NoMate(NoMate),
    /// The problem was not decided.
    Unknown(Reason),
}

/// A verified mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    line: Vec<Move>,
    at_least: u16,
}

impl Mate {
    pub(crate) fn new(line: Vec<Move>, at_least: u16) -> Self {
        Self { line, at_least }
    }

    /// One line of the mate: the attacker's moves, and the defences that last longest against them.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// No mate is shorter than this many plies; 1 if the shortest mate was not asked for.
    pub fn at_least(&self) -> u16 {
        self.at_least
    }

    /// Is the line proven to be the shortest that best defence allows?
    pub fn is_shortest(&self) -> bool {
        usize::from(self.at_least) == self.line.len()
    }
}

/// A verified absence of mate; only this crate makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoMate {
    _made_here: (),
}

impl NoMate {
    pub(crate) fn verified() -> Self {
        Self { _made_here: () }
    }
}

/// Why a problem was not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The number of nodes was reached.
    Nodes,
    /// The caller said stop.
    Stopped,
    /// The answer lies beyond the longest line that is searched: a longer mate, or in hisshi a
    /// longer series of the defender's checks.
    TooLong,
    /// The answer depends on whether a position may recur; only in hisshi.
    Recurrence,
    /// A result was found but did not stand verification.
    Unverified,
}

impl From<Stopped> for Reason {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Nodes => Self::Nodes,
            Stopped::Asked => Self::Stopped,
            Stopped::Inconsistent => Self::Unverified,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit",
            Self::Stopped => "time limit",
            Self::TooLong => "length limit",
            Self::Recurrence => "a position recurs",
            Self::Unverified => "a result failed verification",
        })
    }
}
