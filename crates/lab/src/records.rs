//! The raw records of an experiment: a file of JSON lines, the first of which names the plan.
//!
//! A record is written as soon as its job is done, so that a run that was stopped can be
//! resumed; a last line that was cut short is dropped.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::LabError;

/// The first line of the file. Older programs wrote a processor and threads in place of runs.
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
    /// The processor, in heads of older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// The number of jobs at a time, in heads of older programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The runs that did the jobs, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
}

impl Head {
    /// The runs, among them the one that the head of an older program tells of.
    pub(crate) fn all_runs(&self) -> Vec<Run> {
        let older = self.processor.iter().zip(self.threads).map(|(processor, threads)| Run {
            commit: None,
            processor: processor.clone(),
            threads,
            found: 0,
            signatures: BTreeMap::new(),
            parameters: BTreeMap::new(),
            positions: BTreeMap::new(),
        });
        older.chain(self.runs.iter().cloned()).collect()
    }
}

/// A run of the experiment's jobs by one program on one machine.
#[derive(Clone, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub struct Run {
    /// The commit that the program was built from; older programs did not tell.
    pub commit: Option<String>,
    /// The processor of the machine.
    pub processor: String,
    /// The number of jobs that were run at a time.
    pub threads: usize,
    /// The number of records that earlier runs had left.
    pub found: usize,
    /// The nodes of small searches by every recipe that is used; they change when a recipe does.
    pub signatures: BTreeMap<String, u64>,
    /// The numbers of the plan: limits, and how much of everything.
    pub parameters: BTreeMap<String, String>,
    /// The checksums of the position files that the plan uses.
    pub positions: BTreeMap<String, String>,
}

impl Run {
    /// The run that a head of an older program tells of, which kept no signatures.
    pub(crate) fn is_unsigned(&self) -> bool {
        self.commit.is_none()
    }
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
    /// Leaves out the records of jobs that the plan does not have, and returns how many they are.
    pub(crate) fn keep_planned(&mut self, ids: &[String]) -> usize {
        let planned: HashSet<&str> = ids.iter().map(String::as_str).collect();
        let before = self.lines.len();
        self.lines.retain(|line| planned.contains(line.id.as_str()));
        before - self.lines.len()
    }

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
