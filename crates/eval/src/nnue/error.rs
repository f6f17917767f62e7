//! Why a file is not a network: which field, what was expected there, what was found.

use std::fmt;

use super::architecture::Architecture;

/// The reason why a file cannot be used as a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError {
    /// The part of the file.
    pub field: &'static str,
    /// The offset of this part in bytes.
    pub offset: usize,
    /// What the file should have there.
    pub expected: Expected,
    /// What the file has there.
    pub found: Found,
}

/// What a field of a network file should hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// At least this number of bytes from the field's start on.
    Bytes(usize),
    /// A version of the format.
    Version,
    /// The hash of one of the known architectures.
    KnownHash,
    /// This hash, because the architecture was recognised before.
    Hash(u32, Architecture),
    /// Text that ends inside the file.
    TextInside(usize),
    /// A file of this size, with or without the hashes of the two parts.
    Size(usize, Architecture),
}

/// What a field of a network file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// A 32-bit number.
    Number(u32),
    /// This number of bytes.
    Bytes(usize),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(count) => write!(f, "{count} bytes"),
            Self::Version => f.write_str("0x7af32f16"),
            Self::KnownHash => {
                f.write_str("that of a HalfKP, K-P or KingZone network of a known size")
            }
            Self::Hash(hash, architecture) => write!(f, "{hash:#010x} as in every {architecture}"),
            Self::TextInside(left) => write!(f, "at most the {left} bytes that follow"),
            Self::Size(size, architecture) => write!(f, "{size} bytes as in every {architecture}"),
        }
    }
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, offset, expected, found } = self;
        write!(f, "not a usable nn.bin network: {field} (byte {offset}): expected {expected}, ")?;
        match (found, expected) {
            (Found::Number(length), Expected::TextInside(_)) => write!(f, "found {length}"),
            (Found::Number(number), _) => write!(f, "found {number:#010x}"),
            (Found::Bytes(count), _) => write!(f, "found {count}"),
        }
    }
}

impl std::error::Error for NetworkError {}
