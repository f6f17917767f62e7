//! Castles and openings by name.

use serde::{Deserialize, Serialize};

use super::side::Side;

/// What kind of shape it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ShapeKind {
    /// A castle.
    Castle,
    /// An opening or a strategy.
    Opening,
}

/// A castle or an opening that a side reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Shape {
    /// The id of its row in the data.
    pub id: String,
    /// The kind.
    pub kind: ShapeKind,
    /// The Japanese name.
    pub ja: String,
    /// The name in Latin letters.
    pub romaji: String,
    /// The English name.
    pub en: String,
    /// The side.
    pub side: Side,
    /// The first ply at which it stood.
    pub ply: u32,
    /// Is it the side's castle or opening, not one on the way?
    pub main: bool,
}
