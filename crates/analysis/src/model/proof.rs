//! Questions to the mate and hisshi solvers, and their answers.

use serde::{Deserialize, Serialize};

use super::usi::Usi;

/// A question to a solver about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// Does the side to move mate by checks?
    Mate,
    /// Would the side that has just moved mate if it could move again?
    Tsumero,
    /// Does hisshi stand: is there no defence against the side that has just moved?
    HisshiStands,
    /// Can the side to move make hisshi?
    Hisshi,
}

/// A solver's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// Yes, verified.
    Yes,
    /// No, verified.
    No,
    /// Neither.
    Unknown,
}

/// A question, the position it was asked about, and the answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// The name by which other parts of the report refer to it.
    pub id: String,
    /// The question.
    pub question: Question,
    /// The ply of the game whose position was asked about.
    pub ply: u32,
    /// Moves that were played from there before the question; empty for the game's own position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Usi>,
    /// The answer.
    pub verdict: Verdict,
    /// The length of the mate, or the plies to hisshi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Is the length proved to be the shortest?
    #[serde(default)]
    pub shortest: bool,
    /// The line of the mate, or the line to hisshi.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<Usi>,
    /// The mate that hisshi threatens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threat: Vec<Usi>,
    /// The nodes spent.
    pub nodes: u64,
    /// The nodes allowed.
    pub limit: u64,
}

impl Proof {
    /// A question without an answer.
    pub(crate) fn unasked(question: Question, limit: u64) -> Self {
        Self {
            id: String::new(),
            question,
            ply: 0,
            after: Vec::new(),
            verdict: Verdict::Unknown,
            plies: None,
            shortest: false,
            line: Vec::new(),
            threat: Vec::new(),
            nodes: 0,
            limit,
        }
    }
}
