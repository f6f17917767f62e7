//! Records of a file mapped into memory: any record can be reached at once, and files larger than
//! memory can be shuffled.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::marker::PhantomData;

use memmap2::Mmap;

use super::{FixedRecord, RecordError};

/// The records of an uncompressed file.
pub struct Mapped<T> {
    map: Mmap,
    kind: PhantomData<T>,
}

impl<T: FixedRecord> Mapped<T> {
    /// Maps a file. Its length must be that of whole records.
    pub fn new(file: &File) -> Result<Self, RecordError> {
        let length = file.metadata()?.len();
        if length == 0 {
            // An empty file cannot be mapped everywhere.
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file is empty").into());
        }
        // SAFETY: the map is only read, byte by byte, and every pattern of bytes is a valid record;
        // so a change of the file by another program changes values but breaks no invariant. A file
        // made shorter meanwhile ends the program with SIGBUS, as with every memory map.
        let map = unsafe { Mmap::map(file)? };
        let bytes = map.len() % T::SIZE;
        if bytes != 0 {
            return Err(RecordError::Cut { records: (map.len() / T::SIZE) as u64, bytes });
        }
        Ok(Self { map, kind: PhantomData })
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.map.len() / T::SIZE
    }

    /// Does the file hold no records?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The record with this number, from 0.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        self.map.get(start..start + T::SIZE).map(T::from_bytes)
    }

    /// All records in order.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.map.chunks_exact(T::SIZE).map(T::from_bytes)
    }
}
