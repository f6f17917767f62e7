//! The verdicts of the hisshi solver. Yes and no come from the verifiers alone.

use crate::verdict::Reason;
use shogi::Move;

/// The result of a search for hisshi.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Hisshi in a number of plies, or the mate is there already.
    Hisshi(Hisshi),
    /// No hisshi within the plies asked for.
    NoHisshi(NoHisshi),
    /// The problem was not decided.
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

    /// No hisshi takes fewer plies than this.
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
    /// There is no hisshi within this many plies.
    pub fn plies(&self) -> u16 {
        self.plies
    }
}
