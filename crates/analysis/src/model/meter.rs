//! The entering-king meter of a side.

use serde::{Deserialize, Serialize};

/// How far a side's king is from a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meter {
    /// The steps to the enemy camp, if the king can walk there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// The king's rank from its own side, 1 to 9; 7 to 9 are the enemy camp.
    pub rank: u32,
    /// The points that count for a declaration.
    pub points: u32,
    /// The points of all the side's pieces, as players count who agree on a draw.
    pub all_points: u32,
    /// The pieces in the enemy camp, without the king.
    pub pieces: u32,
    /// What is missing, as the rules name it; empty if the side could declare on its move.
    pub unmet: Vec<String>,
    /// Is the meter worth showing?
    pub shown: bool,
}
