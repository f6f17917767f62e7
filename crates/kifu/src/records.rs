//! Training records: positions with a score, a move and a result, in files of fixed-size records.
//!
//! They are read as a stream or mapped into memory, and written as a stream. Compression by zstd is
//! recognised when reading.

mod hcpe;
mod mapped;
mod psv;
mod stream;

pub use hcpe::{Hcpe, HcpeResult, apery_move, from_apery_move};
pub use mapped::Mapped;
pub use psv::Psv;
pub use stream::{RecordError, RecordReader, RecordWriter, open};

/// A record of fixed size.
pub trait FixedRecord: Sized {
    /// Its length in bytes.
    const SIZE: usize;

    /// Reads a record; `bytes` has exactly [`Self::SIZE`] bytes.
    fn from_bytes(bytes: &[u8]) -> Self;

    /// Adds the record's bytes.
    fn write_to(&self, out: &mut Vec<u8>);
}

/// A part of a record, or zeros where it is too short (which the readers do not let happen).
pub(crate) fn part<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..at + N).and_then(|slice| slice.try_into().ok()).unwrap_or([0; N])
}
