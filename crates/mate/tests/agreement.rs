//! The solver and a second, plain one say the same. More of it:
//! `cargo test --release -p mate --test agreement -- --ignored --nocapture`

mod common;

use common::plain::Plain;
use common::{position, solve, some_problems, word};
use mate::{Solver, Verdict};
use shogi::{HandKind, Position, Setup};

/// Compares both on a position; says whether both gave an answer.
fn compare(solver: &mut Solver, sfen: &str, position: &Position, nodes: u64, most: u32) -> bool {
    let answer = solve(solver, position, nodes, true);
    let plain = Plain::new(20 * nodes).shortest(&mut position.clone(), most);
    match (&answer.verdict, plain) {
        (Verdict::Mate(mate), Ok(Some(plies))) => {
            assert!(mate.line().len() >= plies as usize, "{sfen}: shorter than the shortest");
            assert!(usize::from(mate.at_least()) <= plies as usize, "{sfen}: wrong bound");
            true
        }
        (Verdict::Mate(mate), Ok(None)) => {
            assert!(mate.line().len() > most as usize, "{sfen}: {:?}", mate.line());
            true
        }
        (Verdict::NoMate(_), Ok(Some(plies))) => panic!("{sfen}: nomate, but mate in {plies}"),
        (Verdict::NoMate(_), Ok(None)) => true,
        _ => false,
    }
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
            if compare(&mut solver, &sfen, &position, 20_000, 7) {
                answered += 1;
                let answer = solve(&mut solver, &position, 20_000, false);
                no_mates += usize::from(word(&answer.verdict).0 == "nomate");
            }
        }
    }
    assert!(answered > 50 && no_mates > 20, "{answered} answers, {no_mates} without mate");
}

#[test]
fn problems_agree() {
    let mut solver = Solver::new(8);
    for problem in some_problems(41, 7) {
        assert!(compare(&mut solver, &problem.sfen, &position(&problem.sfen), 100_000, 7));
    }
}

/// A colour-flipped and a mirrored problem have the same length.
#[test]
fn turned_and_mirrored_problems_have_the_same_length() {
    let mut solver = Solver::new(8);
    for problem in some_problems(151, 9) {
        let setup = position(&problem.sfen).setup();
        let mut turned = Setup::empty();
        let mut mirrored = Setup::empty();
        turned.turn = !setup.turn;
        mirrored.turn = setup.turn;
        for (square, piece) in setup.pieces() {
            let other = shogi::Piece::new(!piece.color(), piece.kind());
            turned.set(square.rotated(), Some(other));
            mirrored.set(square.mirrored(), Some(piece));
        }
        for color in shogi::Color::ALL {
            for kind in HandKind::ALL {
                turned.set_hand(!color, kind, setup.hand(color, kind));
                mirrored.set_hand(color, kind, setup.hand(color, kind));
            }
        }
        let plies = word(&solve(&mut solver, &position(&problem.sfen), u64::MAX, true).verdict).1;
        for setup in [turned, mirrored] {
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
            answered += u32::from(compare(&mut solver, &position.to_sfen(), &position, 50_000, 9));
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
        agreed += u32::from(compare(&mut solver, sfen, &position, 20_000, 7));
        match word(&solve(&mut solver, &position, 20_000, false).verdict).0 {
            "mate" => mates += 1,
            "nomate" => no_mates += 1,
            _ => {}
        }
    }
    assert!(rows > 0, "{file}: no positions");
    eprintln!("{rows} positions: {mates} mate, {no_mates} nomate, {agreed} settled by both alike");
}
