//! `sakiyomi usi`, or `sakiyomi` without a command: a USI engine on standard input and output.

use crate::failure::Failure;
use clap::Args;
use std::env;
use std::fs::OpenOptions;
use std::io::{self, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use usi::{Identity, Session, SystemClock};

/// For people who start a program made for programs.
const GREETING: &str = "\
Sakiyomi, a shogi engine that waits for USI commands from a GUI; to play here, leave with \
\"quit\" and try `sakiyomi play`; `sakiyomi --help` tells the rest.";

/// Speak USI on standard input and output, as the program does without a command
#[derive(Args)]
pub(crate) struct Options {
    /// Keep the conversation in this file, for bug reports
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

/// Speaks USI until `quit` or the end of the input, and keeps the conversation in the file `log`.
pub(crate) fn run(log: Option<&Path>) -> Result<(), Failure> {
    let identity = Identity {
        name: format!("Sakiyomi {}", env!("CARGO_PKG_VERSION")),
        author: "the Sakiyomi authors".to_owned(),
    };
    let mut session = Session::new(identity, Arc::new(SystemClock::new()), io::stdout())
        .map_err(|error| Failure::Failed(format!("no memory for the engine: {error}")))?;
    // Users of YaneuraOu keep a network in the folder `eval` beside the program.
    if let Ok(program) = env::current_exe()
        && let Some(folder) = program.parent()
    {
        session.set_program_folder(folder);
    }
    if let Some(path) = log {
        // A GUI starts engines again, or two of them: what is there is kept.
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
            Failure::Failed(format!("--log {}: cannot be written: {error}", path.display()))
        })?;
        session.record(file);
    }
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        use io::Write;
        writeln!(io::stdout(), "{GREETING}")?;
    }
    session
        .run(BufReader::new(io::stdin()))
        .map_err(|error| Failure::Failed(format!("no thread for the input: {error}")))
}
