//! `sakiyomi play`: a game in the terminal.

mod autosave;
mod board;
mod game;
mod handicap;
mod input;
mod opponent;
mod reader;
mod refusal;
mod screen;
mod sheet;
mod texts;
mod typed_move;

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use crate::language::Language;
use autosave::Autosave;
use board::Look;
use clap::{Args, ValueEnum};
use engine::Level;
use game::BoardGame;
use opponent::Opponent;
use reader::Reader;
use screen::Screen;
use shogi::{Color, Position};
use std::io::{self, IsTerminal, Write};
use texts::Texts;

const ABOUT: &str = "\
Play a game of shogi against the engine in the terminal.

Moves are typed in USI notation: 7g7f moves from 7g to 7f, 8h2b+ also promotes, P*5e drops a
pawn. Japanese notation is understood, too. `help` in the game lists what else can be typed.

Ctrl-C saves the game to a new file, sakiyomi-game-1.kifu, -2 and so on, and leaves.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi play                           you are Black and begin
  sakiyomi play --level 3                 against a weaker opponent
  sakiyomi play --handicap 二枚落ち       the engine plays without rook and bishop
  sakiyomi play --color white --time 5    the engine begins and thinks five seconds a move
  sakiyomi play --sfen 'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'";

/// A side to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// Sente, who begins an even game
    Black,
    /// Gote
    White,
}

/// Play a game against the engine in the terminal
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Position to start from, in SFEN [default: the start position]
    #[arg(long, value_name = "SFEN", conflicts_with = "handicap")]
    sfen: Option<String>,

    /// Handicap to start from, in English or Japanese: two-pieces, 二枚落ち, rook, 飛車落ち, ...
    #[arg(long, value_name = "NAME")]
    handicap: Option<String>,

    /// Strength of the engine, from 1 (beginner) to 10 (full strength)
    #[arg(long, value_name = "N", default_value_t = Level::FULL.number())]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=Level::FULL.number() as i64))]
    level: u8,

    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,

    /// Seconds the engine thinks about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, allow_negative_numbers = true)]
    time: f64,

    /// Draw the board with letters instead of Japanese characters
    #[arg(long)]
    ascii: bool,

    /// Language of the texts [default: that of the locale]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,

    #[command(flatten)]
    evaluator: EvaluatorArgs,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let start = start(options)?;
    // Longer than a day is a slip of the finger.
    if !(0.001..=86_400.0).contains(&options.time) {
        return Err(Failure::Usage(format!(
            "--time {}: expected seconds from 0.001 to 86400",
            options.time
        )));
    }
    let think_ms = (options.time * 1000.0) as u64;
    let level = Level::new(options.level).unwrap_or(Level::FULL);
    let opponent = Opponent::new(think_ms, level, &options.evaluator)?;
    let user = match options.color {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let language =
        options.lang.unwrap_or_else(|| Language::of_locale(|name| std::env::var(name).ok()));
    let is_handicap = handicap::is_handicap(&start);
    let texts = Texts { language, is_handicap };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let look = Look { is_ascii: options.ascii, has_escapes: is_terminal, texts, below: user };
    let screen = Screen::new(out, look);
    let mut game = BoardGame::new(start, user, opponent, screen, Autosave::new(texts));
    game.play(&mut Reader::new(is_terminal))
}

/// Returns the position that the options start from.
fn start(options: &Options) -> Result<Position, Failure> {
    match (&options.sfen, &options.handicap) {
        (Some(sfen), _) => super::parse_sfen(sfen),
        (None, Some(name)) => match handicap::read(name) {
            Ok(handicap) => Ok(handicap.position()),
            Err(error) => Err(Failure::Usage(format!("--handicap: {error}"))),
        },
        (None, None) => Ok(Position::startpos()),
    }
}
