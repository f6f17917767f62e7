//! The solver and a second, plain one say the same. More of it:
//! `cargo test --release -p mate --test agreement -- --ignored --nocapture many_near_misses`

mod common;

use common::plain::Plain;
use common::{position, solve, some_problems, word};
use mate::{Solver, Verdict};
use shogi::{HandKind, Position, Setup};

/// What a comparison may cost: nodes of the solver, positions of the plain one, its longest mate.
#[derive(Clone, Copy)]
struct Effort {
    nodes: u64,
    positions: u64,
    plies: u32,
}

const USUAL: Effort = Effort { nodes: 20_000, positions: 400_000, plies: 7 };

/// Compares both on a position: the solver's word, and whether both gave an answer.
fn compare(
    solver: &mut Solver,
    sfen: &str,
    position: &Position,
    effort: Effort,
) -> (&'static str, bool) {
    let answer = solve(solver, position, effort.nodes, true);
    let plain = Plain::new(effort.positions).shortest(&mut position.clone(), effort.plies);
    let both = match (&answer.verdict, plain) {
        (Verdict::Mate(mate), Ok(Some(plies))) => {
            assert!(mate.line().len() >= plies as usize, "{sfen}: shorter than the shortest");
            assert!(usize::from(mate.at_least()) <= plies as usize, "{sfen}: wrong bound");
            true
        }
        (Verdict::Mate(mate), Ok(None)) => {
            assert!(mate.line().len() > effort.plies as usize, "{sfen}: {:?}", mate.line());
            true
        }
        (Verdict::NoMate(_), Ok(Some(plies))) => panic!("{sfen}: nomate, but mate in {plies}"),
        (Verdict::NoMate(_), Ok(None)) => true,
        _ => false,
    };
    (word(&answer.verdict).0, both)
}

/// The problem with one piece less in the attacker's hand, and with one more pawn.
fn variants(problem: &str) -> Vec<Position> {
    let setup = position(problem).setup();
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
        if piece.color() == us && piece.kind().in_hand().is_some() {
            let mut less = setup.clone();
            less.set(square, None);
            add(less);
        }
    }
    found
}

#[test]
fn near_misses_agree() {
    let mut solver = Solver::new(8);
    let (mut answered, mut no_mates) = (0, 0);
    for problem in some_problems(197, 7) {
        for position in variants(&problem.sfen) {
            let sfen = position.to_sfen();
            let (word, both) = compare(&mut solver, &sfen, &position, USUAL);
            answered += usize::from(both);
            no_mates += usize::from(both && word == "nomate");
        }
    }
    assert!(answered > 50 && no_mates > 20, "{answered} answers, {no_mates} without mate");
}

#[test]
fn problems_agree() {
    let mut solver = Solver::new(8);
    for problem in some_problems(41, 7) {
        let effort = Effort { nodes: 100_000, positions: 2_000_000, plies: 7 };
        assert!(compare(&mut solver, &problem.sfen, &position(&problem.sfen), effort).1);
    }
}

/// A colour-flipped and a mirrored problem have the same length.
#[test]
fn turned_and_mirrored_problems_have_the_same_length() {
    let mut solver = Solver::new(8);
    for problem in some_problems(151, 9) {
        let setup = position(&problem.sfen).setup();
        let mut mirrored = setup.clone();
        for square in shogi::Square::all() {
            mirrored.set(square.mirrored(), setup.get(square));
        }
        let plies = word(&solve(&mut solver, &position(&problem.sfen), u64::MAX, true).verdict).1;
        for setup in [setup.turned(), mirrored] {
            let position = Position::try_from(setup).expect("as legal as before");
            let answer = solve(&mut solver, &position, u64::MAX, true);
            assert_eq!(word(&answer.verdict), ("mate", plies), "{}", problem.sfen);
        }
    }
}

/// Stopped after any number of nodes, it never says that there is no mate.
#[test]
fn a_stopped_search_never_says_no_mate() {
    let mut solver = Solver::new(1);
    for problem in some_problems(301, 11) {
        for nodes in [0, 1, 2, 3, 5, 10, 30, 100, 300, 1000] {
            let answer = solve(&mut solver, &position(&problem.sfen), nodes, true);
            assert_ne!(word(&answer.verdict).0, "nomate", "{} at {nodes}", problem.sfen);
            assert!(answer.nodes <= nodes);
        }
    }
}

/// More of the same.
#[test]
#[ignore = "minutes; see the head of the file"]
fn many_near_misses_agree() {
    let mut solver = Solver::new(16);
    let (mut answered, mut tried) = (0, 0);
    for problem in some_problems(7, 9) {
        for position in variants(&problem.sfen) {
            tried += 1;
            let effort = Effort { nodes: 50_000, positions: 1_000_000, plies: 9 };
            let (_, both) = compare(&mut solver, &position.to_sfen(), &position, effort);
            answered += u32::from(both);
        }
    }
    eprintln!("{answered} of {tried} positions answered by both, all the same");
}

/// Positions of a file, one SFEN per line behind the last tab: those of real games, for instance.
/// `SAKIYOMI_POSITIONS=file cargo test --release -p mate --test agreement -- --ignored --nocapture positions_of_a_file`
#[test]
#[ignore = "needs a file; see above"]
fn positions_of_a_file_agree() {
    let file = std::env::var("SAKIYOMI_POSITIONS").expect("SAKIYOMI_POSITIONS names a file");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut solver = Solver::new(16);
    let (mut mates, mut no_mates, mut agreed, mut rows) = (0, 0, 0, 0);
    for sfen in text.lines().filter_map(|line| line.rsplit('\t').next()) {
        let position = position(sfen);
        rows += 1;
        let effort = Effort { nodes: 5_000, positions: 10_000, plies: 5 };
        let (word, both) = compare(&mut solver, sfen, &position, effort);
        mates += u32::from(word == "mate");
        no_mates += u32::from(word == "nomate");
        agreed += u32::from(both);
    }
    assert!(rows > 0, "{file}: no positions");
    eprintln!("{rows} positions: {mates} mate, {no_mates} nomate, {agreed} settled by both alike");
}
