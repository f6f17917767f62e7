//! Memory straight from the system: files as bytes, and large tables on big pages.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use memmap2::{Mmap, MmapMut};

/// The bytes of a file, mapped into memory. Weights are checked and copied out of it.
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file. No program should write to it meanwhile; if it is cut short while it is mapped,
    /// the next read ends this program, as with every mapped file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the map is private and only read; readers check every value that they take
        // from it and copy it once, so that bytes changed by others give other weights at worst.
        Ok(Self(unsafe { Mmap::map(&file)? }))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// A large table of numbers, zero at first, on big pages where the system has them: its entries are
/// read all over the place.
pub(crate) struct WeightTable(Pages);

enum Pages {
    Mapped(MmapMut),
    /// Where the system gives no map.
    Owned(Vec<i16>),
}

impl WeightTable {
    pub(crate) fn zero(len: usize) -> Self {
        let Ok(map) = MmapMut::map_anon(len * size_of::<i16>()) else {
            return Self(Pages::Owned(vec![0; len]));
        };
        // Only a wish; without big pages the table is slower to fill and to read.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Self(Pages::Mapped(map))
    }
}

impl Deref for WeightTable {
    type Target = [i16];

    #[inline(always)]
    fn deref(&self) -> &[i16] {
        match &self.0 {
            Pages::Owned(numbers) => numbers,
            Pages::Mapped(map) => {
                let len = map.len() / size_of::<i16>();
                // SAFETY: the map starts on a page and so is aligned, holds that many numbers, is
                // zero or was written through `deref_mut`, and every bit pattern is a number.
                unsafe { std::slice::from_raw_parts(map.as_ptr().cast(), len) }
            }
        }
    }
}

impl DerefMut for WeightTable {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16] {
        match &mut self.0 {
            Pages::Owned(numbers) => numbers,
            Pages::Mapped(map) => {
                let len = map.len() / size_of::<i16>();
                // SAFETY: as in `deref`, and the table is borrowed for writing.
                unsafe { std::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), len) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_zero_and_can_be_written() {
        let mut table = WeightTable::zero(100_000);
        assert!(table.len() == 100_000 && table.iter().all(|&number| number == 0));
        table[99_999] = -5;
        assert_eq!(table[99_999], -5);
    }
}
