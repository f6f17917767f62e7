//! A file as bytes, without reading what nobody looks at.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, mapped into memory. Weights are checked and copied out of it.
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file. Nobody should write to it meanwhile; a file that is cut short while it is
    /// mapped ends the program, as with every mapped file.
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
