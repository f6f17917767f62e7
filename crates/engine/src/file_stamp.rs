//! The identity of a file that was read, to find out whether it has changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

/// A file's path, length and time of modification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileStamp {
    path: PathBuf,
    length: u64,
    changed: Option<Duration>,
}

impl FileStamp {
    /// Reads the stamp of the file as it is now.
    pub(crate) fn new(path: PathBuf) -> Self {
        let data = fs::metadata(&path).ok();
        let length = data.as_ref().map_or(0, fs::Metadata::len);
        let changed = data.and_then(|data| data.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        Self { path, length, changed }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
