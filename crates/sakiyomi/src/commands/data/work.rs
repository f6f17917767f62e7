//! The subcommands of `data` that choose and order what is there: `extract`, `shuffle`, `merge`,
//! `split`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use learn::data::{self, Buckets, Filter, Kept, Source};

use super::Target;
use super::files::{create, failure, with_bar};
use crate::failure::Failure;
use crate::new_file::beside;

/// Bytes of memory that a remembered position takes.
const BYTES_A_KEY: usize = 32;

/// Write the positions of games as PackedSfenValue, without those that teach little
#[derive(Args)]
pub(super) struct Extract {
    /// Files of self-play games
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    #[command(flatten)]
    target: Target,

    /// Keep positions in check
    #[arg(long)]
    keep_checks: bool,

    /// Keep positions whose move takes something
    #[arg(long)]
    keep_captures: bool,

    /// Keep positions that have come before
    #[arg(long)]
    keep_duplicates: bool,

    /// Leave out positions whose score is as large as this or larger; 0 keeps all
    #[arg(long, value_name = "N", default_value_t = 3000)]
    score_limit: i32,

    /// Megabytes to remember positions, so that duplicates are found
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: usize,
}

pub(super) fn extract(options: &Extract, out: &mut dyn Write) -> Result<(), Failure> {
    let kept = Kept {
        checks: options.keep_checks,
        captures: options.keep_captures,
        duplicates: options.keep_duplicates,
        largest: (options.score_limit > 0).then_some(options.score_limit),
    };
    let most = options.memory.saturating_mul((1 << 20) / BYTES_A_KEY);
    let mut filter = Filter::new(kept, most);
    let target = &options.target.out;
    let mut file = create(target, options.target.force)?;
    let written = with_bar(target, None, |progress| {
        data::extract(&options.games, &mut filter, file.writer(), progress)
    })?;
    file.finish()?;
    let dropped = filter.dropped();
    writeln!(out, "{}: {written} positions", target.display())?;
    writeln!(
        out,
        "left out: {} without a score, {} in check, {} before a capture, {} decided, {} duplicates",
        dropped.unscored, dropped.checks, dropped.captures, dropped.decided, dropped.duplicates
    )?;
    Ok(())
}

/// Write the positions of PackedSfenValue files in random order
#[derive(Args)]
pub(super) struct Shuffle {
    /// Files of PackedSfenValue records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    target: Target,

    /// The start of the random numbers; the same seed makes the same file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Megabytes of memory; what does not fit goes through temporary files beside the output
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u64,
}

pub(super) fn shuffle(options: &Shuffle, out: &mut dyn Write) -> Result<(), Failure> {
    let target = &options.target.out;
    let mut file = create(target, options.target.force)?;
    let buckets = Buckets {
        folder: beside(target, ".buckets"),
        memory: options.memory.saturating_mul(1 << 20),
    };
    let count = with_bar(target, None, |progress| {
        data::shuffle(&options.files, options.seed, &buckets, file.writer(), progress)
    })?;
    file.finish()?;
    writeln!(out, "{}: {count} positions", target.display())?;
    Ok(())
}

/// Write several files of one kind as one
#[derive(Args)]
pub(super) struct Merge {
    /// Files of games, or files of PackedSfenValue records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    target: Target,
}

pub(super) fn merge(options: &Merge, out: &mut dyn Write) -> Result<(), Failure> {
    let target = &options.target.out;
    let mut file = create(target, options.target.force)?;
    let count =
        with_bar(target, None, |progress| data::merge(&options.files, file.writer(), progress))?;
    file.finish()?;
    let is_of_games =
        matches!(Source::open(target).map_err(|error| failure(&error, target))?, Source::Games(_));
    let unit = if is_of_games { "games" } else { "positions" };
    writeln!(out, "{}: {count} {unit}", target.display())?;
    Ok(())
}

/// Hold out a share of the games of a file, to judge by
#[derive(Args)]
pub(super) struct Split {
    /// A file of games, or of PackedSfenValue records that are not shuffled
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    target: Target,

    /// The file of the held-out games
    #[arg(long, value_name = "FILE")]
    held_out: PathBuf,

    /// The share of games to hold out, from 0 to 1
    #[arg(long, value_name = "SHARE")]
    share: f64,

    /// The start of the random numbers; the same seed makes the same files
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn split(options: &Split, out: &mut dyn Write) -> Result<(), Failure> {
    let targets = [&options.target.out, &options.held_out];
    if !(0.0..=1.0).contains(&options.share) {
        return Err(Failure::Usage("--share must lie between 0 and 1".to_owned()));
    }
    if targets[0] == targets[1] {
        return Err(Failure::Usage("--out and --held-out must be two files".to_owned()));
    }
    let mut first = create(targets[0], options.target.force)?;
    let mut second = create(targets[1], options.target.force)?;
    let split = with_bar(targets[0], None, |progress| {
        let outs: [&mut dyn Write; 2] = [first.writer(), second.writer()];
        data::split(&options.file, options.share, options.seed, outs, progress)
    })?;
    first.finish()?;
    second.finish()?;
    for (part, target) in targets.into_iter().enumerate() {
        let (games, positions) = (split.games[part], split.positions[part]);
        writeln!(out, "{}: {games} games, {positions} positions", target.display())?;
    }
    Ok(())
}
