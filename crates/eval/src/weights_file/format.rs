//! The formats of weights files, and how a payload is written.

use std::fmt;

/// A format of weights files of our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The weights of `three_piece`.
    ThreePiece,
    /// The weights of `bonanza`.
    Bonanza,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 2] = [Self::ThreePiece, Self::Bonanza];

    /// The first eight bytes of a file.
    pub const fn magic(self) -> &'static [u8; 8] {
        match self {
            Self::ThreePiece => b"SAKI3PCE",
            Self::Bonanza => b"SAKIBNZA",
        }
    }

    /// The format of a file that starts with these bytes, if it is one of ours.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|format| bytes.starts_with(format.magic()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ThreePiece => "three-piece",
            Self::Bonanza => "bonanza",
        })
    }
}

/// The way in which the payload is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Two bytes for every entry.
    Plain = 0,
    /// Runs of zeros are counted; for mostly-zero tables.
    Compact = 1,
}
