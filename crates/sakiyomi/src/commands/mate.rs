//! `sakiyomi mate`: does the side to move mate by checks? One position, or a file of them.

use crate::failure::Failure;
use crate::positions::{self, Given};
use clap::Args;
use mate::{Answer, Limits, Mate, Reason, Solver, Verdict};
use shogi::{DiagramStyle, Move, Position};
use std::io::Write;
use std::time::{Duration, Instant};

const ABOUT: &str = "\
Find out whether the side to move mates by giving check with every move.

The answer is `mate N` with a line of N plies, `nomate`, or `unknown` with a reason.
Every mate is verified against all defences and every `nomate` against all checks
before it is given out; where time or nodes run out the answer is `unknown`.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi mate --sfen '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1'
  sakiyomi mate --shortest --time-ms 1000 problems.sfen > answers.tsv
  cat problems.sfen | sakiyomi mate --nodes 1000000 -

A file holds one SFEN per line; what follows a tab is kept. Its answers, in order:
  mate N MOVES<tab>SFEN | nomate<tab>SFEN | unknown REASON<tab>SFEN | error REASON<tab>LINE

Exit codes:
  0  every position was answered, be it with unknown
  1  a line of the file is wrong, or the work failed
  2  the command line or the position on it is wrong";

/// Find a mate by checks, or prove that there is none
#[derive(Args)]
#[command(long_about = ABOUT, after_long_help = EXAMPLES)]
pub(crate) struct Options {
    /// Position to solve, in SFEN
    #[arg(long, value_name = "SFEN", required_unless_present = "file", conflicts_with = "file")]
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

    /// Prove the shortest mate, or the best bound the limits allow
    #[arg(long)]
    shortest: bool,

    /// Show lines without interposed drops that change nothing (muda-ai)
    #[arg(long)]
    skip_useless_interpositions: bool,

    /// Write the answers as JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// One answer with its cost.
struct Solved {
    answer: Answer,
    /// The line without useless interpositions, if it was asked for and found.
    useful: Option<Vec<Move>>,
    time: Duration,
}

struct Task<'a> {
    options: &'a Options,
    solver: Solver,
}

impl Solved {
    /// The line to show.
    fn line<'a>(&'a self, mate: &'a Mate) -> &'a [Move] {
        self.useful.as_deref().unwrap_or(mate.line())
    }
}

impl Task<'_> {
    fn solve(&mut self, position: &Position) -> Solved {
        let start = Instant::now();
        let most = Duration::from_millis(self.options.time_ms);
        let limits = Limits {
            nodes: self.options.nodes.unwrap_or(u64::MAX),
            shortest: self.options.shortest,
        };
        let mut should_stop = || start.elapsed() >= most;
        let answer = self.solver.solve(position, &limits, &mut should_stop);
        let useful = match &answer.verdict {
            Verdict::Mate(mate) if self.options.skip_useless_interpositions => {
                self.solver.useful_line(position, mate, &limits, &mut should_stop).ok()
            }
            _ => None,
        };
        Solved { answer, useful, time: start.elapsed() }
    }
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let mut task = Task { options, solver: Solver::new(options.hash as usize) };
    match (&options.sfen, &options.file) {
        (Some(sfen), _) => {
            let position: Position = sfen
                .parse()
                .map_err(|error| Failure::Usage(format!("--sfen {sfen:?}: {error}")))?;
            one(&mut task, &position, out)
        }
        (None, Some(file)) => many(&mut task, file, out),
        (None, None) => Err(Failure::Usage("expected --sfen or a file".to_owned())),
    }
}

/// A single position: diagram, answer and cost.
fn one(task: &mut Task<'_>, position: &Position, out: &mut dyn Write) -> Result<(), Failure> {
    let solved = task.solve(position);
    if task.options.json {
        writeln!(out, "{}", json(&solved, &position.to_sfen(), None))?;
        return Ok(());
    }
    writeln!(out, "{}", position.diagram(DiagramStyle::Japanese))?;
    writeln!(out, "{}", result_text(&solved))?;
    if let Verdict::Mate(mate) = &solved.answer.verdict {
        writeln!(out, "{}", japanese(position, solved.line(mate)))?;
        if task.options.shortest {
            writeln!(out, "{}", bound_text(mate))?;
        }
        if task.options.skip_useless_interpositions {
            writeln!(out, "{}", useless_text(&solved, mate))?;
        }
    }
    let (nodes, time_ms) = (solved.answer.nodes, solved.time.as_millis());
    writeln!(out, "nodes {nodes} time_ms {time_ms}")?;
    Ok(())
}

/// The line as in Japanese books.
fn japanese(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut previous = None;
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(kifu::notation::japanese(&position, mv, previous));
        previous = Some(mv.to());
        position.play(mv);
    }
    words.join(" ")
}

fn useless_text(solved: &Solved, mate: &Mate) -> String {
    let all = mate.line().len();
    match &solved.useful {
        Some(_) => format!("useless interpositions left out; with them {all} plies"),
        None => "useless interpositions not judged: the limits were reached".to_owned(),
    }
}

fn bound_text(mate: &Mate) -> String {
    if mate.is_shortest() {
        "shortest: proven".to_owned()
    } else {
        format!("shortest: between {} and {} plies", mate.at_least(), mate.line().len())
    }
}

/// A file of positions: result lines on `out`, progress and summary on standard error.
fn many(task: &mut Task<'_>, file: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let start = Instant::now();
    let mut counts = Counts::default();
    let mut progress = positions::Progress::new();
    for given in positions::read(file)? {
        let (sfen, kept, position) = match given? {
            Given::Position { sfen, kept, position } => (sfen, kept, position),
            Given::Bad { line, text, problem } => {
                counts.errors += 1;
                if task.options.json {
                    let object = format!(
                        "{{\"result\":\"error\",\"reason\":{},\"text\":{}}}",
                        positions::json_text(&problem),
                        positions::json_text(&text)
                    );
                    writeln!(out, "{object}")?;
                } else {
                    writeln!(out, "error line {line}: {problem}\t{text}")?;
                }
                continue;
            }
        };
        let solved = task.solve(&position);
        counts.add(&solved.answer.verdict);
        if task.options.json {
            writeln!(out, "{}", json(&solved, &sfen, kept.as_deref()))?;
        } else {
            write!(out, "{}\t{sfen}", result_text(&solved))?;
            match kept {
                Some(kept) => writeln!(out, "\t{kept}")?,
                None => writeln!(out)?,
            }
        }
        out.flush()?;
        progress.step(counts.total(), &counts.to_string());
    }
    progress.end(&format!("{counts} in {:.1} s", start.elapsed().as_secs_f64()));
    match counts.errors {
        0 => Ok(()),
        1 => Err(Failure::Failed(format!("{file}: one line is not a position"))),
        errors => Err(Failure::Failed(format!("{file}: {errors} lines are not positions"))),
    }
}

#[derive(Default)]
struct Counts {
    mates: u64,
    no_mates: u64,
    unknown: u64,
    errors: u64,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Mate(_) => self.mates += 1,
            Verdict::NoMate(_) => self.no_mates += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }

    fn total(&self) -> u64 {
        self.mates + self.no_mates + self.unknown + self.errors
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { mates, no_mates, unknown, errors } = self;
        write!(
            f,
            "{} positions: {mates} mate, {no_mates} nomate, {unknown} unknown, {errors} errors",
            self.total()
        )
    }
}

/// The result as the contract has it.
fn result_text(solved: &Solved) -> String {
    match &solved.answer.verdict {
        Verdict::Mate(mate) => {
            let moves: Vec<String> = solved.line(mate).iter().map(ToString::to_string).collect();
            format!("mate {} {}", moves.len(), moves.join(" "))
        }
        Verdict::NoMate(_) => "nomate".to_owned(),
        Verdict::Unknown(reason) => format!("unknown {}", reason_text(*reason)),
    }
}

fn reason_text(reason: Reason) -> String {
    match reason {
        Reason::Stopped => "time limit".to_owned(),
        other => other.to_string(),
    }
}

fn json(solved: &Solved, sfen: &str, kept: Option<&str>) -> String {
    let result = match &solved.answer.verdict {
        Verdict::Mate(mate) => {
            let moves: Vec<String> = mate.line().iter().map(|mv| format!("\"{mv}\"")).collect();
            let useful = solved.useful.as_ref().map_or(String::new(), |line| {
                let moves: Vec<String> = line.iter().map(|mv| format!("\"{mv}\"")).collect();
                format!(",\"useful_plies\":{},\"useful_moves\":[{}]", line.len(), moves.join(","))
            });
            format!(
                "\"result\":\"mate\",\"plies\":{},\"at_least\":{},\"moves\":[{}]{useful}",
                moves.len(),
                mate.at_least(),
                moves.join(",")
            )
        }
        Verdict::NoMate(_) => "\"result\":\"nomate\"".to_owned(),
        Verdict::Unknown(reason) => format!(
            "\"result\":\"unknown\",\"reason\":{}",
            positions::json_text(&reason_text(*reason))
        ),
    };
    let kept = kept.map_or(String::new(), |k| format!(",\"kept\":{}", positions::json_text(k)));
    format!(
        "{{{result},\"nodes\":{},\"time_ms\":{:.3},\"sfen\":{}{kept}}}",
        solved.answer.nodes,
        solved.time.as_secs_f64() * 1e3,
        positions::json_text(sfen)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest known problem has 1525 plies.
    #[test]
    fn a_line_of_1525_plies_is_shown() {
        let gold: Position = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let answer = Solver::new(1).solve(&gold, &Limits::default(), &mut || false);
        let round = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|mv| mv.parse().unwrap());
        let line: Vec<Move> = round.into_iter().cycle().take(1525).collect();
        let solved = Solved { answer, useful: Some(line.clone()), time: Duration::ZERO };
        let text = result_text(&solved);
        assert!(text.starts_with("mate 1525 2h3h 8b7b "));
        assert_eq!(text.split(' ').count(), 2 + 1525);
        assert_eq!(json(&solved, "", None).matches("\"2h3h\"").count(), 382);
        let words = japanese(&Position::startpos(), &line);
        assert_eq!(words.split(' ').count(), 1525);
        assert!(words.starts_with("▲３八飛 △７二飛 "), "{}", &words[..60]);
    }
}
