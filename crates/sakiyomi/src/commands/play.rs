//! `sakiyomi play`: a game in the terminal.

mod game;
mod input;
mod opponent;

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use game::BoardGame;
use opponent::Opponent;
use shogi::{Color, DiagramStyle, Position};
use std::io::{self, BufReader, Write};
use std::path::PathBuf;

const ABOUT: &str = "\
Play a game of shogi against the engine in the terminal.

Moves are typed in USI notation: 7g7f moves from 7g to 7f, 8h2b+ also promotes, P*5e drops a
pawn. Japanese notation is understood, too. `help` in the game lists what else can be typed.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi play                           you are Black and begin
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
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,

    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::Black)]
    color: Side,

    /// Seconds the engine thinks about a move
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, allow_negative_numbers = true)]
    time: f64,

    /// Draw the board with letters instead of Japanese characters
    #[arg(long)]
    ascii: bool,

    /// Evaluate with this network, an nn.bin file [default: the built-in evaluation]
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,

    /// What the network's output is divided by
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=128))]
    fv_scale: u16,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let start = match &options.sfen {
        Some(sfen) => super::parse_sfen(sfen)?,
        None => Position::startpos(),
    };
    // Longer than a day is a slip of the finger.
    if !(0.001..=86_400.0).contains(&options.time) {
        return Err(Failure::Usage(format!(
            "--time {}: expected seconds from 0.001 to 86400",
            options.time
        )));
    }
    let think_ms = (options.time * 1000.0) as u64;
    let opponent = Opponent::new(think_ms, options.net.as_deref(), options.fv_scale)?;
    let user = match options.color {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    let style = if options.ascii { DiagramStyle::Ascii } else { DiagramStyle::Japanese };
    let mut game = BoardGame::new(start, user, style, opponent);
    game.play(&mut BufReader::new(io::stdin()), out)
}
