//! An experiment: a plan of jobs, and a way to show their records.

use serde_json::Value;

use crate::error::LabError;
use crate::player::LabPlayer;
use crate::records::Records;

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

    /// The work to be done, in a fixed order.
    fn jobs(&self, scale: Scale) -> Result<Vec<Job>, LabError>;

    /// The tables, from the records of some or all jobs.
    fn render(&self, records: &Records) -> Result<Report, LabError>;
}
