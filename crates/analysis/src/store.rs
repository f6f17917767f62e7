//! The store: finished units in a SQLite file, each in a transaction of its own, so that an
//! analysis that is killed at any moment goes on where it was; and the paths of reports, so that
//! only they are written over. Several programs may use one file.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use crate::analyse::Memory;

/// The version of the tables; 0 is an empty file.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE unit (
        game TEXT NOT NULL,
        settings TEXT NOT NULL,
        unit TEXT NOT NULL,
        done TEXT NOT NULL,
        PRIMARY KEY (game, settings, unit)
    ) WITHOUT ROWID;
    CREATE TABLE written (path TEXT PRIMARY KEY) WITHOUT ROWID;
    PRAGMA user_version = 1;
";

/// Why a store cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The file is of a later version.
    Newer(i64),
    /// The database says no.
    Sqlite(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer(version) => write!(
                f,
                "the store has version {version}, this program knows versions up to {VERSION}"
            ),
            Self::Sqlite(error) => write!(f, "the store cannot be used: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// A store of finished units.
pub struct Store {
    connection: Connection,
    /// The first failure to keep a unit; the analysis goes on without the store.
    failure: Option<rusqlite::Error>,
}

impl Store {
    /// Opens a store, or makes one.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::of(Connection::open(path)?)
    }

    /// A store in memory, for tests.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::of(Connection::open_in_memory()?)
    }

    fn of(connection: Connection) -> Result<Self, StoreError> {
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        match version {
            0 => connection.execute_batch(&format!("BEGIN;{TABLES}COMMIT;"))?,
            VERSION => {}
            newer => return Err(StoreError::Newer(newer)),
        }
        Ok(Self { connection, failure: None })
    }

    /// The first failure to keep a unit since the last call, if there was one.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failure.take().map(|error| error.to_string())
    }

    /// Throws all finished units away.
    pub fn forget(&mut self) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM unit", [])?;
        Ok(())
    }

    /// Notes that a report is written to this path.
    pub fn will_write(&mut self, path: &str) {
        let result = self.connection.execute("INSERT OR IGNORE INTO written VALUES (?1)", [path]);
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    /// Was a report written to this path?
    pub fn has_written(&self, path: &str) -> bool {
        let query = "SELECT 1 FROM written WHERE path = ?1";
        self.connection.query_row(query, [path], |_| Ok(())).is_ok()
    }
}

impl Memory for Store {
    fn load(&mut self, game: &str, settings: &str, unit: &str) -> Option<String> {
        let query = "SELECT done FROM unit WHERE game = ?1 AND settings = ?2 AND unit = ?3";
        let row = self.connection.query_row(query, [game, settings, unit], |row| row.get(0));
        // What cannot be read is computed again.
        row.optional().ok().flatten()
    }

    fn save(&mut self, game: &str, settings: &str, unit: &str, done: &str) {
        let insert = "INSERT OR REPLACE INTO unit VALUES (?1, ?2, ?3, ?4)";
        let result = self.connection.execute(insert, params![game, settings, unit, done]);
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_paths_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("analysis.db");
        let mut store = Store::open(&path).expect("a store");
        store.save("game", "settings", "sweep 0", "{}");
        store.will_write("a.html");
        store.will_write("a.html");
        drop(store);
        let mut store = Store::open(&path).expect("the store again");
        assert_eq!(store.load("game", "settings", "sweep 0").as_deref(), Some("{}"));
        assert_eq!(store.load("game", "others", "sweep 0"), None);
        assert!(store.has_written("a.html") && !store.has_written("b.html"));
        store.forget().expect("forgotten");
        assert_eq!(store.load("game", "settings", "sweep 0"), None);
        assert!(store.has_written("a.html"));
        assert_eq!(store.take_failure(), None);
    }

    #[test]
    fn stores_that_cannot_be_used_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("later.db");
        Connection::open(&path)
            .and_then(|later| later.pragma_update(None, "user_version", 9))
            .expect("a file");
        let refused = |path: &Path| Store::open(path).err().expect("refused").to_string();
        assert_eq!(refused(&path), "the store has version 9, this program knows versions up to 1");
        let text = folder.path().join("text.db");
        std::fs::write(&text, "not a database at all, but long enough to be read as one")
            .expect("a file");
        assert!(refused(&text).starts_with("the store cannot be used: "));
    }
}
