//! Positions of special kinds: one king, either colour, the attacker in check, no king to mate,
//! rules about pawn drops, loops.

mod common;

use common::{is_mating_line, position, solve, word};
use mate::{Solver, Verdict};

fn answer(sfen: &str) -> (&'static str, usize) {
    let position = position(sfen);
    let answer = solve(&mut Solver::new(1), &position, 2_000_000, true);
    if let Verdict::Mate(mate) = &answer.verdict {
        assert!(is_mating_line(&position, mate.line()), "{sfen}");
    }
    word(&answer.verdict)
}

#[test]
fn one_king_and_either_colour() {
    assert_eq!(answer("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), ("mate", 1));
    assert_eq!(answer("9/9/9/9/9/9/4p4/9/4K4 w g2R2B3G4S4N4L17P 1"), ("mate", 1));
    assert_eq!(answer("4k4/9/9/9/9/9/9/9/9 b - 1"), ("nomate", 0));
}

#[test]
fn no_king_to_mate() {
    assert_eq!(answer("9/9/9/9/9/9/9/9/4K4 b 2G 1"), ("nomate", 0));
}

/// The attacker must answer a check with a check.
#[test]
fn the_attacker_in_check() {
    assert_eq!(answer("4k4/9/4P4/9/9/9/9/4r4/4K4 b G 1"), ("nomate", 0));
    let mut found = 0;
    for problem in common::problems() {
        if position(&problem.sfen).in_check() {
            assert_eq!(answer(&problem.sfen).0, "mate", "{}", problem.sfen);
            found += 1;
        }
    }
    assert!(found >= 3, "{found} problems with the attacker in check");
}

/// A pawn drop must not mate; leaving a piece unpromoted may avoid that.
#[test]
fn pawn_drops() {
    assert_eq!(answer("7lk/9/8G/9/9/9/9/9/9 b P 1"), ("nomate", 0));
    // From an analysis of false mates: the capture of a pawn allows another to be dropped.
    let nifu = "1g1+N+N1+P1l/4+B4/4Np+P2/l1p1p1ppk/3PsnP1p/+r4P3/1pPG3PL/p2S1SGbP/SRK6 b GLPp 141";
    assert_eq!(answer(nifu), ("mate", 3));
}

/// Checks that go round and round do not mate, and it is proven that they do not.
#[test]
fn loops_are_no_mate() {
    for sfen in
        ["4k4/9/9/9/9/9/9/9/9 b R 1", "k8/9/9/9/9/9/9/9/8R b - 1", "4k4/9/9/9/9/9/9/9/9 b B 1"]
    {
        assert_eq!(answer(sfen), ("nomate", 0), "{sfen}");
    }
}
