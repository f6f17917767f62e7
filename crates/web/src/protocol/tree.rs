//! A game record as a tree; it mirrors `kifu::Game`.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::position::{MoveText, Score};

/// A score that a program left in a record.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct TreeEvaluation {
    /// The score.
    pub score: Score,
    /// The chance of Black to win, in percent; the server fills it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub w: Option<f64>,
    /// The depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// A node of a record. The start has neither a parent nor a move; every other node has a parent
/// with a smaller index, and either a move or an end.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The index of the node before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The move in USI.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The move in words; the server fills it in and ignores what the page sends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<MoveText>,
    /// The end of the line: a name of `kifu::Ending` such as `Resign`, or a word of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The lines of comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comments: Option<Vec<String>>,
    /// The time spent on the move in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// The first score in the comments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<TreeEvaluation>,
}

/// A game record. Children of a node are those that name it as their parent, in the order of the
/// list; the first continues the line.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tree {
    /// The names and values of headers, in the order of the file.
    pub headers: Vec<(String, String)>,
    /// The start in SFEN.
    pub start: String,
    /// The nodes; node 0 is the start.
    pub nodes: Vec<TreeNode>,
}
