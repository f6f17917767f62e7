//! Does the jobs of an experiment, and renders or checks its result.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::conditions;
use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::player::LabPlayer;
use crate::records::{Appender, Head, JobRecord, Records, plan_sum};

const RECORDS: &str = "records.jsonl";
const TEXT: &str = "README.md";
/// The lock file of a folder; git ignores files that end with `.tmp`.
const LOCK: &str = "lock.tmp";

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Jobs done, those of earlier runs included.
    pub done: usize,
    /// All jobs.
    pub all: usize,
}

/// Does the remaining jobs of the experiment and renders the result into the folder.
pub fn run(
    experiment: &dyn Experiment,
    scale: Scale,
    threads: usize,
    folder: &Path,
    show: &(dyn Fn(Progress) + Sync),
) -> Result<Report, LabError> {
    let jobs = experiment.jobs(scale)?;
    let ids: Vec<String> = jobs.iter().map(|job| job.id.clone()).collect();
    fs::create_dir_all(folder).map_err(LabError::file(folder))?;
    let _alone = alone(folder)?;
    let path = folder.join(RECORDS);
    let earlier = begin(experiment, scale, threads, &ids, &path)?;
    let done: HashSet<&str> = earlier.lines.iter().map(|line| line.id.as_str()).collect();
    let left = jobs.into_iter().filter(|job| !done.contains(job.id.as_str())).collect();
    do_jobs(left, done.len(), threads, &path, show)?;

    let records = in_order(Records::read(&path)?, &ids)?;
    records.write(&path)?;
    let report = full_report(experiment, &records)?;
    for (name, text) in files(&report) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(LabError::file(&path))?;
    }
    Ok(report)
}

/// Makes sure that no other run writes into the folder as long as the file is open.
fn alone(folder: &Path) -> Result<fs::File, LabError> {
    let path = folder.join(LOCK);
    let file = fs::File::create(&path).map_err(LabError::file(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(LabError::Busy(folder.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(LabError::File(path, error)),
    }
}

/// Renders the records of a folder again and compares with the files there.
pub fn check(experiment: &dyn Experiment, folder: &Path) -> Result<(), LabError> {
    let path = folder.join(RECORDS);
    let records = Records::read(&path)?;
    if records.head.experiment != experiment.name() {
        return Err(LabError::OtherPlan(path));
    }
    if records.lines.len() != records.head.jobs {
        let (has, wants) = (records.lines.len(), records.head.jobs);
        return Err(LabError::Incomplete(format!("{has} of {wants} jobs are done")));
    }
    for (name, text) in files(&full_report(experiment, &records)?) {
        let path = folder.join(name);
        if fs::read_to_string(&path).map_err(LabError::file(&path))? != *text {
            return Err(LabError::Differs(path));
        }
    }
    Ok(())
}

/// Reads the records of earlier runs and repairs the file, or creates it.
fn begin(
    experiment: &dyn Experiment,
    scale: Scale,
    threads: usize,
    ids: &[String],
    path: &Path,
) -> Result<Records, LabError> {
    let head = Head {
        experiment: experiment.name().to_owned(),
        scale: scale.name().to_owned(),
        jobs: ids.len(),
        plan: plan_sum(experiment.about(), ids),
        processor: conditions::processor(),
        threads,
    };
    let records = if path.exists() {
        let records = Records::read(path)?;
        let old = &records.head;
        if (&old.experiment, &old.scale, &old.plan) != (&head.experiment, &head.scale, &head.plan) {
            return Err(LabError::OtherPlan(path.to_owned()));
        }
        records
    } else {
        Records { head, lines: Vec::new() }
    };
    records.write(path)?;
    Ok(records)
}

fn do_jobs(
    jobs: Vec<Job>,
    done_before: usize,
    threads: usize,
    path: &Path,
    show: &(dyn Fn(Progress) + Sync),
) -> Result<(), LabError> {
    let all = done_before + jobs.len();
    show(Progress { done: done_before, all });
    let threads = threads.clamp(1, jobs.len().max(1));
    let queue = Mutex::new(jobs.into_iter());
    let next = || queue.lock().unwrap_or_else(|error| error.into_inner()).next();
    let sink = Mutex::new((Appender::open(path)?, done_before));
    let failure = Mutex::new(None);
    let one_thread = || -> Result<(), LabError> {
        let mut player = LabPlayer::new()?;
        while let Some(job) = next() {
            let line = JobRecord { result: (job.work)(&mut player)?, id: job.id };
            let mut sink = sink.lock().unwrap_or_else(|error| error.into_inner());
            sink.0.append(&line)?;
            sink.1 += 1;
            show(Progress { done: sink.1, all });
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                if let Err(error) = one_thread() {
                    // The other threads finish their present jobs.
                    while next().is_some() {}
                    failure.lock().unwrap_or_else(|error| error.into_inner()).get_or_insert(error);
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(|error| error.into_inner()) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Threads finish jobs in any order; the file has them in the plan's.
fn in_order(records: Records, ids: &[String]) -> Result<Records, LabError> {
    let mut by_id: HashMap<String, JobRecord> =
        records.lines.into_iter().map(|line| (line.id.clone(), line)).collect();
    let missing = |id: &str| LabError::Incomplete(format!("there is no record of {id}"));
    let lines = ids
        .iter()
        .map(|id| by_id.remove(id).ok_or_else(|| missing(id)))
        .collect::<Result<_, _>>()?;
    Ok(Records { head: records.head, lines })
}

/// The experiment's report under a common head.
fn full_report(experiment: &dyn Experiment, records: &Records) -> Result<Report, LabError> {
    let report = experiment.render(records)?;
    let Head { experiment: name, scale, jobs, processor, threads, .. } = &records.head;
    let (source, about) = (experiment.source(), experiment.about());
    let scale =
        if scale == "quick" { " This is a quick run: its figures mean nothing." } else { "" };
    let markdown = format!(
        "# {name}\n{source}\n\n{about}\n\n{}\n\n## Conditions\n\
         {jobs} jobs, {threads} at a time, on {processor}; time is processor time of the searching \
         thread.{scale} This text is made from `{RECORDS}`; `sakiyomi lab check {name}` makes it \
         again and compares.\n",
        report.markdown.trim_end()
    );
    Ok(Report { markdown, ..report })
}

fn files(report: &Report) -> Vec<(PathBuf, &String)> {
    let figures = report.figures.iter().map(|(name, text)| (PathBuf::from(name), text));
    std::iter::once((PathBuf::from(TEXT), &report.markdown)).chain(figures).collect()
}
