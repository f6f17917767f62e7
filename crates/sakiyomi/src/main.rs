//! The command line of Sakiyomi: reads the arguments, runs one subcommand, sets the exit code.

mod cli;
mod commands;
mod evaluator_args;
mod failure;
mod interrupt;
mod language;
mod new_file;
mod positions;
mod processor;
mod progress;
mod record_files;

use std::process::ExitCode;

fn main() -> ExitCode {
    if processor::lacks_features() {
        return processor::refuse();
    }
    run()
}

// Not part of `main`, so that no instruction of a higher level comes before the check.
#[inline(never)]
fn run() -> ExitCode {
    if let Some(code) = processor::hand_over() {
        return code;
    }
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
