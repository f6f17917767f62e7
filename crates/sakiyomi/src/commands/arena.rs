//! `sakiyomi arena`: matches between USI engines.

mod setting;
mod spsa;

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::{ArenaError, LiveView, Mode, Plan, SprtBounds, Store};
use clap::{Args, Subcommand};
use kifu::{Encoding, Format, Printable};

use crate::failure::Failure;
use crate::new_file::{self, NewFile};
use setting::Setting;

const ABOUT: &str = "\
Matches between USI engines.

An engine is a command, such as ./engine, or parts separated by semicolons, such as
'cmd=./engine --usi;name=new;limit=nodes=1000;option.USI_Hash=16;env.X=1;dir=/tmp', or a name
from a TOML file (--engines).";

/// More than anybody plays; openings for all of them are made before the first.
const MOST_GAMES: u64 = 1_000_000;

const EXAMPLES: &str = "\
Examples:
  sakiyomi arena match ./new ./old --limit nodes=1000 --games 1000 --results new.db
  sakiyomi arena match ./new ./old --limit nodes=1000 --games 1000 --results new.db --resume
  sakiyomi arena sprt ./new ./old --limit main=10,inc=0.1 --elo0 0 --elo1 5 --results sprt.db
  sakiyomi arena tournament --engines engines.toml --games 300 --results cup.db
  sakiyomi arena spsa ./engine --limit nodes=5000 --param Margin,100,0,300,20 --verify 400
  sakiyomi arena report new.db --html new.html
  sakiyomi arena export new.db > games.usi
  sakiyomi arena export new.db --to kif --output games";

/// Matches between USI engines
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Subcommand)]
enum ArenaCommand {
    /// Two engines, a fixed number of games
    Match(MatchOptions),
    /// Two engines, until the difference is proven or refuted
    Sprt(SprtOptions),
    /// The first engine against all others
    Gauntlet(MatchOptions),
    /// Everybody against everybody
    Tournament(MatchOptions),
    /// Tune options of an engine by games
    Spsa(spsa::Options),
    /// Print the table of a results file, and make a page of it
    Report(ReportOptions),
    /// Write the games of a results file as game records
    Export(ExportOptions),
}

#[derive(Args)]
struct ReportOptions {
    /// The results file
    #[arg(value_name = "FILE")]
    results: PathBuf,

    /// Write a page for browsers here
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite a page that exists
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
struct ExportOptions {
    /// The results file
    #[arg(value_name = "FILE")]
    results: PathBuf,

    /// Format: usi, csa, csa3, kif, kifu, ki2, ki2u or jkf
    #[arg(long, value_name = "FORMAT", default_value = "usi")]
    to: String,

    /// A file for USI lines, a folder for the other formats [default: standard output, usi only]
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

#[derive(Args)]
struct MatchOptions {
    #[command(flatten)]
    setting: Setting,

    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
}

#[derive(Args)]
struct SprtOptions {
    #[command(flatten)]
    setting: Setting,

    /// The most games to play
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,

    /// A difference not worth having
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// A difference worth having
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// Rate of wrong accepts
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    alpha: f64,

    /// Rate of wrong rejects
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    beta: f64,

    /// The differences are in normalised Elo
    #[arg(long)]
    normalised: bool,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    match &options.command {
        ArenaCommand::Match(options) => play(Mode::Match, options, None, out),
        ArenaCommand::Gauntlet(options) => play(Mode::Gauntlet, options, None, out),
        ArenaCommand::Tournament(options) => play(Mode::Tournament, options, None, out),
        ArenaCommand::Spsa(options) => spsa::run(options, out),
        ArenaCommand::Report(options) => report(options, out),
        ArenaCommand::Export(options) => export(options, out),
        ArenaCommand::Sprt(options) => {
            let bounds = SprtBounds {
                elo0: options.elo0,
                elo1: options.elo1,
                alpha: options.alpha,
                beta: options.beta,
                is_normalised: options.normalised,
            };
            play_with(Mode::Sprt, &options.setting, options.games, Some(bounds), out)
        }
    }
}

fn play(
    mode: Mode,
    options: &MatchOptions,
    sprt: Option<SprtBounds>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    play_with(mode, &options.setting, options.games, sprt, out)
}

fn play_with(
    mode: Mode,
    setting: &Setting,
    games: u64,
    sprt: Option<SprtBounds>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let plan: Plan = setting.plan(mode, games, sprt)?;
    plan.check()?;
    let openings = setting.openings(&plan)?;
    let path: PathBuf = setting.results_named(mode.name());
    let is_new = !path.exists();
    let mut store = Store::begin(&path, &plan, &openings, setting.resume)?;
    let workers = setting.workers(&plan);
    let mut view = LiveView::new(setting.quiet);
    let on_refusal = setting.on_refusal();
    if let Err(error) = arena::run(&plan, &openings, &mut store, workers, on_refusal, &mut view) {
        if is_new && store.games().is_ok_and(|games| games.is_empty()) {
            drop(store);
            arena::discard(&path);
        }
        return Err(error.into());
    }
    // The results file may be from anybody.
    write!(out, "{}", Printable(&arena::text_report(&store)?))?;
    Ok(())
}

fn report(options: &ReportOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::open(&options.results)?;
    if let Some(path) = &options.html {
        new_file::check_single(path, options.force)?;
        write_file(path, arena::html_report(&store)?)?;
    }
    // The results file may be from anybody.
    write!(out, "{}", Printable(&arena::text_report(&store)?))?;
    Ok(())
}

fn export(options: &ExportOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let (format, encoding) = match options.to.as_str() {
        "csa3" => (Format::Csa3, Encoding::Utf8),
        name => Format::from_extension(name).ok_or_else(|| {
            Failure::Usage(format!(
                "--to {name:?}: expected usi, csa, csa3, kif, kifu, ki2, ki2u or jkf"
            ))
        })?,
    };
    let games = arena::records(&Store::open(&options.results)?)?;
    let folder = match (&options.output, format) {
        (Some(path), Format::Usi) => {
            new_file::check_single(path, options.force)?;
            let lines: Vec<u8> = games
                .iter()
                .flat_map(|(_, game)| kifu::write(game, format, encoding).bytes)
                .collect();
            return write_file(path, lines);
        }
        (None, Format::Usi) => {
            for (_, game) in &games {
                out.write_all(&kifu::write(game, format, encoding).bytes)?;
            }
            return Ok(());
        }
        (Some(folder), _) => folder,
        (None, _) => return Err(Failure::Usage("--output: expected a folder".to_owned())),
    };
    let path = |number| folder.join(format!("game-{number:05}.{}", format.extension(encoding)));
    // All or none: a folder with games of two matches would mislead.
    for (number, _) in &games {
        new_file::check_free(&path(number), options.force)?;
    }
    for (number, game) in &games {
        write_file(&path(number), kifu::write(game, format, encoding).bytes)?;
    }
    Ok(())
}

fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write(content.as_ref())?;
    file.finish()
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Request(sentence) => Self::Usage(sentence),
            other => Self::Failed(other.to_string()),
        }
    }
}
