//! What the commands that solve problems share: one position or a file of them, text or JSON,
//! progress and summary, lines in Japanese.

use super::parse_sfen;
use crate::failure::Failure;
use crate::positions::{self, Given, json_text};
use clap::{ArgGroup, Args};
use shogi::{DiagramStyle, Move, Position};
use std::io::Write;
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
    file: Option<String>,

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
    pub(super) json: String,
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
        writeln!(out, "{}", json_object(&solved, time, &position.to_sfen(), None))?;
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
    file: &str,
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
        total += 1;
        match given? {
            Given::Position { sfen, kept, position } => {
                let (solved, time) = solve(&position);
                for (_, count) in counts.iter_mut().filter(|(word, _)| *word == solved.word) {
                    *count += 1;
                }
                if json {
                    writeln!(out, "{}", json_object(&solved, time, &sfen, kept.as_deref()))?;
                } else {
                    let kept = kept.map_or(String::new(), |kept| format!("\t{kept}"));
                    writeln!(out, "{}\t{sfen}{kept}", solved.result)?;
                }
            }
            Given::Bad { line, text, kept, problem } => {
                errors += 1;
                if json {
                    let (reason, text) = (json_text(&problem), json_text(&text));
                    let kept = json_kept(kept.as_deref());
                    writeln!(
                        out,
                        "{{\"result\":\"error\",\"reason\":{reason},\"sfen\":{text}{kept}}}"
                    )?;
                } else {
                    let kept = kept.map_or(String::new(), |kept| format!("\t{kept}"));
                    writeln!(out, "error line {line}: {problem}\t{text}{kept}")?;
                }
            }
        }
        out.flush()?;
        progress.step(total, &summary(total, &counts, errors));
    }
    let seconds = start.elapsed().as_secs_f64();
    progress.end(&format!("{} in {seconds:.1} s", summary(total, &counts, errors)));
    match errors {
        0 => Ok(()),
        1 => Err(Failure::Failed(format!("{file}: one line is not a position"))),
        errors => Err(Failure::Failed(format!("{file}: {errors} lines are not positions"))),
    }
}

fn summary(total: u64, counts: &[(&str, u64)], errors: u64) -> String {
    let counts: String = counts.iter().map(|(word, count)| format!("{count} {word}, ")).collect();
    format!("{total} positions: {counts}{errors} errors")
}

/// The member for the text behind the SFEN, if there is one.
fn json_kept(kept: Option<&str>) -> String {
    kept.map_or(String::new(), |kept| format!(",\"kept\":{}", json_text(kept)))
}

fn json_object(solved: &Solved, time: Duration, sfen: &str, kept: Option<&str>) -> String {
    let kept = json_kept(kept);
    format!(
        "{{{},\"nodes\":{},\"time_ms\":{:.3},\"sfen\":{}{kept}}}",
        solved.json,
        solved.nodes,
        time.as_secs_f64() * 1e3,
        json_text(sfen)
    )
}

/// Moves in USI notation with blanks between them.
pub(super) fn usi_line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// Moves as a JSON list.
pub(super) fn json_line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|mv| format!("\"{mv}\"")).collect();
    format!("[{}]", moves.join(","))
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
