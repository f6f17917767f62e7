//! `sakiyomi lab`: runs the papers' tables and figures again.

use crate::failure::Failure;
use crate::interrupt;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Again, Earlier, Experiment, LabError, Progress, RunOptions, Scale, State};
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  sakiyomi lab list
  sakiyomi lab run O-table1 --quick
  sakiyomi lab run ladder-nodes --threads 2
  sakiyomi lab check O-table1 --again 5
  sakiyomi lab render

A run that was stopped goes on where it was, unless the program or its positions have changed
since: such records are stale. Results are in experiments/NAME/, those of quick runs in
experiments/quick/NAME/.";

/// Run the papers' tables and figures again
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Name the experiments, say what each one is and whether its records are stale
    List {
        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
    /// Run an experiment, or what is left of it, and show the result
    Run {
        /// An experiment of `lab list`
        name: String,

        /// A little of everything within seconds, to see that it works
        #[arg(long)]
        quick: bool,

        /// Jobs at a time
        #[arg(long, value_name = "N", default_value_t = 1)]
        threads: usize,

        /// Go on with stale records; the result names all programs that made them
        #[arg(long, conflicts_with = "afresh")]
        keep_stale: bool,

        /// Move earlier records away and begin anew
        #[arg(long)]
        afresh: bool,

        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
    /// Write the page of an experiment again from its records, or the pages of all
    Render {
        /// An experiment of `lab list`
        name: Option<String>,

        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
    /// Make the result again from its records and compare
    Check {
        /// An experiment of `lab list`
        name: String,

        /// Do N of the jobs again, too, and compare their results, apart from times
        #[arg(long, value_name = "N")]
        again: Option<usize>,

        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
}

fn earlier(keep_stale: bool, afresh: bool) -> Earlier {
    match (keep_stale, afresh) {
        (_, true) => Earlier::MoveAway,
        (true, false) => Earlier::Keep,
        (false, false) => Earlier::Refuse,
    }
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match &options.command {
        Command::List { dir } => list(dir, out)?,
        Command::Run { name, quick, threads, keep_stale, afresh, dir } => {
            let experiment = named(name)?;
            let scale = if *quick { Scale::Quick } else { Scale::Full };
            let earlier = earlier(*keep_stale, *afresh);
            let dir = if *quick { dir.join("quick") } else { dir.clone() };
            let bar = bar(experiment);
            let folder = dir.join(experiment.name());
            let show = |progress: Progress| {
                // Only now, because the lock may be another run's before the first report.
                interrupt::remove_at_end(|| lab::lock_file(&folder));
                show(&bar, progress);
            };
            interrupt::listen();
            let options = RunOptions { scale, threads: *threads, earlier };
            let report = lab::run(experiment, options, &folder, &show).map_err(failed)?;
            bar.finish_and_clear();
            write!(out, "{}", report.markdown)?;
        }
        Command::Render { name, dir } => {
            let experiments = match name {
                Some(name) => vec![named(name)?],
                None => lab::all().to_vec(),
            };
            for experiment in experiments {
                let folder = dir.join(experiment.name());
                if name.is_none() {
                    // An experiment that was never run or is being run for the first time has no page.
                    if !lab::page_file(&folder).exists() {
                        continue;
                    }
                }
                lab::render(experiment, &folder).map_err(failed)?;
            }
        }
        Command::Check { name, again, dir } => check(named(name)?, *again, dir, out)?,
    }
    Ok(())
}

/// One line for each experiment: its name, the state of its records and its source.
fn list(dir: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    for experiment in lab::all() {
        let state = lab::state(experiment, &dir.join(experiment.name())).map_err(failed)?;
        let state = match state {
            State::NotRun => "not run yet".to_owned(),
            State::Begun(done, all) => format!("begun: {done} of {all} jobs"),
            State::Fresh => "of this program".to_owned(),
            State::Stale(reasons) => format!("stale: {}", reasons.join("; ")),
        };
        writeln!(out, "{:12} {} ({state})", experiment.name(), experiment.source())?;
    }
    Ok(())
}

/// Compares the page with the records, and the records with jobs that are done again.
fn check(
    experiment: &dyn Experiment,
    again: Option<usize>,
    dir: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (name, folder) = (experiment.name(), dir.join(experiment.name()));
    lab::check(experiment, &folder).map_err(failed)?;
    writeln!(out, "{name}: the records give the same text")?;
    if let Some(count) = again {
        let bar = bar(experiment);
        let again = lab::again(experiment, &folder, count, &|progress| show(&bar, progress));
        bar.finish_and_clear();
        let Again { done, agreed } = again.map_err(failed)?;
        let why = if agreed < done { " (its limit is time)" } else { "" };
        writeln!(out, "{name}: {agreed} of {done} jobs have the same result again{why}")?;
    }
    Ok(())
}

fn show(bar: &ProgressBar, progress: Progress) {
    bar.set_length(progress.all as u64);
    bar.set_position(progress.done as u64);
}

fn named(name: &str) -> Result<&'static dyn Experiment, Failure> {
    let names = || lab::all().map(|experiment| experiment.name()).join(", ");
    lab::named(name).ok_or_else(|| {
        Failure::Usage(format!("no experiment is called {name:?}, expected one of {}", names()))
    })
}

/// Makes a progress bar, which is shown on stderr and only on a terminal.
fn bar(experiment: &dyn Experiment) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{prefix} {bar:30} {pos}/{len} jobs, {elapsed} gone, {eta} left",
    );
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style).with_prefix(experiment.name());
    // Jobs of earlier runs took no time of this one.
    bar.reset_eta();
    bar
}

fn failed(error: LabError) -> Failure {
    Failure::Failed(error.to_string())
}
