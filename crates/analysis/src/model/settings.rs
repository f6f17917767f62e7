//! What the analysis was asked to do, as far as it changes results.

use serde::{Deserialize, Serialize};

use super::number::Number;

/// The evaluator that searched.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluator {
    /// The name.
    pub name: String,
    /// The checksum of the weights; empty if the evaluator has none.
    pub weights: String,
}

/// The settings of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The nodes of a ply in the sweep, N1.
    pub nodes: u64,
    /// The nodes of a search at a moment, N2.
    pub deep_nodes: u64,
    /// The nodes of a side question, N3.
    pub side_nodes: u64,
    /// The nodes of a mate question at every ply.
    pub mate_nodes: u64,
    /// The nodes of a mate question at a moment.
    pub deep_mate_nodes: u64,
    /// The nodes of a hisshi question.
    pub hisshi_nodes: u64,
    /// The size of the hash table in megabytes.
    pub hash_mb: u32,
    /// The scale K of win probabilities.
    pub scale: Number,
    /// The scale that was fitted on records for the evaluator, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fitted_scale: Option<Number>,
    /// The limits of the four graded classes.
    pub classes: [Number; 4],
    /// The most moments.
    pub moments: u32,
    /// The ply of the first move that is judged; 0 means the first of the game.
    pub from: u32,
    /// The ply of the last move that is judged; none means the last of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// Was the book used?
    pub book: bool,
    /// Does the same run give the same report? Limits of time and several threads prevent it.
    pub reproducible: bool,
    /// The digest of all that decides the results: settings, program and evaluator.
    pub digest: String,
    /// The node count by which a build of the program is known.
    #[serde(default)]
    pub bench: String,
    /// The digest of the table behind naturalness.
    #[serde(default)]
    pub naturalness_table: String,
}
