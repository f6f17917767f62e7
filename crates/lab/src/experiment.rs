//! An experiment: a plan of jobs, and a way to show their records.

use search::RecipeName;
use serde_json::Value;

use crate::error::LabError;
use crate::player::LabPlayer;
use crate::positions::PositionFile;
use crate::records::Records;
use crate::signature::SignedSearch;

/// The size of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Everything, for the published figures.
    Full,
    /// A little of everything within seconds, to prove that it works.
    Quick,
}

impl Scale {
    /// Returns `full` or `quick`, by the scale.
    pub fn pick<T>(self, full: T, quick: T) -> T {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }

    /// The scale that records of this head have.
    pub(crate) fn named(name: &str) -> Self {
        if name == Self::Quick.name() { Self::Quick } else { Self::Full }
    }

    pub(crate) fn name(self) -> &'static str {
        self.pick("full", "quick")
    }
}

type Work = Box<dyn Fn(&mut LabPlayer) -> Result<Value, LabError> + Send>;

/// A piece of work that leaves one record.
pub struct Job {
    /// The job's name; every job of the experiment has another.
    pub id: String,
    pub(crate) work: Work,
}

impl Job {
    pub(crate) fn new<T: serde::Serialize>(
        id: String,
        work: impl Fn(&mut LabPlayer) -> Result<T, LabError> + Send + 'static,
    ) -> Self {
        let work: Work = Box::new(move |player| {
            let record = work(player)?;
            serde_json::to_value(record).map_err(|error| LabError::Incomplete(error.to_string()))
        });
        Self { id, work }
    }
}

/// The result of an experiment as text and figures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The text.
    pub markdown: String,
    /// Figures by file name.
    pub figures: Vec<(String, String)>,
}

/// A table or figure of a paper, run again.
pub trait Experiment: Sync {
    /// The experiment's name: the paper's letter and a word for its table or figure.
    fn name(&self) -> &'static str;

    /// The paper, and which table or figure.
    fn source(&self) -> &'static str;

    /// The method, in a sentence or two.
    fn about(&self) -> &'static str;

    /// The searches that the experiment rests on; the records keep their signatures.
    fn searches(&self) -> Vec<SignedSearch> {
        RecipeName::ALL.map(SignedSearch::of).to_vec()
    }

    /// The files that the positions come from; the records keep their checksums.
    fn files(&self) -> &'static [PositionFile] {
        PositionFile::ALL
    }

    /// The numbers of the plan by name: limits, and how much of everything.
    fn parameters(&self, _: Scale) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Is there a limit of time, so that a job done again may have another result?
    fn is_timed(&self) -> bool {
        false
    }

    /// The work to be done, in a fixed order.
    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError>;

    /// The tables, from the records of all jobs; those of a job that the plan has got since the
    /// records were made are missing.
    fn render(&self, records: &Records) -> Result<Report, LabError>;
}
