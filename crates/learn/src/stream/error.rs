//! The reasons why a game or a file of records cannot be read.

use std::fmt;
use std::io;
use std::path::PathBuf;

use kifu::ReadError;
use shogi::Move;

use crate::game_file::GameFileError;
use crate::records::RecordError;

/// The reason why a game, a file or a folder cannot be read.
#[derive(Debug)]
pub enum StreamError {
    /// A file or folder cannot be read.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// A file has no bytes.
    Empty(PathBuf),
    /// A folder has no file with the extension of a record.
    NoRecords(PathBuf),
    /// A game record is damaged; the message of `kifu` names the file and the line.
    Record(ReadError),
    /// A line of a table of games is damaged.
    Table {
        /// The file.
        file: PathBuf,
        /// The damage, with the number of the line.
        error: RecordError,
    },
    /// A file of self-play games is damaged.
    Games {
        /// The file.
        file: PathBuf,
        /// The damage, with the number of the game.
        error: GameFileError,
    },
    /// A file of self-play games ends in the middle of a game.
    CutOff(PathBuf),
    /// A game starts from a diagram on which no game can be played.
    Start {
        /// The file.
        file: PathBuf,
        /// The line of the file on which the game begins, from 1.
        line: usize,
        /// What is wrong with the diagram.
        reason: String,
    },
    /// A move of a game is not legal.
    Illegal {
        /// The file.
        file: PathBuf,
        /// The line of the file on which the game begins, from 1.
        line: usize,
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
    },
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Empty(file) => write!(f, "{}: the file is empty", file.display()),
            Self::NoRecords(folder) => write!(
                f,
                "{}: the folder has no file with the extension of a game record",
                folder.display()
            ),
            Self::Record(error) => write!(f, "{error}"),
            Self::Table { file, error } => write!(f, "{}: {error}", file.display()),
            Self::Games { file, error } => write!(f, "{}: {error}", file.display()),
            Self::CutOff(file) => {
                write!(f, "{}: the file ends in the middle of a game", file.display())
            }
            Self::Start { file, line, reason } => {
                let file = file.display();
                write!(f, "{file}:{line}: no game can start from this diagram: {reason}")
            }
            Self::Illegal { file, line, number, mv } => {
                write!(
                    f,
                    "{}:{line}: move {number} of the game, {mv}, is not legal",
                    file.display()
                )
            }
        }
    }
}

impl std::error::Error for StreamError {}
