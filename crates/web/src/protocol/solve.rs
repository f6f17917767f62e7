//! Questions to the solvers and their answers.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question to a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum SolveKind {
    /// Does the side to move mate by checks?
    Mate,
    /// Does the side to move have a hisshi (brinkmate)?
    Hisshi,
    /// Does the side that is not to move threaten mate?
    Tsumero,
}

/// The answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum VerdictOutcome {
    /// Proved: there is a mate.
    Mate,
    /// Proved: there is no mate.
    NoMate,
    /// Proved: there is a hisshi.
    Hisshi,
    /// Proved: there is no hisshi within the plies asked for.
    NoHisshi,
    /// Proved: mate is threatened.
    Tsumero,
    /// Proved: no mate is threatened.
    NoTsumero,
    /// Nothing is proved; `reason` says why.
    Unknown,
}

/// Why nothing is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum UnknownReason {
    /// The time was used up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The memory was used up.
    Memory,
    /// The question was stopped.
    Stopped,
    /// The position is outside the question, for example because of a missing king.
    Position,
}

/// The judgement of a try at a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum JudgeOutcome {
    /// The problem is solved.
    Solved,
    /// The move is right, and the problem goes on after the reply.
    Right,
    /// The move mates, but not in the number of plies asked for.
    Longer,
    /// The move is proved to be wrong.
    Wrong,
    /// Nothing is proved.
    Unknown,
}
