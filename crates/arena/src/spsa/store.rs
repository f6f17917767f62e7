//! The results file of a tuning: its plan and the result of each iteration, from which the
//! course is computed again.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use super::tune::SpsaPlan;
use crate::error::ArenaError;
use crate::store::{check_vacant, connect};

/// A results file of a tuning.
pub struct SpsaStore {
    connection: Connection,
}

impl SpsaStore {
    /// Opens a file for a plan: a new one, or, with `resume`, one that has begun.
    pub fn begin(path: &Path, plan: &SpsaPlan, resume: bool) -> Result<Self, ArenaError> {
        if !resume {
            check_vacant(path)?;
        }
        let mut connection = connect(path)?;
        let text = serde_json::to_string(plan)
            .map_err(|error| ArenaError::Damaged(format!("the plan: {error}")))?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(
            "CREATE TABLE IF NOT EXISTS tuning (key TEXT PRIMARY KEY, value TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS iterations (
                 number INTEGER PRIMARY KEY, half_points INTEGER NOT NULL);",
        )?;
        let sql = "SELECT value FROM tuning WHERE key = 'plan'";
        let known: Option<String> = transaction.query_row(sql, [], |row| row.get(0)).optional()?;
        match known {
            None => {
                transaction.execute("INSERT INTO tuning VALUES ('plan', ?1)", [text])?;
            }
            Some(known) if is_continued(plan, &known)? => {}
            Some(_) => {
                let sentence = "the results file was begun with other settings";
                return Err(ArenaError::Request(sentence.to_owned()));
            }
        }
        transaction.commit()?;
        Ok(Self { connection })
    }

    /// Keeps the first contender's half points of a batch, all of it or nothing.
    pub fn add(&mut self, first: u64, half_points: &[u64]) -> Result<(), ArenaError> {
        let transaction = self.connection.transaction()?;
        for (number, points) in (first..).zip(half_points) {
            let row = params![number as i64, *points as i64];
            transaction.execute("INSERT INTO iterations VALUES (?1, ?2)", row)?;
        }
        Ok(transaction.commit()?)
    }

    /// The first contender's half points of each iteration so far.
    pub fn half_points(&self) -> Result<Vec<u64>, ArenaError> {
        let sql = "SELECT half_points FROM iterations ORDER BY number";
        let mut statement = self.connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, i64>(0))?;
        let points = rows.collect::<Result<Vec<_>, _>>()?;
        Ok(points.into_iter().map(|points| u64::try_from(points).unwrap_or(0)).collect())
    }
}

fn is_continued(plan: &SpsaPlan, known: &str) -> Result<bool, ArenaError> {
    let known = serde_json::from_str(known)
        .map_err(|error| ArenaError::Damaged(format!("its plan: {error}")))?;
    Ok(plan.continues(&known))
}
