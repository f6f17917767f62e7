//! `sakiyomi show`: a game record on the terminal or as a picture: players, board, moves.

mod board;
mod lines;
mod step;

use crate::failure::Failure;
use board::Board;
use clap::Args;
use kifu::svg::Diagram;
use kifu::{GameReader, Printable, ReadOptions, Record};
use lines::Lines;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const ABOUT: &str = "\
Show a game record: players, a diagram, and the moves in Japanese and USI notation.

The record may be in any format and encoding that convert reads; teaching diagrams without a
king are shown as well. With --svg the diagram is written as a picture that needs no font.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi show game.kif                 the last position
  sakiyomi show game.csa --ply 42        the position behind move 42
  sakiyomi show game.ki2 --moves         every move and variation, with times and scores
  sakiyomi show game.kif --variation 2   the end of the second variation that --moves lists
  sakiyomi show game.kif --step          move by move: Enter, p, a number, v 2, f, q
  sakiyomi show game.kif --svg game.svg  the diagram as a picture; --flip turns it
  sakiyomi show games.csa --game 3       the third game of a file";

/// Show a game record: players, board, moves
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// File to show; - for standard input
    #[arg(value_name = "GAME")]
    game: PathBuf,

    /// Show the position behind this many moves [default: the last]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    ply: Option<u32>,

    /// List the moves and the variations
    #[arg(long)]
    moves: bool,

    /// Show this variation in place of the main line, counted as --moves does
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    variation: usize,

    /// Show the board from White's side
    #[arg(long)]
    flip: bool,

    /// Go through the game move by move; commands are read from standard input
    #[arg(long, conflicts_with_all = ["moves", "svg"])]
    step: bool,

    /// Write the diagram as an SVG picture to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// The side of a square of the picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = Diagram::SQUARE_SIZE, value_parser = clap::value_parser!(u32).range(1..=1000))]
    square: u32,

    /// Overwrite a picture that exists
    #[arg(long)]
    force: bool,

    /// Which game of a file that holds several, from 1
    #[arg(long = "game", value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let record = read(&options.game, options.number)?;
    for warning in &record.warnings {
        let said = format!("{}: {warning}", warning.severity());
        let _ = writeln!(std::io::stderr(), "{}", Printable(&said));
    }
    let game = &record.game;
    let lines = Lines::of(game);
    let line = lines.get(options.variation).ok_or_else(|| {
        let count = lines.variations();
        Failure::Usage(format!(
            "--variation {}: the game has {count} variations",
            options.variation
        ))
    })?;
    let moves = line.iter().filter(|&&id| game.node(id).mv().is_some()).count();
    let ply = options.ply.map_or(moves, |ply| ply as usize);
    if ply > moves {
        let whole = if options.variation == 0 { "game" } else { "variation" };
        return Err(Failure::Usage(format!("--ply {ply}: the {whole} has {moves} moves")));
    }
    if options.step {
        if options.game == Path::new("-") {
            let problem = "--step: standard input holds the game; give a file";
            return Err(Failure::Usage(problem.to_owned()));
        }
        write_headers(&record, out)?;
        let at = step::Place {
            variation: options.variation,
            ply: options.ply.map_or(0, |ply| ply as usize),
            is_flipped: options.flip,
        };
        return step::run(game, &lines, at, std::io::stdin().lock(), out);
    }
    let mut replay = game.replay();
    replay.go_to(line[ply]);
    let (setup, last) = (replay.setup(), game.node(line[ply]).mv());
    if let Some(path) = &options.svg {
        let diagram =
            Diagram::new(setup).last_move(last).flipped(options.flip).square_size(options.square);
        return write_picture(&diagram, path, options.force, out);
    }
    write_headers(&record, out)?;
    writeln!(out, "\n{}", Board { setup: &setup, last_move: last, is_flipped: options.flip })?;
    writeln!(out, "sfen {setup}")?;
    if ply > 0 {
        writeln!(out, "\n{}", lines::step_line(&mut replay, line[ply]))?;
    }
    for comment in &game.node(line[ply]).comments {
        writeln!(out, "  {}", Printable(comment))?;
    }
    if options.moves {
        lines.write(&mut replay, out)?;
    } else {
        if let Some(end) = line.get(ply + 1).filter(|_| ply == moves) {
            writeln!(out, "\n{}", replay_end(game, *end))?;
        }
        match lines.variations() {
            0 => {}
            1 => writeln!(out, "\n1 variation; --moves lists it")?,
            count => writeln!(out, "\n{count} variations; --moves lists them")?,
        }
    }
    Ok(())
}

/// The word of the end at a node.
fn replay_end(game: &kifu::Game, id: kifu::NodeId) -> String {
    match game.node(id).step() {
        kifu::Step::End(ending) => Printable(ending.kif_word()).to_string(),
        _ => String::new(),
    }
}

fn write_picture(
    diagram: &Diagram,
    path: &Path,
    overwrites: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(write!(out, "{diagram}")?);
    }
    let shown = path.display();
    if path.is_file() && !overwrites {
        return Err(Failure::Usage(format!("{shown}: the file exists; --force overwrites it")));
    }
    std::fs::write(path, diagram.to_string())
        .map_err(|error| Failure::Failed(format!("{shown}: {error}")))
}

fn read(path: &Path, number: u32) -> Result<Record, Failure> {
    let name = path.display().to_string();
    if path == Path::new("-") {
        return nth(std::io::stdin().lock(), &name, number);
    }
    let file = File::open(path).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    nth(BufReader::new(file), &name, number)
}

fn nth(input: impl BufRead, name: &str, number: u32) -> Result<Record, Failure> {
    let mut games = GameReader::new(input, ReadOptions::named(name));
    match games.nth(number as usize - 1) {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(Failure::Failed(error.to_string())),
        None => Err(Failure::Usage(format!("--game {number}: {name} has fewer games"))),
    }
}

fn write_headers(record: &Record, out: &mut dyn Write) -> Result<(), Failure> {
    let game = &record.game;
    writeln!(out, "{} in {}", record.format, record.encoding.name())?;
    for (name, value) in game.headers.iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(out, "{}：{}", Printable(name), Printable(value))?;
    }
    if let Some(start) = game.start_name() {
        writeln!(out, "手合割：{start}")?;
    }
    Ok(())
}
