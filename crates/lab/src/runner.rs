//! Does the jobs of an experiment, does some of them again, and renders or checks the result.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use serde_json::Value;

use crate::error::LabError;
use crate::experiment::{Experiment, Job, Report, Scale};
use crate::folder_lock::FolderLock;
use crate::page;
use crate::player::LabPlayer;
use crate::records::{Appender, Head, JobRecord, Records};
use crate::staleness::{Plan, State};

const RECORDS: &str = "records.jsonl";
/// The file for records that a new beginning moves away; git ignores files that end with `.tmp`.
const BEFORE: &str = "records-before.tmp";
/// The ending of the names of times in records, which are different each time.
const TIME: &str = "_us";

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Jobs done, those of earlier runs included.
    pub done: usize,
    /// All jobs.
    pub all: usize,
}

/// The treatment of records that another program or another plan has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Earlier {
    /// They are not touched, and the run fails.
    #[default]
    Refuse,
    /// The run continues them; the head names all runs.
    Keep,
    /// They are moved away, even if they are fresh, and the run begins anew.
    MoveAway,
}

/// The size of a run, the jobs at a time, and what becomes of earlier records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The size.
    pub scale: Scale,
    /// The number of jobs at a time.
    pub threads: usize,
    /// The treatment of stale records.
    pub earlier: Earlier,
}

/// Does the remaining jobs of the experiment and renders the result into the folder, which is
/// locked from the first report of progress on, or earlier, to the end.
pub fn run(
    experiment: &dyn Experiment,
    options: RunOptions,
    folder: &Path,
    show: &(dyn Fn(Progress) + Sync),
) -> Result<Report, LabError> {
    let (plan, jobs) = Plan::of(experiment, options.scale)?;
    fs::create_dir_all(folder).map_err(LabError::file(folder))?;
    let _lock = FolderLock::take(folder)?;
    let path = folder.join(RECORDS);
    let earlier = begin(experiment, options, &plan, folder)?;
    let done: HashSet<&str> = earlier.lines.iter().map(|line| line.id.as_str()).collect();
    let left = jobs.into_iter().filter(|job| !done.contains(job.id.as_str())).collect();
    do_jobs(left, done.len(), options.threads, &path, show)?;

    in_order(Records::read(&path)?, &plan.ids)?.write(&path)?;
    render(experiment, folder)
}

/// Renders the records of the folder again and writes the page, which says so if the run is not
/// finished.
pub fn render(experiment: &dyn Experiment, folder: &Path) -> Result<Report, LabError> {
    let report = page::render(experiment, &read(experiment, folder)?)?;
    for (name, text) in page::files(&report) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(LabError::file(&path))?;
    }
    Ok(report)
}

/// Renders the records of a folder again and compares with the files there.
pub fn check(experiment: &dyn Experiment, folder: &Path) -> Result<(), LabError> {
    let report = page::render(experiment, &read(experiment, folder)?)?;
    for (name, text) in page::files(&report) {
        let path = folder.join(name);
        if fs::read_to_string(&path).map_err(LabError::file(&path))? != *text {
            return Err(LabError::Differs(path));
        }
    }
    Ok(())
}

/// Says whether the folder has records, and whether they come from the present code.
pub fn state(experiment: &dyn Experiment, folder: &Path) -> Result<State, LabError> {
    let path = folder.join(RECORDS);
    if !path.exists() {
        return Ok(State::NotRun);
    }
    let records = Records::read(&path)?;
    let (plan, _) = Plan::of(experiment, Scale::named(&records.head.scale))?;
    let reasons = plan.reasons(&records.head);
    if !reasons.is_empty() {
        return Ok(State::Stale(reasons));
    }
    let (done, all) = (records.lines.len(), records.head.jobs);
    Ok(if done < all { State::Begun(done, all) } else { State::Fresh })
}

/// The outcome of jobs that were done again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Again {
    /// The number of jobs that were done again.
    pub done: usize,
    /// The number of those with the same result, apart from times.
    pub agreed: usize,
}

/// Does `count` jobs again, evenly chosen among those with records, and compares the results.
/// Another result is an error, unless the experiment's searches are limited by time.
pub fn again(
    experiment: &dyn Experiment,
    folder: &Path,
    count: usize,
    show: &dyn Fn(Progress),
) -> Result<Again, LabError> {
    let records = read(experiment, folder)?;
    let (_, jobs) = Plan::of(experiment, Scale::named(&records.head.scale))?;
    let before: HashMap<&str, &Value> =
        records.lines.iter().map(|line| (line.id.as_str(), &line.result)).collect();
    let jobs: Vec<&Job> = jobs.iter().filter(|job| before.contains_key(job.id.as_str())).collect();
    let count = count.min(jobs.len());
    let mut player = LabPlayer::new()?;
    let mut others = Vec::new();
    for number in 0..count {
        show(Progress { done: number, all: count });
        let job = jobs[number * jobs.len() / count];
        player.forget();
        let result = (job.work)(&mut player)?;
        if without_times(&result) != without_times(before[job.id.as_str()]) {
            others.push(job.id.clone());
        }
    }
    show(Progress { done: count, all: count });
    if others.is_empty() || experiment.is_timed() {
        return Ok(Again { done: count, agreed: count - others.len() });
    }
    Err(LabError::OtherResult(format!("{} of {count} jobs: {}", others.len(), others.join(", "))))
}

/// The value without the times in it.
fn without_times(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !name.ends_with(TIME))
            .map(|(name, value)| (name.clone(), without_times(value)))
            .collect(),
        Value::Array(values) => values.iter().map(without_times).collect(),
        other => other.clone(),
    }
}

/// The records of the folder, if they are the experiment's and one job at least is done.
fn read(experiment: &dyn Experiment, folder: &Path) -> Result<Records, LabError> {
    let path = folder.join(RECORDS);
    let records = Records::read(&path)?;
    if records.head.experiment != experiment.name() {
        return Err(LabError::OtherPlan(path));
    }
    if records.lines.is_empty() {
        return Err(LabError::Incomplete("no job is done".to_owned()));
    }
    Ok(records)
}

/// Reads the records of earlier runs and repairs the file, or creates it; the head names this run.
fn begin(
    experiment: &dyn Experiment,
    options: RunOptions,
    plan: &Plan,
    folder: &Path,
) -> Result<Records, LabError> {
    let path = folder.join(RECORDS);
    let mut head = Head {
        experiment: experiment.name().to_owned(),
        scale: options.scale.name().to_owned(),
        jobs: plan.ids.len(),
        plan: plan.sum.clone(),
        processor: None,
        threads: None,
        runs: Vec::new(),
    };
    let (mut lines, mut found) = (Vec::new(), 0);
    if path.exists() {
        let mut records = Records::read(&path)?;
        found = records.lines.len();
        let old = &records.head;
        if (&old.experiment, &old.scale) != (&head.experiment, &head.scale) {
            return Err(LabError::OtherPlan(path));
        }
        match options.earlier {
            Earlier::Refuse if old.plan != head.plan => return Err(LabError::OtherPlan(path)),
            Earlier::Refuse => {
                let reasons = plan.reasons(old);
                if !reasons.is_empty() {
                    return Err(LabError::Stale(path, reasons));
                }
            }
            Earlier::Keep => {
                records.keep_planned(&plan.ids);
            }
            Earlier::MoveAway => {
                let before = folder.join(BEFORE);
                fs::rename(&path, &before).map_err(LabError::file(&before))?;
                records.lines.clear();
            }
        }
        if !records.lines.is_empty() {
            head.runs = records.head.all_runs();
        }
        lines = records.lines;
    }
    // A last run that was stopped before its first record is not worth a word.
    if head.runs.last().is_some_and(|run| run.found >= found) {
        head.runs.pop();
    }
    if lines.len() < plan.ids.len() {
        head.runs.push(plan.run(options.threads, lines.len()));
    }
    let records = Records { head, lines };
    records.write(&path)?;
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
            player.forget();
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
