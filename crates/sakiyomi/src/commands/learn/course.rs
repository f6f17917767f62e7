//! A course of learning by comparison, as `learn tables` and `learn steps` run it: games in, weights
//! out, with a checkpoint beside them.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use engine::RecipeName;
use indicatif::{ProgressBar, ProgressStyle};
use learn::comparison::{
    Corpus, Iteration, Learner, LearnerOptions, Method, Progress, Stage, Table, targets_figure,
    weights_figure,
};
use learn::stream::{EnteringKing, GameSelection, MoveSelection, Movers};

use super::{check_place, write_whole};
use crate::failure::Failure;
use crate::interrupt;

/// The damaged games that are named one by one.
const NAMED: u64 = 5;
/// The games of a quick course.
const QUICK_GAMES: u64 = 400;

/// Which games and moves are learned from, and how.
#[derive(Args)]
pub(crate) struct Course {
    /// Game records of any format, tables of games, self-play games, or folders of them
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    records: Vec<PathBuf>,

    /// The weights file that is written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The weights file to start from; the built-in start values without it
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Take less than a minute: few games, few iterations
    #[arg(long)]
    quick: bool,

    /// Take games that were won with an entered king, others, or all
    #[arg(long, value_name = "GAMES", value_enum, default_value_t = KingGames::Any)]
    entering_king: KingGames,

    /// Whose moves are learned
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Side::Both)]
    moves: Side,

    /// The least rating of both players
    #[arg(long, value_name = "N")]
    rating: Option<i32>,

    /// The most games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// The share of the games that is taken at random, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    share: f64,

    /// Take every Nth move only
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,

    /// The moves at the start of a game that are left out
    #[arg(long, value_name = "N", default_value_t = 0)]
    first_ply: usize,

    /// The share of the games that is held out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    held_out: f64,

    /// The held-out positions that are looked at after each iteration
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().held_out)]
    held_out_positions: usize,

    /// The recipe that finds the leaves of the moves; without it a plain search with a brief
    /// quiescence
    #[arg(long, value_name = "RECIPE")]
    recipe: Option<RecipeName>,

    /// The depth of the searches, the move included; 1 is quiescence alone
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().comparison.depth,
          value_parser = clap::value_parser!(i32).range(1..=4))]
    depth: i32,

    /// How weights move: by the gradient, or by whole numbers of its sign as in Bonanza
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = MethodName::Gradient)]
    method: MethodName,

    /// The step by gradient of the first iteration, in points
    #[arg(long, value_name = "POINTS", default_value_t = LearnerOptions::default().rates[0])]
    rate: f32,

    /// The step by gradient of the last iteration, in points
    #[arg(long, value_name = "POINTS", default_value_t = LearnerOptions::default().rates[1])]
    last_rate: f32,

    /// The part of the step by which piece values and steps of the king move
    #[arg(long, value_name = "SHARE", default_value_t = LearnerOptions::default().value_rate)]
    value_rate: f32,

    /// What a point of a positional weight costs, in millionths of a position's target (L1)
    #[arg(long, value_name = "X", default_value_t = LearnerOptions::default().penalty)]
    penalty: f32,

    /// The most iterations
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().iterations)]
    iterations: usize,

    /// End after so many iterations without a better held-out target
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().patience)]
    patience: usize,

    /// The positions that an iteration searches
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().positions)]
    positions: usize,

    /// The updates with the lines of one search
    #[arg(long, value_name = "N", default_value_t = LearnerOptions::default().updates)]
    updates: usize,

    /// The most memory for an iteration's lines, in megabytes
    #[arg(long, value_name = "MB", default_value_t = LearnerOptions::default().megabytes)]
    memory: usize,

    /// The threads; the result does not depend on them
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// The start of the random numbers; the same seed learns the same weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write pictures of the targets and of the small weights beside the weights
    #[arg(long)]
    plot: bool,

    /// Overwrite a finished file
    #[arg(long)]
    force: bool,
}

/// Which games are taken by the place of the winner's king.
#[derive(Clone, Copy, ValueEnum)]
enum KingGames {
    /// All games
    Any,
    /// Games won with the king in the enemy camp
    Only,
    /// All other games
    Without,
}

/// Whose moves are taken.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    /// The moves of both sides
    Both,
    /// The winner's moves
    Winner,
}

/// How weights move.
#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// By the gradient, scaled by its usual size
    Gradient,
    /// By small whole numbers in the direction of its sign
    Sign,
}

impl Course {
    /// Refuses numbers that make no sense.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        let said = if !is_share(self.share) || !is_share(self.held_out) {
            "--share and --held-out must lie between 0 and 1"
        } else if !(self.rate > 0.0 && self.last_rate > 0.0 && self.value_rate >= 0.0) {
            "--rate and --last-rate must be above 0, --value-rate at least 0"
        } else if !(self.penalty >= 0.0 && self.penalty.is_finite()) {
            "--penalty must be at least 0"
        } else if [self.positions, self.updates, self.iterations, self.every].contains(&0) {
            "--positions, --updates, --iterations and --every must be at least 1"
        } else {
            return Ok(());
        };
        Err(Failure::Usage(said.to_owned()))
    }

    fn options(&self) -> LearnerOptions {
        let mut options = LearnerOptions {
            method: match self.method {
                MethodName::Gradient => Method::Gradient,
                MethodName::Sign => Method::Sign,
            },
            rates: [self.rate, self.last_rate],
            value_rate: self.value_rate,
            penalty: self.penalty,
            positions: self.positions,
            updates: self.updates,
            iterations: self.iterations,
            patience: self.patience,
            held_out: self.held_out_positions,
            megabytes: self.memory,
            seed: self.seed,
            ..LearnerOptions::default()
        };
        options.comparison.recipe = self.recipe;
        options.comparison.depth = self.depth;
        if self.quick {
            let LearnerOptions { positions, updates, iterations, held_out, .. } =
                LearnerOptions::quick();
            options = LearnerOptions { positions, updates, iterations, held_out, ..options };
        }
        options
    }

    fn corpus(&self, out: &mut dyn Write) -> Result<Corpus, Failure> {
        let games = GameSelection {
            entering_king: match self.entering_king {
                KingGames::Any => EnteringKing::Any,
                KingGames::Only => EnteringKing::Only,
                KingGames::Without => EnteringKing::Without,
            },
            least_rating: self.rating,
            share: self.share,
            most: if self.quick { Some(QUICK_GAMES) } else { self.games },
            held_out: self.held_out,
            seed: self.seed,
            ..GameSelection::default()
        };
        let moves = MoveSelection {
            movers: match self.moves {
                Side::Both => Movers::Both,
                Side::Winner => Movers::Winner,
            },
            first_ply: self.first_ply,
            every: self.every,
            ..MoveSelection::default()
        };
        let bar = ProgressBar::new_spinner().with_style(style("{spinner} {pos} games"));
        let mut problems = 0;
        let mut first = None;
        let corpus = Corpus::read(
            &self.records,
            games,
            moves,
            |problem| {
                problems += 1;
                first.get_or_insert_with(|| problem.to_string());
                if problems <= NAMED {
                    bar.suspend(|| warn(&format!("{problem}; it is left out")));
                }
            },
            |count| bar.set_position(count),
        )
        .map_err(|error| Failure::Usage(error.to_string()))?;
        bar.finish_and_clear();
        if problems > NAMED {
            warn(&format!("{} more games or files cannot be read", problems - NAMED));
        }
        if corpus.learning().is_empty() || corpus.held_out().is_empty() {
            let mut said = format!(
                "there is nothing to learn from: {} games with {} positions to learn and {} to judge",
                corpus.games(),
                corpus.learning().len(),
                corpus.held_out().len()
            );
            if let Some(problem) = first {
                said += &format!("; {problem}");
            }
            return Err(Failure::Usage(said));
        }
        writeln!(
            out,
            "{} games: {} positions to learn from, {} held out, {} duplicates left out",
            corpus.games(),
            corpus.learning().len(),
            corpus.held_out().len(),
            corpus.duplicates()
        )?;
        Ok(corpus)
    }

    /// Learns the weights of the table and writes them.
    pub(super) fn run<T: Table>(&self, table: T, out: &mut dyn Write) -> Result<T, Failure> {
        self.check()?;
        let options = self.options();
        // A place that cannot be written to is told before the work, not after it.
        let kept = self.out.with_extension("checkpoint");
        check_place(&self.out, &kept, self.force)?;
        let corpus = self.corpus(out)?;
        let learner = match std::fs::read(&kept) {
            Ok(bytes) => {
                let learner = Learner::resume(table, options, &corpus, &bytes)
                    .map_err(|error| Failure::Usage(format!("{}: {error}", kept.display())))?;
                let done = learner.history().len().saturating_sub(1);
                writeln!(out, "{}: going on after iteration {done}", kept.display())?;
                learner
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let learner = Learner::new(table, options, &corpus);
                write_whole(&kept, &learner.checkpoint())?;
                learner
            }
            Err(error) => return Err(Failure::Failed(format!("{}: {error}", kept.display()))),
        };
        let learner = self.learn(learner, &corpus, &kept, out)?;
        let best = learner.best_iteration();
        if self.plot {
            self.draw(&learner)?;
        }
        let table = learner.into_table();
        write_whole(&self.out, &table.to_bytes())?;
        writeln!(out, "{} is written: the weights of iteration {best}", self.out.display())?;
        std::fs::remove_file(&kept)
            .map_err(|error| Failure::Failed(format!("{}: {error}", kept.display())))?;
        Ok(table)
    }

    fn learn<T: Table>(
        &self,
        mut learner: Learner<T>,
        corpus: &Corpus,
        kept: &Path,
        out: &mut dyn Write,
    ) -> Result<Learner<T>, Failure> {
        let threads = self.threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        let bar =
            ProgressBar::new(0).with_style(style("{msg} {bar:30} {pos}/{len}, {elapsed} gone"));
        let mut result = Ok(());
        let mut clock = Clock::new();
        let mut ended = Ok(());
        interrupt::during(|| {
            ended = learner.learn(corpus, threads, |learner, progress| {
                show(&bar, progress);
                let step = || {
                    clock.at(progress.stage);
                    if progress.stage == Stage::Done {
                        let last = learner.history().last().expect("an iteration is done");
                        bar.suspend(|| say(last, &clock, out))?;
                        clock = Clock::new();
                        write_whole(kept, &learner.checkpoint())?;
                    }
                    if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
                };
                result = { step }();
                if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
        bar.finish_and_clear();
        ended.map_err(|error| Failure::Failed(format!("no memory for a search: {error}")))?;
        result.map(|()| learner)
    }

    fn draw<T: Table>(&self, learner: &Learner<T>) -> Result<(), Failure> {
        let targets = targets_figure(learner.history());
        write_whole(&self.out.with_extension("targets.svg"), targets.as_bytes())?;
        let names = learner.few_weights();
        if !names.is_empty() {
            let weights = weights_figure(learner.history(), &names);
            write_whole(&self.out.with_extension("weights.svg"), weights.as_bytes())?;
        }
        Ok(())
    }
}

/// The time that each stage of an iteration took.
struct Clock {
    last: Instant,
    stages: [Duration; 3],
}

impl Clock {
    fn new() -> Self {
        Self { last: Instant::now(), stages: [Duration::ZERO; 3] }
    }

    fn at(&mut self, stage: Stage) {
        let now = Instant::now();
        let slot = match stage {
            Stage::Search => 0,
            Stage::Update => 1,
            Stage::Judge | Stage::Done => 2,
        };
        self.stages[slot] += now - self.last;
        self.last = now;
    }
}

fn show(bar: &ProgressBar, progress: Progress) {
    let what = match progress.stage {
        Stage::Search => "search",
        Stage::Update => "update",
        Stage::Judge => "held out",
        Stage::Done => return,
    };
    bar.set_message(format!("iteration {}: {what}", progress.iteration));
    bar.set_length(progress.done[1] as u64);
    bar.set_position(progress.done[0] as u64);
}

/// Tells what an iteration has found.
fn say(iteration: &Iteration, clock: &Clock, out: &mut dyn Write) -> io::Result<()> {
    let held_out = iteration.held_out;
    write!(
        out,
        "iteration {}: held-out target {:.4}, agreement {:.2} %",
        iteration.number,
        held_out.target,
        100.0 * held_out.agreement
    )?;
    if iteration.number > 0 {
        let [search, update, _] = clock.stages.map(|time| time.as_secs_f64());
        write!(
            out,
            "; learned target {:.4} -> {:.4} of {} positions ({} left out), {:.0} nodes each, \
             {:.0} searched a second, {update:.1} s of updates",
            iteration.target[0],
            iteration.target[1],
            iteration.positions,
            iteration.skipped,
            iteration.nodes as f64 / iteration.positions.max(1) as f64,
            (iteration.positions + iteration.skipped) as f64 / search.max(1e-3),
        )?;
    }
    writeln!(out)?;
    out.flush()
}

fn warn(text: &str) {
    // If stderr is closed, the games are left out all the same.
    let _ = writeln!(io::stderr(), "warning: {}", kifu::Printable(text));
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
