//! `sakiyomi learn records`: counts what is in game records, above all how often moves of each
//! category are played.

mod figures;
mod json;
mod selection;
mod table;

use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::learn::naturalness::MoveWeights;
use ::learn::statistics::tables::{self, Measure};
use ::learn::statistics::{GatherError, Gathered, gather};
use ::learn::stream::{Stream, StreamError};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::selection::SelectionArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::new_file::{NewFile, check_free};

const EXAMPLES: &str = "\
Examples:
  sakiyomi learn records games/
  sakiyomi learn records floodgate2016.tsv.zst --rating 3000 --out counted
  sakiyomi learn records games/ --entering-king only --winner --json > wins.json

Files are game records of any kind, tables with a line a game, and games of `sakiyomi selfplay`,
perhaps compressed by zstd; of a folder, all records below it. --out writes records.json, figures,
counted.txt and per-move.txt (for the option RealizationFile) and naturalness.txt.";

/// The time between two lines in a log, where no progress bar can be shown.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Count moves by category, lengths, openings and results of game records
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// Files and folders of game records
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    selection: SelectionArgs,

    /// Threads, which do not change the result; without it one for each processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Write one JSON object instead of tables
    #[arg(long)]
    json: bool,

    /// A folder for tables, figures and the JSON object
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite files in that folder
    #[arg(long, requires = "out")]
    force: bool,
}

/// The files of `--out`.
const FILES: [&str; 7] = [
    "counted.txt",
    "per-move.txt",
    "naturalness.txt",
    "records.json",
    "categories.svg",
    "lengths.svg",
    "progress.svg",
];

/// What was counted, with what it came from.
struct Counted {
    gathered: Gathered,
    weights: MoveWeights,
    /// The games that were not taken, by reason.
    refused: Vec<(&'static str, u64)>,
    /// The number of games that could not be read.
    damaged: u64,
}

pub(super) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    options.selection.check()?;
    if let Some(folder) = &options.out {
        for name in FILES {
            check_free(&folder.join(name), options.force)?;
        }
    }
    let mut stream = Stream::open(&options.paths, options.selection.games())
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let mut damage = Damage::default();
    let gathered = count(options, &mut stream, &mut damage)?;
    if gathered.games.games == 0 {
        return Err(Failure::Usage(damage.first.unwrap_or_else(|| {
            format!("no game is taken; {} were left out by the selection", stream.refused().all())
        })));
    }
    let weights = MoveWeights::counted(&gathered.moves);
    let refused = selection::refusals(stream.refused());
    let counted = Counted { gathered, weights, refused, damaged: damage.count };
    if options.json {
        writeln!(out, "{:#}", json::of(&counted))?;
    } else {
        table::write(&counted, out)?;
    }
    if let Some(folder) = &options.out {
        write_files(&counted, folder)?;
    }
    match damage.first {
        None => Ok(()),
        Some(first) if damage.count == 1 => Err(Failure::Failed(first)),
        Some(first) => {
            Err(Failure::Failed(format!("{} games cannot be read, first {first}", damage.count)))
        }
    }
}

/// The games that could not be read.
#[derive(Default)]
struct Damage {
    count: u64,
    first: Option<String>,
}

impl Damage {
    fn add(&mut self, error: &StreamError) {
        self.count += 1;
        self.first.get_or_insert_with(|| error.to_string());
    }
}

/// Counts with a progress bar on the terminal; Ctrl-C ends it.
fn count(options: &Options, stream: &mut Stream, damage: &mut Damage) -> Result<Gathered, Failure> {
    let threads = options.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        NonZeroUsize::get,
    );
    let bar = bar(stream);
    let mut last = std::time::Instant::now();
    let progress = |stream: &Stream| {
        if bar.is_hidden() && last.elapsed() >= LOG_INTERVAL {
            last = std::time::Instant::now();
            eprintln!("{} games", stream.taken());
        }
        let [read, _] = stream.files();
        bar.set_position(read as u64);
        bar.set_message(format!("{} games", stream.taken()));
        if interrupt::is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let moves = options.selection.moves();
    let result =
        interrupt::during(|| gather(stream, moves, threads, |error| damage.add(&error), progress));
    bar.finish_and_clear();
    result.map_err(|error| match error {
        GatherError::Interrupted => Failure::Interrupted,
        GatherError::Threads(_) => Failure::Failed(error.to_string()),
    })
}

/// Makes a progress bar, which is shown on stderr and only on a terminal.
fn bar(stream: &Stream) -> ProgressBar {
    let [_, files] = stream.files();
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(files as u64)
    } else {
        ProgressBar::hidden()
    };
    let template = "{bar:30} {pos}/{len} files, {msg}, {elapsed} gone";
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Writes all files of `--out`.
fn write_files(counted: &Counted, folder: &Path) -> Result<(), Failure> {
    let moves = &counted.gathered.moves;
    let source = format!(
        "{} games, {} positions",
        counted.gathered.games.games - counted.gathered.held_out_games,
        moves.positions()
    );
    let [categories, lengths, progress] = figures::of(&counted.gathered)?;
    let texts = [
        tables::realization(moves, Measure::Positions, &source),
        tables::realization(moves, Measure::Moves, &source),
        counted.weights.to_text(&source),
        format!("{:#}\n", json::of(counted)),
        categories,
        lengths,
        progress,
    ];
    for (name, text) in FILES.iter().zip(texts) {
        let mut file = NewFile::create(&folder.join(name))?;
        file.write(text.as_bytes())?;
        file.finish()?;
    }
    Ok(())
}
