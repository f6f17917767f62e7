//! Makes hisshi problems and near misses from game endings.
//!
//! `compose_hisshi < ENDINGS`: one SFEN per line, the side to move attacks; behind a tab the name of the
//! game, of which one problem is taken. Rows of `suites/hisshi` on
//! standard output: `hisshi N SFEN MOVE MATE` where brute force confirms the first move with mates of
//! at most MATE plies, and `near 1 SFEN MOVE MATE DEFENCE`: MOVE threatens mate and DEFENCE alone
//! meets it; no other move makes hisshi either.
#![allow(clippy::print_stdout)]

#[path = "../tests/common/brute.rs"]
mod brute;
#[path = "../tests/common/plain.rs"]
mod plain;

use brute::Brute;
use mate::hisshi::{Limits, Solver, Verdict};
use shogi::{HandKind, Move, Position, Setup};
use std::io::BufRead;

const NODES: u64 = 12_000;
/// Positions of one brute-force check.
const POSITIONS: u64 = 60_000;
/// The defender's checks in a line.
const CHECKS: u32 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut solver = Solver::new(8);
    let mut done = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (sfen, game) = line.split_once('\t').unwrap_or((&line, ""));
        if !game.is_empty() && game == done {
            continue;
        }
        let position: Position = sfen.parse()?;
        let limits = Limits { nodes: NODES, plies: 3, ..Limits::default() };
        let answer = solver.solve(&position, &limits, &mut || false);
        let Verdict::Hisshi(hisshi) = answer.verdict else { continue };
        let (plies, Some(&key)) = (hisshi.plies(), hisshi.line().first()) else { continue };
        if plies == 0 || hisshi.at_least() != plies || position.in_check() {
            continue;
        }
        let left = u32::from(plies) / 2;
        let wins = |mate| {
            Brute::new(mate, POSITIONS).wins(&mut position.clone(), key, left, CHECKS) == Ok(true)
        };
        let Some(mate) = [3, 5, 7].into_iter().find(|&mate| wins(mate)) else { continue };
        println!("hisshi\t{plies}\t{}\t{key}\t{mate}", position.to_sfen());
        done = game.to_owned();
        if plies == 1 {
            near_misses(&mut solver, &position, key);
        }
    }
    Ok(())
}

/// The problem with a piece of the attacker less.
fn near_misses(solver: &mut Solver, position: &Position, key: Move) {
    for variant in variants(&position.setup()) {
        if !variant.is_legal(key) || variant.gives_check(key) {
            continue;
        }
        let limits = Limits { nodes: NODES, plies: 1, ..Limits::default() };
        let answer = solver.solve(&variant, &limits, &mut || false);
        if !matches!(answer.verdict, Verdict::NoHisshi(_)) {
            continue;
        }
        let mate = 5;
        let mut after = variant.clone();
        after.play(key);
        let mut brute = Brute::new(mate, POSITIONS);
        let Ok(true) = brute.threatens(&mut after) else { continue };
        let Ok(refuting) = brute.refuting(&mut after, 0, CHECKS, 2) else { continue };
        let [defence] = refuting[..] else { continue };
        println!("near\t1\t{}\t{key}\t{mate}\t{defence}", variant.to_sfen());
        return;
    }
}

fn variants(setup: &Setup) -> Vec<Position> {
    let (us, them) = (setup.turn, !setup.turn);
    let mut found = Vec::new();
    let mut add = |setup: Setup| found.extend(Position::try_from(setup).ok());
    for kind in HandKind::ALL {
        if setup.hand(us, kind) > 0 {
            let mut less = setup.clone();
            less.set_hand(us, kind, setup.hand(us, kind) - 1);
            less.set_hand(them, kind, setup.hand(them, kind) + 1);
            add(less);
        }
    }
    for (square, piece) in setup.pieces() {
        if let Some(kind) = piece.kind().in_hand().filter(|_| piece.color() == us) {
            let mut less = setup.clone();
            less.set(square, None);
            less.set_hand(them, kind, setup.hand(them, kind) + 1);
            add(less);
        }
    }
    found
}
