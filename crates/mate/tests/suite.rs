//! The suite of mates: solved, verified, of the known length. All of it:
//! `cargo test --release -p mate --test suite -- --ignored --nocapture`

mod common;

use common::plain::Plain;
use common::{is_mating_line, position, problems, solve, some_problems, word};
use mate::{Solver, Verdict};

fn check(problems: &[common::Problem], megabytes: usize) {
    let mut solver = Solver::new(megabytes);
    for problem in problems {
        let position = position(&problem.sfen);
        let answer = solve(&mut solver, &position, u64::MAX, true);
        let Verdict::Mate(mate) = answer.verdict else {
            panic!("{}: {:?}", problem.sfen, answer.verdict);
        };
        assert!(is_mating_line(&position, mate.line()), "{}", problem.sfen);
        assert!(mate.is_shortest(), "{}", problem.sfen);
        if mate.line().len() != problem.plies {
            settle(problem, mate.line().len());
        }
    }
}

/// A few lengths of the table are not the shortest: then the second solver must agree.
fn settle(problem: &common::Problem, plies: usize) {
    eprintln!("{}: {plies} plies, not {}", problem.sfen, problem.plies);
    let most = u32::try_from(problem.plies).expect("a small number");
    let shortest = Plain::new(100_000_000).shortest(&mut position(&problem.sfen), most);
    assert_eq!(shortest, Ok(Some(plies as u32)), "{}", problem.sfen);
}

#[test]
fn shortest_mates_have_the_known_length() {
    check(&some_problems(37, 9), 16);
}

#[test]
fn first_mates_are_mates() {
    let mut solver = Solver::new(16);
    for problem in some_problems(29, 11) {
        let position = position(&problem.sfen);
        let answer = solve(&mut solver, &position, u64::MAX, false);
        let Verdict::Mate(mate) = answer.verdict else { panic!("{}", problem.sfen) };
        assert!(is_mating_line(&position, mate.line()), "{}", problem.sfen);
    }
}

#[test]
fn the_size_of_the_memory_does_not_change_the_answer() {
    let problems = some_problems(101, 11);
    let answers = |megabytes| -> Vec<(&'static str, usize)> {
        let mut solver = Solver::new(megabytes);
        let solve = |problem: &common::Problem| {
            let answer = solve(&mut solver, &position(&problem.sfen), u64::MAX, true);
            word(&answer.verdict)
        };
        problems.iter().map(solve).collect()
    };
    let small = answers(1);
    assert_eq!(small, answers(8));
    assert_eq!(small, answers(64));
    assert!(small.iter().all(|&(word, _)| word == "mate"));
}

#[test]
#[ignore = "minutes; see the head of the file"]
fn the_whole_suite() {
    check(&problems(), 256);
}

/// 500 problems with three sizes, and one of them 20 times.
#[test]
#[ignore = "minutes; see the head of the file"]
fn sizes_and_restarts() {
    let problems = some_problems(11, 11);
    let lengths = |megabytes| -> Vec<(&'static str, usize)> {
        let mut solver = Solver::new(megabytes);
        problems
            .iter()
            .map(|p| word(&solve(&mut solver, &position(&p.sfen), u64::MAX, true).verdict))
            .collect()
    };
    let small = lengths(8);
    assert_eq!(small, lengths(64));
    assert_eq!(small, lengths(1024));
    for problem in problems.iter().step_by(25) {
        for _ in 0..20 {
            let answer = solve(&mut Solver::new(8), &position(&problem.sfen), u64::MAX, true);
            assert_eq!(word(&answer.verdict).0, "mate", "{}", problem.sfen);
        }
    }
}
