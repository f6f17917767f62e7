//! `sakiyomi show`: a game record on the terminal: players, board, moves.

use crate::failure::Failure;
use clap::Args;
use kifu::{Game, GameReader, NodeId, ReadOptions, Record, RecordedScore, Step};
use shogi::{Color, DiagramStyle};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const ABOUT: &str = "\
Show a game record: players, a diagram, and the moves in Japanese and USI notation.

The record may be in any format and encoding that convert reads.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi show game.kif                 the last position
  sakiyomi show game.csa --ply 42        the position behind move 42
  sakiyomi show game.ki2 --moves         every move with its time and its score
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

    /// List the moves
    #[arg(long)]
    moves: bool,

    /// Which game of a file that holds several, from 1
    #[arg(long = "game", value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let record = read(&options.game, options.number)?;
    for warning in &record.warnings {
        let _ = writeln!(std::io::stderr(), "{}: {warning}", warning.severity());
    }
    let game = &record.game;
    let line: Vec<NodeId> = game.main_line().collect();
    let moves = game.moves().count() as u32;
    let ply = options.ply.unwrap_or(moves);
    if ply > moves {
        return Err(Failure::Usage(format!("--ply {ply}: the game has {moves} moves")));
    }
    write_headers(&record, out)?;
    let at = line[ply as usize];
    let position = game.position(at).map_err(|error| Failure::Failed(error.to_string()))?;
    writeln!(out, "\n{}", position.diagram(DiagramStyle::Japanese))?;
    writeln!(out, "sfen {}", position.to_sfen())?;
    if ply > 0 {
        writeln!(out, "\n{}", move_line(game, &line, ply as usize))?;
    }
    for comment in &game.node(at).comments {
        writeln!(out, "  {comment}")?;
    }
    if options.moves {
        writeln!(out)?;
        for index in 1..line.len() {
            writeln!(out, "{}", move_line(game, &line, index))?;
        }
    }
    if let Some(ending) = game.ending().filter(|_| ply == moves && !options.moves) {
        writeln!(out, "\n{}", ending.kif_word())?;
    }
    if game.variations() > 0 {
        let (count, are) = match game.variations() {
            1 => ("one variation".to_owned(), "is"),
            count => (format!("{count} variations"), "are"),
        };
        writeln!(out, "\n{count} {are} not shown")?;
    }
    Ok(())
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
        writeln!(out, "{name}：{value}")?;
    }
    if let Some(start) = game.start_name() {
        writeln!(out, "手合割：{start}")?;
    }
    Ok(())
}

/// One move or end: number, Japanese, USI, time, score.
fn move_line(game: &Game, line: &[NodeId], index: usize) -> String {
    let id = line[index];
    let node = game.node(id);
    let mut replay = game.replay();
    replay.go_to(line[index - 1]);
    let (japanese, usi) = match node.step() {
        Step::Move(mv) => (replay.japanese(node.step()), mv.to_string()),
        Step::End(ending) => (ending.kif_word().to_owned(), String::new()),
        Step::Start => (String::new(), String::new()),
    };
    let width: usize = japanese.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let blanks = " ".repeat(16_usize.saturating_sub(width));
    let mut text = format!("{:4} {japanese}{blanks} {usi:6}", node.ply());
    if let Some(time) = node.time {
        let seconds = time.spent_ms / 1000;
        text.push_str(&format!(" {:3}:{:02}", seconds / 60, seconds % 60));
    }
    if let Some(evaluation) = game.evaluations(id).first() {
        text.push_str(&format!("  {}", score(evaluation.score)));
    }
    text.trim_end().to_owned()
}

fn score(score: RecordedScore) -> String {
    match score {
        RecordedScore::Centipawns(cp) => format!("{cp:+}"),
        RecordedScore::Mate { winner, plies } => {
            let side = if winner == Color::Black { "▲" } else { "△" };
            match plies {
                Some(plies) => format!("{side} mates in {plies}"),
                None => format!("{side} mates"),
            }
        }
    }
}
