//! The common part of the commands that solve problems: one position or a file of them, text or
//! JSON, progress and summary, solutions as records, lines in Japanese.

mod cooks;
mod crew;
mod kif;
mod watch;

use super::parse_sfen;
use crate::failure::Failure;
use crate::interrupt;
use crate::positions::{self, Given, Positions};
use crate::progress::Progress;
use clap::{ArgGroup, Args};
use kifu::{Game, Headers};
use serde_json::{Map, Value, json};
use shogi::{DiagramStyle, Move, Position};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) use cooks::ShownCooks;
pub(super) use kif::{add_cooks, game};
pub(super) use watch::Watch;

/// Which positions, at what cost, and how the answers are written.
#[derive(Args)]
#[command(group = ArgGroup::new("input").required(true).args(["sfen", "file"]))]
pub(super) struct Problems {
    /// Position to solve, in SFEN
    #[arg(long, value_name = "SFEN")]
    sfen: Option<String>,

    /// File of positions, one SFEN per line, or a record in KIF, BOD, KI2, CSA or JKF; - for
    /// standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Solve the position behind this many moves of a record [default: the diagram it starts with,
    /// or the last position of a game]
    #[arg(long, value_name = "N", conflicts_with = "sfen")]
    ply: Option<u32>,

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

    /// Positions of a file that are solved at a time; they share the memory [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "sfen")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Look for second solutions too (cooks, yozume), with as much time and as many nodes again
    #[arg(long)]
    cooks: bool,

    /// Write the solution as KIF, the defender's other moves as variations; for several solutions
    /// a folder
    #[arg(long, value_name = "PATH")]
    kif: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long, requires = "kif")]
    force: bool,

    /// Write the answers as JSON, one object per line
    #[arg(long)]
    json: bool,
}

impl Problems {
    /// The most nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// The number of positions that are solved at a time.
    fn threads(&self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    /// Megabytes for each of them.
    fn megabytes(&self) -> usize {
        (self.hash as usize / self.threads()).max(1)
    }

    /// Are second solutions asked for?
    pub(super) fn wants_cooks(&self) -> bool {
        self.cooks
    }

    /// Is the solution asked for as a record?
    pub(super) fn wants_game(&self) -> bool {
        self.kif.is_some()
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
    /// Second solutions, if they were asked for and there is a first one.
    pub(super) cooks: Option<ShownCooks>,
    /// The solution as a record, if it was asked for and there is one.
    pub(super) game: Option<Game>,
}

impl Solved {
    /// An answer with nothing but a result.
    pub(super) fn new(word: &'static str, result: String, json: Value, nodes: u64) -> Self {
        let (json, details) = (members(json), Vec::new());
        Self { word, result, json, details, nodes, cooks: None, game: None }
    }
}

/// Solves one position; the watch says when its time is over.
pub(super) type Solve<'s> = dyn FnMut(&Position, &mut Watch<'_>) -> Solved + 's;

/// Makes a solver with so many megabytes; each thread has one.
pub(super) type Make<'s> = dyn Fn(usize) -> Box<Solve<'s>> + Sync + 's;

/// Solves what the options name. `words` are the first words of results, for the summary.
pub(super) fn run(
    options: &Problems,
    words: &[&'static str],
    make: &Make<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    interrupt::listen();
    let target = options.kif.as_ref().map(|path| kif::Target::new(path, options.force));
    let mut work = Work {
        most: Duration::from_millis(options.time_ms),
        json: options.json,
        target: target.transpose()?,
        progress: Progress::new(),
        out,
    };
    let solver = || make(options.megabytes());
    match (&options.sfen, &options.file) {
        (Some(sfen), _) => work.one(&parse_sfen(sfen)?, &mut *solver()),
        (None, Some(file)) if options.threads() > 1 => {
            let crew = crew::Crew { threads: options.threads(), make: &solver };
            let mut counts = Counts::new(words);
            let solve = || crew.solve(file, options.ply, &mut work, &mut counts);
            let result = interrupt::during(solve);
            work.finish(&counts, file, result)
        }
        (None, Some(file)) => {
            let positions = positions::read(file, options.ply)?;
            let mut counts = Counts::new(words);
            let result = work.many(positions, &mut counts, &mut *solver());
            work.finish(&counts, file, result)
        }
        (None, None) => Err(Failure::Usage("expected --sfen or a file".to_owned())),
    }
}

struct Work<'a> {
    most: Duration,
    json: bool,
    target: Option<kif::Target>,
    progress: Progress,
    out: &'a mut dyn Write,
}

impl Work<'_> {
    /// Solves a position and tells how long it took; `before` is the text before the progress.
    fn solve(
        &mut self,
        position: &Position,
        before: &str,
        solve: &mut Solve<'_>,
    ) -> (Solved, Duration) {
        let mut watch = Watch::new(self.most, &mut self.progress, before);
        let solved = interrupt::during(|| solve(position, &mut watch));
        let time = watch.elapsed();
        self.progress.clear();
        (solved, time)
    }

    /// A single position: diagram at once, then answer and cost.
    fn one(&mut self, position: &Position, solve: &mut Solve<'_>) -> Result<(), Failure> {
        if !self.json {
            writeln!(self.out, "{}", position.diagram(DiagramStyle::Japanese))?;
            self.out.flush()?;
        }
        let (mut solved, time) = self.solve(position, "", solve);
        self.keep(&mut solved, &Headers::default(), 1)?;
        if self.json {
            let mut object = json_object(solved, time);
            object.insert("sfen".to_owned(), position.to_sfen().into());
            writeln!(self.out, "{}", Value::Object(object))?;
        } else {
            writeln!(self.out, "{}", solved.result)?;
            for line in details(&solved) {
                writeln!(self.out, "{line}")?;
            }
            writeln!(self.out, "nodes {} time_ms {}", solved.nodes, time.as_millis())?;
        }
        if interrupt::is_asked() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// A file of positions, one after the other.
    fn many(
        &mut self,
        positions: Positions,
        counts: &mut Counts,
        solve: &mut Solve<'_>,
    ) -> Result<(), Failure> {
        for given in positions {
            let given = given?;
            let before = counts.text();
            self.introduce(&given);
            let solved =
                given.position.as_ref().ok().map(|position| self.solve(position, &before, solve));
            self.report(&given, solved, counts)?;
            if interrupt::is_asked() {
                break;
            }
        }
        Ok(())
    }

    /// The summary of a file, and whether all went well.
    fn finish(
        &mut self,
        counts: &Counts,
        file: &Path,
        result: Result<(), Failure>,
    ) -> Result<(), Failure> {
        result?;
        let seconds = counts.start.elapsed().as_secs_f64();
        self.progress.say(&format!("{} in {seconds:.1} s", counts.summary()));
        if interrupt::is_asked() {
            return Err(Failure::Interrupted);
        }
        let shown = file.display();
        match counts.errors {
            0 => Ok(()),
            1 => Err(Failure::Failed(format!("{shown}: one line is not a position"))),
            errors => Err(Failure::Failed(format!("{shown}: {errors} lines are not positions"))),
        }
    }

    /// Is a position shown like a single one, on standard error? One of a record is.
    fn is_shown(&self, given: &Given) -> bool {
        given.is_record && !self.json
    }

    /// Shows the diagram of a record's position.
    fn introduce(&mut self, given: &Given) {
        if let Ok(position) = &given.position
            && self.is_shown(given)
        {
            self.progress.say(&position.diagram(DiagramStyle::Japanese).to_string());
        }
    }

    /// Writes the line of a position; `solved` is none if the line held no position.
    fn report(
        &mut self,
        given: &Given,
        solved: Option<(Solved, Duration)>,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        counts.total += 1;
        let line = match (&given.position, solved) {
            (Err(error), _) => {
                counts.errors += 1;
                self.error(given, error)
            }
            (Ok(_), Some((mut solved, time))) => {
                self.keep(&mut solved, &given.headers, given.line)?;
                if self.is_shown(given) {
                    details(&solved).iter().for_each(|line| self.progress.say(line));
                }
                counts.add(solved.word);
                self.line(given, solved, time)
            }
            (Ok(_), None) => return Ok(()),
        };
        self.progress.clear();
        writeln!(self.out, "{line}")?;
        self.out.flush()?;
        self.progress.show(|| counts.text());
        Ok(())
    }

    fn line(&self, given: &Given, solved: Solved, time: Duration) -> String {
        if self.json {
            let mut object = json_object(solved, time);
            given.add_to(&mut object);
            return Value::Object(object).to_string();
        }
        let line = given.after(&solved.result);
        match &solved.cooks {
            Some(cooks) => format!("{line}\tcooks {}", cooks.words()),
            None => line,
        }
    }

    fn error(&self, given: &Given, error: &str) -> String {
        if self.json {
            let mut object = members(json!({ "result": "error", "reason": error }));
            given.add_to(&mut object);
            return Value::Object(object).to_string();
        }
        // The messages of records name their line themselves.
        let place = if given.is_record { String::new() } else { format!("line {}: ", given.line) };
        given.after(format!("error {place}{error}"))
    }

    /// Writes the solution as a record if that is asked for.
    fn keep(&mut self, solved: &mut Solved, headers: &Headers, line: usize) -> Result<(), Failure> {
        match (&mut self.target, solved.game.take()) {
            (Some(target), Some(game)) => target.write(game, headers, line),
            _ => Ok(()),
        }
    }
}

/// The number of positions, and of each result.
struct Counts {
    start: Instant,
    total: u64,
    errors: u64,
    words: Vec<(&'static str, u64)>,
}

impl Counts {
    fn new(words: &[&'static str]) -> Self {
        let words = words.iter().map(|&word| (word, 0)).collect();
        Self { start: Instant::now(), total: 0, errors: 0, words }
    }

    fn add(&mut self, word: &str) {
        for (_, count) in self.words.iter_mut().filter(|(known, _)| *known == word) {
            *count += 1;
        }
    }

    fn summary(&self) -> String {
        let counts = self.words.iter().map(|(word, count)| format!("{count} {word}, "));
        format!("{} positions: {}{} errors", self.total, counts.collect::<String>(), self.errors)
    }

    /// The summary and the rate, before the progress of a position.
    fn text(&self) -> String {
        let rate = self.total as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        format!("{}, {rate:.1}/s; ", self.summary())
    }
}

/// More lines about a solution.
fn details(solved: &Solved) -> Vec<String> {
    let cooks = solved.cooks.iter().flat_map(ShownCooks::lines);
    solved.details.iter().cloned().chain(cooks).collect()
}

/// An answer and what it cost.
fn json_object(solved: Solved, time: Duration) -> Map<String, Value> {
    let mut object = solved.json;
    if let Some(cooks) = &solved.cooks {
        object.insert("cooks".to_owned(), cooks.json());
    }
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
