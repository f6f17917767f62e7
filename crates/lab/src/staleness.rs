//! Whether records come from the present code.
//!
//! Records are stale if a run was made by a program whose searches had other signatures, whose
//! positions, parameters or plan were others, or which told none of this.

use std::collections::BTreeMap;

use crate::checksum;
use crate::conditions;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Scale};
use crate::records::{Head, Run};
use crate::signature;

/// The state of an experiment's records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// There are no records.
    NotRun,
    /// A run was stopped; the numbers are the jobs done and all jobs.
    Begun(usize, usize),
    /// The records come from the present code.
    Fresh,
    /// The records do not come from the present code, for these reasons.
    Stale(Vec<String>),
}

/// An experiment's plan as the present code has it.
pub(crate) struct Plan {
    pub(crate) ids: Vec<String>,
    /// The checksum of the description and the names of all jobs.
    pub(crate) sum: String,
    signatures: BTreeMap<String, u64>,
    parameters: BTreeMap<String, String>,
    positions: BTreeMap<String, String>,
}

impl Plan {
    /// The plan of this scale, and its jobs.
    pub(crate) fn of(
        experiment: &dyn Experiment,
        scale: Scale,
    ) -> Result<(Self, Vec<Job>), LabError> {
        let jobs = experiment.jobs(scale)?;
        let ids: Vec<String> = jobs.iter().map(|job| job.id.clone()).collect();
        let texts = std::iter::once(experiment.about()).chain(ids.iter().map(String::as_str));
        let parameters = experiment.parameters(scale).into_iter();
        let plan = Self {
            sum: checksum::of(texts),
            signatures: signature::all(&experiment.searches())?,
            parameters: parameters.map(|(name, value)| (name.to_owned(), value)).collect(),
            positions: experiment
                .files()
                .iter()
                .map(|file| (file.path().to_owned(), checksum::of([file.text()])))
                .collect(),
            ids,
        };
        Ok((plan, jobs))
    }

    /// A run of the plan that begins now, with the records that are there already.
    pub(crate) fn run(&self, threads: usize, found: usize) -> Run {
        Run {
            commit: Some(env!("SAKIYOMI_COMMIT").to_owned()),
            processor: conditions::processor(),
            threads,
            found,
            signatures: self.signatures.clone(),
            parameters: self.parameters.clone(),
            positions: self.positions.clone(),
        }
    }

    /// The reasons why records with this head do not come from the present code.
    pub(crate) fn reasons(&self, head: &Head) -> Vec<String> {
        let runs = head.all_runs();
        let mut reasons = Vec::new();
        if runs.iter().any(Run::is_unsigned) {
            reasons.push("made by an older program, which kept no signatures".to_owned());
        }
        if head.plan != self.sum {
            reasons.push("the plan has changed".to_owned());
        }
        let signed: Vec<&Run> = runs.iter().filter(|run| !run.is_unsigned()).collect();
        for (search, nodes) in &self.signatures {
            if signed.iter().any(|run| run.signatures.get(search) != Some(nodes)) {
                reasons.push(format!("`{search}` searches other nodes now"));
            }
        }
        for (file, sum) in &self.positions {
            if signed.iter().any(|run| run.positions.get(file) != Some(sum)) {
                reasons.push(format!("`{file}` has changed"));
            }
        }
        if signed.iter().any(|run| run.parameters != self.parameters) {
            reasons.push("the parameters have changed".to_owned());
        }
        reasons
    }
}
