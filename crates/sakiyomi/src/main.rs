//! The command line of Sakiyomi: reads the arguments, runs one subcommand, sets the exit code.

mod cli;
mod commands;
mod failure;
mod positions;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
