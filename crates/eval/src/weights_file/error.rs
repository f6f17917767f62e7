//! Why a file does not hold the weights that it should.

use std::fmt;

use super::format::Format;

/// A file that is not a weights file that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsError {
    /// The format that the file should have.
    pub format: Format,
    /// The part of the file.
    pub field: &'static str,
    /// The offset of this part in bytes.
    pub offset: usize,
    /// What the file should have there.
    pub expected: Expectation,
    /// What the file has there.
    pub found: Finding,
}

/// What a field should hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The first eight letters of a format.
    Magic(Format),
    /// This number.
    Exactly(u64),
    /// A number that is not above this one.
    AtMost(u64),
    /// A number other than zero.
    NotZero,
    /// A number of at most five bytes.
    ShortNumber,
    /// The end of the file.
    End,
    /// An entry that the file keeps: its mirror image holds the weight.
    KeptEntry,
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Other letters.
    OtherBytes,
    /// This number.
    Number(u64),
    /// The end of the file.
    End,
    /// More bytes.
    More(u64),
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic(format) => write!(f, "the letters {}", format.magic().escape_ascii()),
            Self::Exactly(number) => write!(f, "{number}"),
            Self::AtMost(number) => write!(f, "at most {number}"),
            Self::NotZero => f.write_str("a number above 0"),
            Self::ShortNumber => f.write_str("a number of at most 5 bytes"),
            Self::End => f.write_str("the end of the file"),
            Self::KeptEntry => f.write_str("zero where the mirror image holds the weight"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBytes => f.write_str("others"),
            Self::Number(number) => write!(f, "{number}"),
            Self::End => f.write_str("the end of the file"),
            Self::More(count) => write!(f, "{count} bytes more"),
        }
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, field, offset, expected, found } = self;
        write!(
            f,
            "not a usable {format} weights file: {field} (byte {offset}): expected {expected}, found {found}"
        )
    }
}

impl std::error::Error for WeightsError {}
