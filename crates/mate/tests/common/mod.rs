//! What the tests share: problems, and a second solver.
#![allow(dead_code)] // Each test uses a part of it.

pub mod brute;
pub mod hisshi_suite;
pub mod plain;

use mate::{Answer, Limits, Solver, Verdict};
use shogi::Position;
use std::path::Path;

/// A row of `suites/mates/mates_1_to_11.tsv`.
pub struct Problem {
    pub plies: usize,
    pub sfen: String,
}

pub fn problems() -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/mates/mates_1_to_11.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split('\t');
            let plies = fields.next().and_then(|plies| plies.parse().ok()).expect("a length");
            Problem { plies, sfen: fields.next().expect("a position").to_owned() }
        })
        .collect()
}

/// Every `step`-th problem of at most `plies` plies.
pub fn some_problems(step: usize, plies: usize) -> Vec<Problem> {
    problems().into_iter().filter(|problem| problem.plies <= plies).step_by(step).collect()
}

pub fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

pub fn solve(solver: &mut Solver, position: &Position, nodes: u64, shortest: bool) -> Answer {
    solver.solve(position, &Limits { nodes, shortest }, &mut || false)
}

/// The answer in one word and the length of the line.
pub fn word(verdict: &Verdict) -> (&'static str, usize) {
    match verdict {
        Verdict::Mate(mate) => ("mate", mate.line().len()),
        Verdict::NoMate(_) => ("nomate", 0),
        Verdict::Unknown(_) => ("unknown", 0),
    }
}

/// Plays a line of checks and answers and says whether it ends in mate.
pub fn is_mating_line(position: &Position, line: &[shogi::Move]) -> bool {
    let mut position = position.clone();
    for (index, &mv) in line.iter().enumerate() {
        if !position.is_legal(mv) {
            return false;
        }
        position.play(mv);
        if index % 2 == 0 && !position.in_check() {
            return false;
        }
    }
    position.is_mate()
}
