//! Threats: what a side would do if the other one passed.

use serde::{Deserialize, Serialize};

use super::line::Line;
use super::number::Number;
use super::side::Side;
use super::usi::Usi;

/// A threat found by a search after a pass. A line with a pass cannot be played; it is shown as
/// what happens if nothing is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Threat {
    /// The side that threatens.
    pub side: Side,
    /// The ply of the game from whose position `after` is played.
    pub ply: u32,
    /// The moves before the pass: none, the played move, or the best one.
    pub after: Vec<Usi>,
    /// The position before the pass.
    pub sfen: String,
    /// The win probability of the threatening side without the pass.
    pub before: Number,
    /// The win probability with it, minus that.
    pub size: Number,
    /// The line after the pass, with the threatening side's values.
    pub line: Line,
    /// The nodes that were asked for.
    pub nodes: u64,
}
