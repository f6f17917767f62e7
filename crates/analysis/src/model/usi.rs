//! A move that is USI text in JSON.

use std::fmt;
use std::ops::Deref;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shogi::Move;

/// A move, written as USI text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usi(pub Move);

impl Usi {
    /// The moves of a line, ready to be written.
    pub fn line(moves: &[Move]) -> Vec<Self> {
        moves.iter().copied().map(Self).collect()
    }

    /// The moves of a line that was read.
    pub fn moves(line: &[Self]) -> Vec<Move> {
        line.iter().map(|usi| usi.0).collect()
    }
}

impl Deref for Usi {
    type Target = Move;

    fn deref(&self) -> &Move {
        &self.0
    }
}

impl From<Move> for Usi {
    fn from(mv: Move) -> Self {
        Self(mv)
    }
}

impl fmt::Display for Usi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Usi {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Usi {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|_| Error::custom(format_args!("`{text}` is no USI move")))
    }
}
