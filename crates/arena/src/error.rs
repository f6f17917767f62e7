//! The reasons why a match cannot be played. Misbehaving engines are not among
//! them: they lose.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why a match cannot be played.
#[derive(Debug)]
pub enum ArenaError {
    /// The request cannot be met; one sentence says why.
    Request(String),
    /// A file cannot be written.
    File(PathBuf, io::Error),
    /// An engine cannot play at all.
    Engine(String, String),
    /// The results cannot be kept or read.
    Database(rusqlite::Error),
    /// The database holds something that this program did not write.
    Damaged(String),
}

impl ArenaError {
    /// A file that was named cannot be read: the request is at fault.
    pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Request(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(sentence) => f.write_str(sentence),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Engine(name, what) => write!(f, "engine {name}: {what}"),
            Self::Database(error) => write!(f, "the results file: {error}"),
            Self::Damaged(what) => write!(f, "the results file is damaged: {what}"),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<rusqlite::Error> for ArenaError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}
