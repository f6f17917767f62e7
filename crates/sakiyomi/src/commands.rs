//! The subcommands; one command, one file.

mod convert;
mod eval;
mod perft;
mod show;

use crate::failure::Failure;
use clap::Subcommand;
use std::io::Write;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Eval(eval::Options),
    Perft(perft::Options),
    Convert(convert::Options),
    Show(show::Options),
}

impl Command {
    /// Runs the command and writes its result to `out`.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Eval(options) => eval::run(options, out),
            Self::Perft(options) => perft::run(options, out),
            Self::Convert(options) => convert::run(options, out),
            Self::Show(options) => show::run(options, out),
        }
    }
}
