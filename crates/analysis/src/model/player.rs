//! The figures of a player in one game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::class::{Class, Phase};
use super::number::Number;

/// A player's name and figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// The name in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The figures over the whole game.
    #[serde(flatten)]
    pub figures: Figures,
    /// The figures by phase.
    pub by_phase: BTreeMap<Phase, Figures>,
    /// The number of the player's moves in each class.
    pub counts: BTreeMap<Class, u32>,
    /// The largest loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_loss: Option<LargestLoss>,
    /// The moves in decided positions, which are not counted.
    pub decided: u32,
    /// The proved mates that were missed.
    pub missed_mates: u32,
    /// The proved hisshi that were missed.
    pub missed_hisshi: u32,
    /// The moves that walked into a proved mate.
    pub walked_into_mate: u32,
    /// The declarations that were missed.
    pub missed_declarations: u32,
    /// The id of the castle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub castle: Option<String>,
    /// The id of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// Figures over counted moves.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// The number of counted moves; with none, the other figures are missing.
    pub counted: u32,
    /// The mean loss in points of win probability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss: Option<Number>,
    /// The 95 percent interval of the mean loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss_interval: Option<[Number; 2]>,
    /// The accuracy in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Number>,
    /// The share, in percent, of moves that are the best one or within a point of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Number>,
}

/// A player's largest loss.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LargestLoss {
    /// The ply.
    pub ply: u32,
    /// The loss.
    pub loss: Number,
}
