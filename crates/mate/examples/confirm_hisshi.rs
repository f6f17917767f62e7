//! Confirms hisshi problems and near misses by brute force, and prints the rows of `suites/hisshi`.
//!
//! `confirm_hisshi < ROWS`: rows of `PLIES SFEN MOVE` (tabs between them). With `hisshi` as argument a row
//! comes out if MOVE wins with mates of at most 3, 5 or 7 plies, which is added. With `near` it
//! comes out if MOVE threatens mate and no move makes hisshi with mates of that length; added are the
//! length and the defence, if there is only one, that meets MOVE.
#![allow(clippy::print_stdout)]

#[path = "../tests/common/brute.rs"]
mod brute;
#[path = "../tests/common/plain.rs"]
mod plain;

use brute::Brute;
use shogi::{Move, Position};
use std::io::BufRead;

/// Positions of one check.
const POSITIONS: u64 = 300_000;
/// The defender's checks in a line.
const CHECKS: u32 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let near = std::env::args().nth(1).is_some_and(|kind| kind == "near");
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [plies, sfen, mv] = fields[..] else { return Err("expected three fields".into()) };
        let (position, mv): (Position, Move) = (sfen.parse()?, mv.parse()?);
        let moves = plies.parse::<u32>()?.div_ceil(2);
        let row = if near { near_miss(&position, mv, moves) } else { hisshi(&position, mv, moves) };
        if let Some(added) = row {
            println!("{line}\t{added}");
        }
    }
    Ok(())
}

fn hisshi(position: &Position, mv: Move, moves: u32) -> Option<String> {
    let wins = |mate| {
        Brute::new(mate, POSITIONS).wins(&mut position.clone(), mv, moves - 1, CHECKS) == Ok(true)
    };
    [3, 5, 7].into_iter().find(|&mate| wins(mate)).map(|mate: u32| mate.to_string())
}

fn near_miss(position: &Position, mv: Move, moves: u32) -> Option<String> {
    if !position.is_legal(mv) || position.gives_check(mv) {
        return None;
    }
    let mate = 3;
    let mut brute = Brute::new(mate, POSITIONS);
    if brute.attack(&mut position.clone(), moves, false, CHECKS) != Ok(false) {
        return None;
    }
    let mut after = position.clone();
    after.play(mv);
    if brute.threatens(&mut after) != Ok(true) {
        return None;
    }
    let refuting = brute.refuting(&mut after, moves - 1, CHECKS, 2).ok()?;
    let defence = if let [only] = refuting[..] { only.to_string() } else { "-".to_owned() };
    Some(format!("{mate}\t{defence}"))
}
