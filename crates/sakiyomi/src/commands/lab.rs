//! `sakiyomi lab`: runs the papers' tables and figures again.

use crate::failure::Failure;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Experiment, LabError, Progress, Scale};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  sakiyomi lab list
  sakiyomi lab run O-table1 --quick
  sakiyomi lab run ladder-nodes --threads 2
  sakiyomi lab check O-table1

A run that was stopped goes on where it was. Results are in experiments/NAME/, those of quick
runs in experiments/quick/NAME/.";

/// Run the papers' tables and figures again
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Name the experiments, and say what each one is
    List,
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

        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
    /// Make the result again from its records and compare
    Check {
        /// An experiment of `lab list`
        name: String,

        /// The folder with the results
        #[arg(long, value_name = "DIR", default_value = "experiments")]
        dir: PathBuf,
    },
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match &options.command {
        Command::List => {
            for experiment in lab::all() {
                writeln!(out, "{:12} {}", experiment.name(), experiment.source())?;
            }
        }
        Command::Run { name, quick, threads, dir } => {
            let experiment = named(name)?;
            let scale = if *quick { Scale::Quick } else { Scale::Full };
            let dir = if *quick { dir.join("quick") } else { dir.clone() };
            let bar = bar(experiment);
            let show = |progress: Progress| {
                bar.set_length(progress.all as u64);
                bar.set_position(progress.done as u64);
            };
            let folder = dir.join(experiment.name());
            let report = lab::run(experiment, scale, *threads, &folder, &show).map_err(failed)?;
            bar.finish_and_clear();
            write!(out, "{}", report.markdown)?;
        }
        Command::Check { name, dir } => {
            let experiment = named(name)?;
            lab::check(experiment, &dir.join(experiment.name())).map_err(failed)?;
            writeln!(out, "{}: the records give the same text", experiment.name())?;
        }
    }
    Ok(())
}

fn named(name: &str) -> Result<&'static dyn Experiment, Failure> {
    let names = || lab::all().map(|experiment| experiment.name()).join(", ");
    lab::named(name).ok_or_else(|| {
        Failure::Usage(format!("no experiment is called {name:?}, expected one of {}", names()))
    })
}

/// On stderr, and only on a terminal.
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
