//! `sakiyomi analyze`: games judged move by move, with reasons; one position explained; reports
//! checked again.

mod check;
mod games;
mod outputs;
mod position;
mod progress;
mod settings;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use ::analysis::report::{Dialect, Form};
use clap::{Args, ValueEnum};

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use crate::language::Language;

const ABOUT: &str = "\
Analyse games: what each move is worth, where the game was decided, and why.

GAME is a record in KIF, KI2, CSA, JKF or lines of USI moves, a folder with all records below
it, or - for standard input. Without --report a table goes to standard output. Mates, their
absence, mate threats and brinkmates are proved by solvers; everything else says what it rests
on. The same settings give the same bytes with any number of jobs, and after any interruption.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi analyze game.kif                               a table, the critical moments, the figures
  sakiyomi analyze game.kif --report html > game.html     a page that needs nothing but itself
  sakiyomi analyze games/ --quick --report html --report csv --out reports/
  sakiyomi analyze game.kif --report kif --out reports/   the record with scores and sentences
  sakiyomi analyze games/ --report quiz --out reports/    problems from missed moves, for ShogiHome
  sakiyomi analyze --sfen 'SFEN'                          one position: moves, reasons, threats, mates
  sakiyomi analyze --check reports/game.json              every sentence of a report proved again

With --out, finished work is kept in OUT/analysis.db (or --store FILE): a run that was stopped
goes on where it was. A record that was read is never overwritten without --in-place. The last
line on stderr counts: games N plies N moments N failures N.

Exit codes:
  0    every game was analysed
  1    a game could not be analysed, or --check found a false sentence
  2    the command line is wrong, or a file that it names
  130  interrupted with Ctrl-C; the reports of finished games are written";

/// Judge the moves of games, with reasons; or explain one position
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Records, folders of records, or - for standard input
    #[arg(value_name = "GAME", required_unless_present_any = ["sfen", "check"])]
    games: Vec<PathBuf>,

    /// Explain this position instead of games; `startpos` is the usual start
    #[arg(long, value_name = "SFEN", conflicts_with_all = ["games", "check", "report", "out"])]
    sfen: Option<String>,

    /// With --sfen: the number of candidate moves [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    lines: Option<u8>,

    /// With --sfen: JSON instead of text
    #[arg(long)]
    json: bool,

    /// Prove every sentence of this report (JSON) again; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "report", "out"])]
    check: Vec<PathBuf>,

    #[command(flatten)]
    effort: settings::Effort,

    #[command(flatten)]
    judgement: settings::Judgement,

    /// Form of the reports: html, md, json, kif, kifu, csa, csv or quiz; may be given several
    /// times [default: a table on the terminal, with --out html]
    #[arg(long, value_name = "FORM", value_parser = form)]
    report: Vec<Form>,

    /// The table with tabs between its columns and without bars, and no progress bar: for scripts and
    /// screen readers
    #[arg(long, conflicts_with_all = ["report", "out", "sfen", "check", "in_place"])]
    plain: bool,

    /// Folder for reports and the store of finished work
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Overwrite files in --out that this command has not written
    #[arg(long, requires = "out")]
    force: bool,

    /// Write the comments into the records themselves (KIF and CSA files with one game)
    #[arg(long, requires = "games")]
    in_place: bool,

    /// Custom of the comments in kif and kifu reports
    #[arg(long, value_name = "CUSTOM", value_enum, default_value_t = Comments::Shogihome)]
    comments: Comments,

    /// Leave names and paths out of quiz reports
    #[arg(long)]
    anonymous: bool,

    /// File of finished work, by which a stopped run goes on [default: analysis.db in --out]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Throw the finished work in the store away first
    #[arg(long)]
    forget: bool,

    /// Units of work at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Language of the reports [default: that of the locale]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    #[command(flatten)]
    evaluator: EvaluatorArgs,
}

/// A custom of comments.
#[derive(Clone, Copy, ValueEnum)]
enum Comments {
    /// Lines of ShogiHome
    Shogihome,
    /// One line as ShogiGUI writes it
    Shogigui,
    /// Both, with equal values
    Both,
}

impl From<Comments> for Dialect {
    fn from(comments: Comments) -> Self {
        match comments {
            Comments::Shogihome => Self::ShogiHome,
            Comments::Shogigui => Self::ShogiGui,
            Comments::Both => Self::Both,
        }
    }
}

fn form(name: &str) -> Result<Form, String> {
    Form::from_name(name).ok_or_else(|| format!("expected one of {}", Form::NAMES.join(", ")))
}

impl Options {
    fn jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().ok();
        self.jobs.or_else(all).map_or(1, NonZeroUsize::get).min(settings::MOST_JOBS)
    }

    fn layout(&self) -> analysis::terminal::Layout {
        match self.plain {
            true => analysis::terminal::Layout::Plain,
            false => analysis::terminal::Layout::Bars,
        }
    }

    fn language(&self) -> analysis::terminal::Language {
        let of_locale = || Language::of_locale(|name| std::env::var(name).ok());
        match self.lang.unwrap_or_else(of_locale) {
            Language::En => analysis::terminal::Language::English,
            Language::Ja => analysis::terminal::Language::Japanese,
        }
    }
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    crate::interrupt::listen();
    if !options.check.is_empty() {
        return check::run(options, out);
    }
    if let Some(sfen) = &options.sfen {
        return position::run(options, sfen, out);
    }
    if options.json || options.lines.is_some() {
        let option = if options.json { "--json" } else { "--lines" };
        return Err(Failure::Usage(format!("{option} goes with --sfen")));
    }
    games::run(options, out)
}
