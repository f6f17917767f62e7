//! The two sides in a report, and things that each side has one of.

use serde::{Deserialize, Serialize};
use shogi::Color;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black, who moves first but in handicap games.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Both<T> {
    /// The thing of Black.
    pub black: T,
    /// The thing of White.
    pub white: T,
}

impl<T> Both<T> {
    /// Makes the thing of each side.
    pub fn of(mut make: impl FnMut(Color) -> T) -> Self {
        Self { black: make(Color::Black), white: make(Color::White) }
    }

    /// The thing of a side.
    pub fn get(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The thing of a side, to be changed.
    pub fn get_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
