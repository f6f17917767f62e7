//! The common part of the commands that solve problems: one position or a file of them, text or
//! JSON, progress and summary, lines in Japanese.

use super::parse_sfen;
use crate::failure::Failure;
use crate::positions;
use clap::{ArgGroup, Args};
use serde_json::{Map, Value, json};
use shogi::{DiagramStyle, Move, Position};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which positions, at what cost, and how the answers are written.
#[derive(Args)]
#[command(group = ArgGroup::new("input").required(true).args(["sfen", "file"]))]
pub(super) struct Problems {
    /// Position to solve, in SFEN
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,

    /// File of positions, one SFEN per line; - for standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Most milliseconds per position
    #[arg(long, value_name = "T", default_value_t = 60_000)]
    time_ms: u64,

    /// Most nodes per position [default: no limit]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Memory in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    /// Write the answers as JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Problems {
    /// The most nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// Memory in megabytes.
    pub(super) fn megabytes(&self) -> usize {
        self.hash as usize
    }
}

/// An answer in all the forms it is written in.
pub(super) struct Solved {
    /// The first word of the result.
    pub(super) word: &'static str,
    /// The result as the contract has it.
    pub(super) result: String,
    /// The members of the JSON object.
    pub(super) json: Map<String, Value>,
    /// More lines for a single position.
    pub(super) details: Vec<String>,
    pub(super) nodes: u64,
}

/// Solves one position; the function says when its time is over.
pub(super) type Solve<'s> = dyn FnMut(&Position, &mut dyn FnMut() -> bool) -> Solved + 's;

/// Solves what the options name. `words` are the first words of results, for the summary.
pub(super) fn run(
    options: &Problems,
    words: &[&'static str],
    solve: &mut Solve<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let most = Duration::from_millis(options.time_ms);
    let mut solve = |position: &Position| {
        let start = Instant::now();
        let solved = solve(position, &mut || start.elapsed() >= most);
        (solved, start.elapsed())
    };
    match (&options.sfen, &options.file) {
        (Some(sfen), _) => one(&parse_sfen(sfen)?, options.json, &mut solve, out),
        (None, Some(file)) => many(file, options.json, words, &mut solve, out),
        (None, None) => Err(Failure::Usage("expected --sfen or a file".to_owned())),
    }
}

type Timed<'s> = dyn FnMut(&Position) -> (Solved, Duration) + 's;

/// A single position: diagram, answer and cost.
fn one(
    position: &Position,
    json: bool,
    solve: &mut Timed<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (solved, time) = solve(position);
    if json {
        let mut object = json_object(solved, time);
        object.insert("sfen".to_owned(), position.to_sfen().into());
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(());
    }
    writeln!(out, "{}", position.diagram(DiagramStyle::Japanese))?;
    writeln!(out, "{}", solved.result)?;
    for line in &solved.details {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "nodes {} time_ms {}", solved.nodes, time.as_millis())?;
    Ok(())
}

/// A file of positions: result lines on `out`, progress and summary on standard error.
fn many(
    file: &Path,
    json: bool,
    words: &[&'static str],
    solve: &mut Timed<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let start = Instant::now();
    let mut counts: Vec<(&str, u64)> = words.iter().map(|&word| (word, 0)).collect();
    let (mut total, mut errors) = (0, 0);
    let mut progress = positions::Progress::new();
    for given in positions::read(file)? {
        let given = given?;
        total += 1;
        let (result, mut object) = match &given.position {
            Ok(position) => {
                let (solved, time) = solve(position);
                for (_, count) in counts.iter_mut().filter(|(word, _)| *word == solved.word) {
                    *count += 1;
                }
                (solved.result.clone(), json_object(solved, time))
            }
            Err(error) => {
                errors += 1;
                let object = members(json!({ "result": "error", "reason": error.to_string() }));
                (format!("error line {}: {error}", given.line), object)
            }
        };
        if json {
            given.add_to(&mut object);
            writeln!(out, "{}", Value::Object(object))?;
        } else {
            writeln!(out, "{}", given.after(result))?;
        }
        out.flush()?;
        progress.step(total, &summary(total, &counts, errors));
    }
    let seconds = start.elapsed().as_secs_f64();
    progress.end(&format!("{} in {seconds:.1} s", summary(total, &counts, errors)));
    match errors {
        0 => Ok(()),
        1 => Err(Failure::Failed(format!("{}: one line is not a position", file.display()))),
        errors => {
            Err(Failure::Failed(format!("{}: {errors} lines are not positions", file.display())))
        }
    }
}

fn summary(total: u64, counts: &[(&str, u64)], errors: u64) -> String {
    let counts: String = counts.iter().map(|(word, count)| format!("{count} {word}, ")).collect();
    format!("{total} positions: {counts}{errors} errors")
}

/// An answer and what it cost.
fn json_object(solved: Solved, time: Duration) -> Map<String, Value> {
    let mut object = solved.json;
    object.insert("nodes".to_owned(), solved.nodes.into());
    let milliseconds = (time.as_secs_f64() * 1e6).round() / 1e3;
    object.insert("time_ms".to_owned(), milliseconds.into());
    object
}

/// The members of an object written with `json!`.
pub(super) fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Moves in USI notation with blanks between them.
pub(super) fn usi_line(moves: &[Move]) -> String {
    usi_moves(moves).join(" ")
}

/// Moves in USI notation, one by one.
pub(super) fn usi_moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Moves in Japanese notation; they must be legal one after the other.
pub(super) fn japanese_line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &mv in moves {
        let previous = position.last_move().map(Move::to);
        words.push(kifu::notation::japanese(&position, mv, previous));
        position.play(mv);
    }
    words.join(" ")
}
