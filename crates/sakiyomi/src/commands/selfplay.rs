//! `sakiyomi selfplay`: plays games against itself, to learn from.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::eval::nnue::{Network, embedded};
use ::learn::game_file::{GameReader, write_game, write_header};
use ::learn::selfplay::{Choices, Starts, Teacher, generate};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::learn::records_of;
use crate::failure::Failure;
use crate::interrupt;

const EXAMPLES: &str = "\
Examples:
  sakiyomi selfplay --out games.skyg --net nn.bin --starts floodgate2016.tsv.zst
  sakiyomi selfplay --out games.skyg --target-positions 1000000 --threads 2 --nodes 3000

If the file exists, more games are added to it; what a kill left of its last game is cut off.
The games depend on the seed, the network, the starts and the nodes, not on the threads.";

/// The time between two lines in a log, where no progress bar can be shown.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Play games against itself, to learn from
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// The file of games
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The network that plays; without it the embedded one does
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// A table of recorded games to start from; without it games start with random moves
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,

    /// Ends when the file has this many positions; without it Ctrl-C ends
    #[arg(long, value_name = "N")]
    target_positions: Option<u64>,

    /// Nodes a move; the depth that passes them is finished
    #[arg(long, value_name = "N", default_value_t = Choices::default().nodes)]
    nodes: u64,

    /// Threads, each with a game of its own; without it one for each processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The start of the random numbers
    #[arg(long, value_name = "N", default_value_t = Choices::default().seed)]
    seed: u64,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let teacher = teacher(options.net.as_deref())?;
    let (file, [games, positions]) = open(&options.out)?;
    let starts = match &options.starts {
        Some(path) => Starts::from_records(records_of(path)?),
        None => Starts::default(),
    };
    let [recorded, entering] = starts.counts();
    writeln!(
        out,
        "{} has {games} games, {positions} positions; starts from {recorded} records, \
         {entering} with an entering king",
        options.out.display()
    )?;
    let choices = Choices { nodes: options.nodes, seed: options.seed, ..Choices::default() };
    let threads = options.threads.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let mut keeper = Keeper::new(file, options, games, positions);
    let played = interrupt::during(|| {
        generate(&teacher, &starts, &choices, games, threads, |generated| {
            keeper.keep(&generated.game, out)
        })
    });
    keeper.bar.finish_and_clear();
    played.map_err(|error| Failure::Failed(format!("no memory for the players: {error}")))?;
    std::mem::replace(&mut keeper.result, Ok(()))?;
    writeln!(
        out,
        "{} has {} games, {} positions; {:.0} positions a second",
        options.out.display(),
        keeper.games,
        keeper.positions,
        keeper.rate()
    )?;
    Ok(())
}

/// Returns who judges positions: the network of a file, or the embedded one without a file.
pub(crate) fn teacher(path: Option<&Path>) -> Result<Teacher, Failure> {
    let network = match path {
        Some(path) => network(path)?,
        None => embedded().map_err(|error| Failure::Failed(error.to_string()))?.clone(),
    };
    Ok(Teacher::network(network))
}

/// Reads a network.
fn network(path: &Path) -> Result<Network, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    Network::from_bytes(&bytes).map_err(|error| failed(&error))
}

/// Opens the file for more games, and counts its games and positions.
fn open(path: &Path) -> Result<(File, [u64; 2]), Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| failed(&error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            return Err(failed(&"another run adds games to this file"));
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    let mut reader = GameReader::new(BufReader::new(&file)).map_err(|error| failed(&error))?;
    let counts = reader.skip_all().map_err(|error| failed(&error))?;
    let good = reader.good_length();
    file.set_len(good).map_err(|error| failed(&error))?;
    file.seek(SeekFrom::End(0)).map_err(|error| failed(&error))?;
    if good == 0 {
        write_header(&file).map_err(|error| failed(&error))?;
    }
    Ok((file, counts))
}

/// Writes games and tells how far it is.
struct Keeper<'a> {
    file: File,
    options: &'a Options,
    games: u64,
    positions: u64,
    new_positions: u64,
    started: Instant,
    logged: Instant,
    bar: ProgressBar,
    result: Result<(), Failure>,
}

impl<'a> Keeper<'a> {
    fn new(file: File, options: &'a Options, games: u64, positions: u64) -> Self {
        let bar = match options.target_positions {
            Some(target) => {
                let style = "{bar:30} {pos}/{len} positions, {msg}, {elapsed} gone, {eta} left";
                ProgressBar::new(target).with_style(style_of(style))
            }
            None => ProgressBar::new_spinner().with_style(style_of("{pos} positions, {msg}")),
        };
        let now = Instant::now();
        Self {
            file,
            options,
            games,
            positions,
            new_positions: 0,
            started: now,
            logged: now,
            bar,
            result: Ok(()),
        }
    }

    fn keep(&mut self, game: &::learn::played::PlayedGame, out: &mut dyn Write) -> ControlFlow<()> {
        if let Err(error) = write_game(&self.file, game) {
            let file = self.options.out.display();
            self.result = Err(Failure::Failed(format!("{file}: {error}")));
            return ControlFlow::Break(());
        }
        self.games += 1;
        self.positions += game.plies.len() as u64;
        self.new_positions += game.plies.len() as u64;
        self.bar.set_position(self.positions);
        self.bar.set_message(format!("{} games, {:.0} positions/s", self.games, self.rate()));
        if self.bar.is_hidden() && self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            // Self-play does not depend on somebody reading the log.
            let _ = writeln!(
                out,
                "{} games, {} positions, {:.0} positions/s",
                self.games,
                self.positions,
                self.rate()
            );
            let _ = out.flush();
        }
        let is_enough = self.options.target_positions.is_some_and(|most| self.positions >= most);
        if is_enough || interrupt::is_asked() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// New positions a second.
    fn rate(&self) -> f64 {
        self.new_positions as f64 / self.started.elapsed().as_secs_f64().max(1e-3)
    }
}

fn style_of(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
