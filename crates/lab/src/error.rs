//! The errors of the lab, in one sentence each.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use eval::ModelError;
use eval::entering_king::UnknownTerm;

/// Why an experiment could not be run, rendered or checked.
#[derive(Debug)]
pub enum LabError {
    /// A file or folder cannot be read or written.
    File(PathBuf, io::Error),
    /// A line of the records is wrong.
    Record(PathBuf, usize, String),
    /// Another run is writing into the folder.
    Busy(PathBuf),
    /// The records belong to another plan.
    OtherPlan(PathBuf),
    /// The records do not come from the present code, for these reasons.
    Stale(PathBuf, Vec<String>),
    /// A job that was done again has another result.
    OtherResult(String),
    /// The records do not have what a table needs.
    Incomplete(String),
    /// The text rendered from the records differs from the file.
    Differs(PathBuf),
    /// A position or move of the experiment is wrong.
    Position(String),
    /// A figure cannot be drawn.
    Figure(String),
    /// No memory for the hash table.
    Memory(io::Error),
    /// A thread of a search could not be started.
    Thread(io::Error),
    /// An entering-king term of the experiment does not exist.
    Term(UnknownTerm),
    /// The embedded weights of an evaluator cannot be used.
    Model(ModelError),
}

impl LabError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File(path, error)
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Record(path, line, why) => write!(f, "{}:{line}: {why}", path.display()),
            Self::Busy(folder) => {
                write!(f, "{}: another run is at work here", folder.display())
            }
            Self::OtherPlan(path) => write!(
                f,
                "{}: these are records of another plan; --afresh moves them away and begins anew, \
                 --keep-stale goes on with those that fit",
                path.display()
            ),
            Self::Stale(path, reasons) => write!(
                f,
                "{}: the records are stale: {}; --afresh moves them away and begins anew, \
                 --keep-stale goes on with them",
                path.display(),
                reasons.join("; ")
            ),
            Self::OtherResult(id) => {
                write!(f, "{id}: done again, the job has another result")
            }
            Self::Incomplete(what) => write!(f, "the records are not complete: {what}"),
            Self::Differs(path) => {
                write!(f, "{}: the records give another text now", path.display())
            }
            Self::Position(what) => write!(f, "a position of the experiment: {what}"),
            Self::Figure(why) => write!(f, "the figure cannot be drawn: {why}"),
            Self::Thread(error) => write!(f, "no thread for the search: {error}"),
            Self::Term(why) => write!(f, "an entering-king term: {why}"),
            Self::Model(error) => write!(f, "the embedded weights: {error}"),
            Self::Memory(error) => write!(f, "no memory for the hash table: {error}"),
        }
    }
}

impl std::error::Error for LabError {}
