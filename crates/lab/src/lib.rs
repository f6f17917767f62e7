//! Runs the papers' tables and figures again, and shows ours beside theirs.
//!
//! An [`Experiment`] is one small file: it names its paper and table, plans its jobs (positions,
//! limits, seeds) and turns the records of the jobs into Markdown. [`run`] does the jobs, keeps
//! each record as soon as it is there and goes on where it stopped; [`check`] renders again from
//! the records alone, [`again`] does some of the jobs again, and [`state`] says whether the records
//! come from the present code.

mod checksum;
mod conditions;
mod cpu_clock;
mod error;
mod experiment;
mod experiments;
pub mod figure;
mod floodgate;
mod folder_lock;
mod game;
mod markdown;
mod matches;
mod page;
mod player;
mod positions;
mod records;
mod runner;
mod signature;
mod staleness;

pub use error::LabError;
pub use experiment::{Experiment, Job, Report, Scale};
pub use experiments::{all, named};
pub use folder_lock::lock_file;
pub use page::page_file;
pub use positions::PositionFile;
pub use runner::{Again, Earlier, Progress, RunOptions, again, check, render, run, state};
pub use signature::SignedSearch;
pub use staleness::State;
