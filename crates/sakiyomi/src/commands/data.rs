//! `sakiyomi data`: works on files of games and positions to learn from.

mod files;
mod relabel;
mod stats;
mod work;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  sakiyomi data stats games.skyg
  sakiyomi data split games.skyg --share 0.05 --out training.skyg --held-out test.skyg
  sakiyomi data extract training.skyg --out training.psv
  sakiyomi data rescore training.psv --net nn.bin --nodes 5000 --out better.psv
  sakiyomi data leaf better.psv --net nn.bin --out quiet.psv
  sakiyomi data shuffle quiet.psv --out shuffled.psv --seed 7

Files are those of `sakiyomi selfplay` (games) or PackedSfenValue (positions), perhaps compressed
by zstd; they are told apart by how they begin, and may be larger than memory. An output appears
under its name when it is whole.";

/// Count, filter, shuffle, join, split and relabel files of games and positions
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Stats(stats::Options),
    Extract(work::Extract),
    Shuffle(work::Shuffle),
    Merge(work::Merge),
    Split(work::Split),
    Rescore(relabel::Rescore),
    Leaf(relabel::Leaf),
}

/// The place of a result.
#[derive(Args)]
struct Target {
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match &options.command {
        Command::Stats(options) => stats::run(options, out),
        Command::Extract(options) => work::extract(options, out),
        Command::Shuffle(options) => work::shuffle(options, out),
        Command::Merge(options) => work::merge(options, out),
        Command::Split(options) => work::split(options, out),
        Command::Rescore(options) => relabel::rescore(options, out),
        Command::Leaf(options) => relabel::leaf(options, out),
    }
}
