//! Sentences: filled templates, each with the evidence for what it says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The group of a template; a move gets at most one sentence of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Group {
    /// The head: what the move is.
    H,
    /// The better move.
    B,
    /// Mate.
    M,
    /// Tsumero and hisshi.
    Z,
    /// Material.
    L,
    /// Threats.
    T,
    /// The king.
    K,
    /// Evaluation terms, points.
    E,
    /// Naturalness.
    N,
    /// Openings and castles.
    O,
    /// The game as a whole.
    G,
    /// Caution.
    C,
}

/// What a sentence rests on, the weakest of its evidence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Strength {
    /// Counted on the board or over records.
    Counted,
    /// Searched.
    Searched,
    /// Proved by a solver or by the rules.
    Proved,
}

/// The content of a slot of a template, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// The Japanese text.
    pub ja: String,
    /// The English text.
    pub en: String,
}

/// A sentence about a move or about the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sentence {
    /// The id of its template, such as `M1`.
    pub template: String,
    /// The group of its template.
    pub group: Group,
    /// The Japanese sentence.
    pub ja: String,
    /// The English sentence.
    pub en: String,
    /// What was filled in, by the name of the slot.
    pub slots: BTreeMap<String, Slot>,
    /// The ids of its evidence in [`super::GameReport::evidence`].
    pub evidence: Vec<String>,
    /// What it rests on.
    pub strength: Strength,
}
