//! `sakiyomi learn`: counts what is in game records, and makes evaluations from them.

mod course;
mod network;
mod passes;
mod records;
mod tables;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::time::Duration;

use ::learn::records::{RecordedGame, read_games};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::new_file;

const EXAMPLES: &str = "\
Examples:
  sakiyomi learn network --records floodgate2016.tsv.zst --out nn.bin
  sakiyomi learn network --games games.skyg --games more.skyg --out nn.bin --passes 20
  sakiyomi learn network --games suites/learn/selfplay.skyg --out nn.bin --quick
  sakiyomi learn tables --evaluator bonanza --records games/ --out bonanza.bin
  sakiyomi learn steps --records floodgate2016.tsv.zst --entering-king only --out steps.bin

Records of a network are a table with a line a game: ratings of Black and White, end, winner (b or w),
plies, USI moves, scores from Black's side; tabs between, perhaps compressed by zstd.
Games are files of `sakiyomi selfplay`.";

/// The time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(120);

/// Count and learn from game records
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
// There is one in the program's life.
#[allow(clippy::large_enum_variant)]
enum Command {
    Records(records::Options),
    Network(network::Options),
    Tables(tables::Tables),
    Steps(tables::Steps),
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match &options.command {
        Command::Records(options) => records::run(options, out),
        Command::Network(options) => network::run(options, out),
        Command::Tables(options) => tables::tables(options, out),
        Command::Steps(options) => tables::steps(options, out),
    }
}

/// Reads a table of recorded games.
pub(crate) fn records_of(path: &Path) -> Result<Vec<RecordedGame>, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(|error| failed(&error))?;
    let games = read_games(BufReader::new(file)).map_err(|error| failed(&error))?;
    games.collect::<Result<_, _>>().map_err(|error| failed(&error))
}

/// Writes the file beside its place first, so that a kill never leaves half of it.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, file)).map_err(|error| {
        // What a full disk has cut off is of no use.
        let _ = std::fs::remove_file(&part);
        Failure::Failed(format!("{}: {error}", file.display()))
    })
}

/// Refuses to overwrite what an earlier run has finished; an unfinished one goes on from its
/// checkpoint.
fn check_place(file: &Path, checkpoint: &Path, overwrites: bool) -> Result<(), Failure> {
    new_file::check_single(file, overwrites || checkpoint.exists())
}
