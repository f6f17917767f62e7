//! The table of probabilities that the recipe `gekisashi` plays with: a built-in one, or one from a
//! file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use search::{Realization, TableError, TableName};

use crate::file_stamp::FileStamp;

/// The most bytes of a file that are read; a table is not longer.
const LONGEST: u64 = 1 << 21;

/// Where a table comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    BuiltIn(TableName),
    File(FileStamp),
}

/// The table with what it was made of, to find out whether it must be made again.
pub(crate) struct LoadedTable {
    origin: Origin,
    table: Arc<Realization>,
}

impl Default for LoadedTable {
    fn default() -> Self {
        let origin = Origin::BuiltIn(TableName::default());
        Self { origin, table: Realization::shared_default() }
    }
}

/// The reason why a file is no table of probabilities.
#[derive(Debug)]
pub(crate) enum TableFailure {
    /// The file cannot be read.
    Io(PathBuf, io::Error),
    /// The file has no table.
    Table(PathBuf, TableError),
}

impl fmt::Display for TableFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "RealizationFile {}: {error}", path.display()),
            Self::Table(path, error) => write!(f, "RealizationFile {}: {error}", path.display()),
        }
    }
}

impl LoadedTable {
    /// The table.
    pub(crate) fn table(&self) -> &Arc<Realization> {
        &self.table
    }

    /// Brings the table to what the option says: the name of a built-in table, a file, or nothing
    /// for the default. Returns whether it has changed; after a failure it is the default.
    pub(crate) fn load(&mut self, option: &str) -> Result<bool, TableFailure> {
        let name = if option.is_empty() { Ok(TableName::default()) } else { option.parse() };
        let (origin, table) = match name {
            Ok(name) => {
                let origin = Origin::BuiltIn(name);
                if self.origin == origin {
                    return Ok(false);
                }
                (origin, Realization::built_in(name))
            }
            Err(_) => {
                let stamp = FileStamp::new(PathBuf::from(option));
                let origin = Origin::File(stamp.clone());
                if self.origin == origin {
                    return Ok(false);
                }
                let table = read(&stamp).inspect_err(|_| *self = Self::default())?;
                (origin, table)
            }
        };
        *self = Self { origin, table: Arc::new(table) };
        Ok(true)
    }
}

fn read(stamp: &FileStamp) -> Result<Realization, TableFailure> {
    let path = || stamp.path().to_owned();
    let mut text = String::new();
    File::open(stamp.path())
        .and_then(|file| file.take(LONGEST).read_to_string(&mut text))
        .map_err(|error| TableFailure::Io(path(), error))?;
    Realization::parse(&text).map_err(|error| TableFailure::Table(path(), error))
}

impl fmt::Display for LoadedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::BuiltIn(name) => write!(f, "{name}, built in"),
            Origin::File(stamp) => write!(f, "{}", stamp.path().display()),
        }
    }
}
