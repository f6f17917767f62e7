//! What the hisshi solver may say. Yes and no come from the verifiers alone.

use crate::budget::Stopped;
use shogi::Move;
use std::fmt;

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Hisshi in a number of plies, or the mate is there already.
    Hisshi(Hisshi),
    /// No hisshi within the plies asked for.
    NoHisshi(NoHisshi),
    /// Not decided.
    Unknown(Reason),
}

/// A verified hisshi.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hisshi {
    pub(super) plies: u16,
    pub(super) at_least: u16,
    pub(super) line: Vec<Move>,
    pub(super) threat: Vec<Move>,
}

impl Hisshi {
    /// After how many plies it stands at the latest, checks of the defender and the answers to
    /// them not counted; 0 if the mate is there already, or hisshi stands already.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// It is proven that there is none in fewer plies than this.
    pub fn at_least(&self) -> u16 {
        self.at_least
    }

    /// One line to where hisshi stands.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The mate that follows the line if the defender does nothing about it. If the line ends with
    /// a move of the defender or is empty, it is the mate that is there.
    pub fn threat(&self) -> &[Move] {
        &self.threat
    }
}

/// A verified absence of hisshi; only this crate makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoHisshi {
    pub(super) plies: u16,
}

impl NoHisshi {
    /// There is no hisshi within so many plies.
    pub fn plies(&self) -> u16 {
        self.plies
    }
}

/// Why a problem was not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The number of nodes was reached.
    Nodes,
    /// The caller said stop.
    Stopped,
    /// The defender's checks go on for longer than is searched.
    TooLong,
    /// It depends on whether a position may recur.
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
