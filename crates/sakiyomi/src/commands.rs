//! The subcommands; one command, one file.

mod mate;
mod perft;

use crate::failure::Failure;
use clap::Subcommand;
use std::io::Write;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Mate(mate::Options),
    Perft(perft::Options),
}

impl Command {
    /// Runs the command and writes its result to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Mate(options) => mate::run(options, out),
            Self::Perft(options) => perft::run(options, out),
        }
    }
}
