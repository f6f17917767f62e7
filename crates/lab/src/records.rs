//! The raw records of an experiment: a file of JSON lines, the first of which names the plan.
//!
//! A record is written as soon as its job is done, so that a run that was stopped can be
//! resumed; a last line that was cut short is dropped.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LabError;

/// The first line of the file.
#[derive(Clone, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub struct Head {
    /// The experiment.
    pub experiment: String,
    /// `full` or `quick`.
    pub scale: String,
    /// The number of jobs.
    pub jobs: usize,
    /// A checksum of the description and the names of all jobs; it identifies the plan.
    pub plan: String,
    /// The processor of the machine.
    pub processor: String,
    /// The number of jobs that were run at a time.
    pub threads: usize,
}

/// One job's record.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub(crate) struct JobRecord {
    pub(crate) id: String,
    pub(crate) result: Value,
}

/// All records of a run, in the order of its plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Records {
    /// The plan and the machine.
    pub head: Head,
    pub(crate) lines: Vec<JobRecord>,
}

impl Records {
    /// The records whose names start with `prefix`, with the rest of their names.
    pub(crate) fn of<T: DeserializeOwned>(
        &self,
        prefix: &str,
    ) -> Result<Vec<(String, T)>, LabError> {
        let named = |line: &JobRecord| line.id.strip_prefix(prefix).map(str::to_owned);
        self.lines
            .iter()
            .filter_map(|line| named(line).map(|rest| (rest, &line.result)))
            .map(|(rest, result)| {
                let record = serde_json::from_value(result.clone()).map_err(|error| {
                    LabError::Incomplete(format!("{prefix}{rest} is not as expected: {error}"))
                })?;
                Ok((rest, record))
            })
            .collect()
    }

    /// Like [`Self::of`], but fails if there is no such record.
    pub(crate) fn some<T: DeserializeOwned>(
        &self,
        prefix: &str,
    ) -> Result<Vec<(String, T)>, LabError> {
        let found = self.of(prefix)?;
        if found.is_empty() {
            return Err(LabError::Incomplete(format!("there is no record of {prefix}")));
        }
        Ok(found)
    }

    /// Reads a file. A last line without its end is left out.
    pub(crate) fn read(path: &Path) -> Result<Self, LabError> {
        let text = fs::read_to_string(path).map_err(LabError::file(path))?;
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.lines().enumerate();
        let bad = |number: usize, why: String| LabError::Record(path.to_owned(), number + 1, why);
        let (number, first) = lines.next().ok_or_else(|| bad(0, "the file is empty".into()))?;
        let head = serde_json::from_str(first).map_err(|error| bad(number, error.to_string()))?;
        let lines = lines
            .map(|(number, line)| {
                serde_json::from_str(line).map_err(|error| bad(number, error.to_string()))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { head, lines })
    }

    /// Puts all records into a file at once.
    pub(crate) fn write(&self, path: &Path) -> Result<(), LabError> {
        let mut text = json(&self.head)?;
        for line in &self.lines {
            text += &json(line)?;
        }
        let temporary = path.with_extension("jsonl.tmp");
        fs::write(&temporary, text).map_err(LabError::file(&temporary))?;
        fs::rename(&temporary, path).map_err(LabError::file(path))
    }
}

fn json(value: &impl Serialize) -> Result<String, LabError> {
    let text = serde_json::to_string(value);
    text.map(|text| text + "\n").map_err(|error| LabError::Incomplete(error.to_string()))
}

/// Adds records to a file.
pub(crate) struct Appender {
    path: PathBuf,
    file: fs::File,
}

impl Appender {
    pub(crate) fn open(path: &Path) -> Result<Self, LabError> {
        let file = fs::OpenOptions::new().append(true).open(path);
        Ok(Self { path: path.to_owned(), file: file.map_err(LabError::file(path))? })
    }

    pub(crate) fn append(&mut self, line: &JobRecord) -> Result<(), LabError> {
        let text = json(line)?;
        self.file.write_all(text.as_bytes()).map_err(LabError::file(&self.path))
    }
}

/// The checksum (FNV-1a) of a description and the names of jobs.
pub(crate) fn plan_sum(about: &str, ids: &[String]) -> String {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let texts = std::iter::once(about).chain(ids.iter().map(String::as_str));
    for byte in texts.flat_map(|text| text.bytes().chain([b'\n'])) {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{sum:016x}")
}
