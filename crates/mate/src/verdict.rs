//! What a solver may say. A mate and its absence come from the verifiers alone.

use crate::budget::Stopped;
use shogi::Move;
use std::fmt;

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move mates by checks.
    Mate(Mate),
    /// It does not, however long it tries.
    NoMate(NoMate),
    /// Not decided.
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

    /// One line of it: the attacker's moves, and the defences that last longest against them.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// It is proven that no mate is shorter than so many plies; 1 where that was not asked.
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
    /// No mate within the longest length that is searched, but there may be a longer one.
    TooLong,
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
            Self::Unverified => "a result failed verification",
        })
    }
}
