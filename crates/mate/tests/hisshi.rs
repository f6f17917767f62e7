//! Hisshi: the suite is solved, near misses are refused, and brute force agrees. More of it:
//! `cargo test --release -p mate --test hisshi -- --ignored --nocapture`

mod common;

use common::brute::Brute;
use common::hisshi_suite::{Row, rows};
use common::position;
use mate::hisshi::{Limits, Solver, Verdict, tsumero};
use shogi::{Piece, PieceKind, Position, Setup, Square};

const NODES: u64 = 1_000_000;

/// The defender's checks in a line, in brute-force checks.
const CHECKS: u32 = 2;

fn limits(plies: u16, nodes: u64) -> Limits {
    Limits { nodes, plies, ..Limits::default() }
}

fn problems() -> Vec<Row> {
    rows("problems.tsv")
}

fn near_misses() -> Vec<Row> {
    rows("near_misses.tsv")
}

#[test]
fn problems_are_solved() {
    let mut solver = Solver::new(16);
    let problems = problems();
    assert!(problems.len() >= 60);
    for row in &problems {
        let answer = solver.solve(&row.position, &limits(row.plies, NODES), &mut || false);
        let Verdict::Hisshi(hisshi) = &answer.verdict else {
            panic!("{}: {:?}", row.sfen, answer.verdict);
        };
        assert_eq!(hisshi.plies(), row.plies, "{}", row.sfen);
        check_line(row, hisshi.line(), hisshi.threat());
    }
}

/// The line is legal, ends with a quiet move, and the threat behind it is a mate.
fn check_line(row: &Row, line: &[shogi::Move], threat: &[shogi::Move]) {
    let mut position = row.position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{}", row.sfen);
        position.play(mv);
    }
    assert!(line.len() >= usize::from(row.plies), "{}: {line:?}", row.sfen);
    assert!(!position.in_check() && position.turn() != row.position.turn(), "{}", row.sfen);
    position.pass();
    assert!(common::is_mating_line(&position, threat), "{}: {threat:?}", row.sfen);
}

#[test]
fn near_misses_are_refused() {
    let mut solver = Solver::new(16);
    let near_misses = near_misses();
    assert!(near_misses.len() >= 60);
    for row in &near_misses {
        let answer = solver.solve(&row.position, &limits(row.plies, NODES), &mut || false);
        let Verdict::NoHisshi(none) = answer.verdict else {
            panic!("{}: {:?}", row.sfen, answer.verdict);
        };
        assert_eq!(none.plies(), row.plies);
    }
}

/// Brute force, with mates of the length that the table states, confirms the first move.
#[test]
fn brute_force_confirms_problems() {
    for row in problems().iter().filter(|row| row.mate <= 5).step_by(4) {
        assert!(confirms(row, 1_000_000), "{}", row.sfen);
    }
}

fn confirms(row: &Row, positions: u64) -> bool {
    let left = u32::from(row.plies) / 2;
    let mut brute = Brute::new(row.mate, positions);
    brute.wins(&mut row.position.clone(), row.mv, left, CHECKS) == Ok(true)
}

/// Every move of the attacker, every defence: no hisshi with mates of the length stated.
fn refuses(row: &Row, positions: u64) -> bool {
    let moves = u32::from(row.plies).div_ceil(2);
    let mut brute = Brute::new(row.mate, positions);
    brute.attack(&mut row.position.clone(), moves, false, CHECKS) == Ok(false)
}

#[test]
fn brute_force_refuses_near_misses() {
    for row in near_misses().iter().step_by(6) {
        assert!(refuses(row, 1_000_000), "{}", row.sfen);
    }
}

#[test]
#[ignore = "minutes; see the head of the file"]
fn brute_force_agrees_on_the_whole_suite() {
    for row in problems() {
        assert!(confirms(&row, 20_000_000), "{}", row.sfen);
    }
    for row in near_misses() {
        assert!(refuses(&row, 20_000_000), "{}", row.sfen);
    }
}

/// Hisshi stands after the first move of a problem of one ply.
#[test]
fn hisshi_stands_after_the_move() {
    let mut solver = Solver::new(16);
    for row in problems().iter().filter(|row| row.plies == 1).step_by(5) {
        let mut position = row.position.clone();
        position.play(row.mv);
        let answer = solver.stands(&position, &limits(1, NODES), &mut || false);
        assert!(matches!(answer.verdict, Verdict::Hisshi(_)), "{}", row.sfen);
        let threat = tsumero(
            &mut mate::Solver::new(1),
            &position,
            &mate::Limits { nodes: NODES, shortest: false },
            &mut || false,
        );
        let verdict = threat.expect("not in check").verdict;
        assert!(matches!(verdict, mate::Verdict::Mate(_)), "{}", row.sfen);
    }
}

/// The simulation changes the cost, not the answer.
#[test]
fn simulation_does_not_change_the_answer() {
    let mut solver = Solver::new(16);
    for row in problems().iter().step_by(2) {
        let off = Limits { simulation: false, ..limits(row.plies, NODES) };
        let answer = solver.solve(&row.position, &off, &mut || false);
        let Verdict::Hisshi(hisshi) = answer.verdict else { panic!("{}", row.sfen) };
        assert_eq!(hisshi.plies(), row.plies, "{}", row.sfen);
    }
}

/// However early it is stopped, it never says the opposite.
#[test]
fn a_stopped_search_is_never_wrong() {
    let mut solver = Solver::new(2);
    for nodes in [0, 1, 2, 5, 20, 100, 500] {
        for row in problems().iter().step_by(3) {
            let answer = solver.solve(&row.position, &limits(row.plies, nodes), &mut || false);
            assert!(!matches!(answer.verdict, Verdict::NoHisshi(_)), "{} at {nodes}", row.sfen);
            assert!(answer.nodes <= nodes);
        }
        for row in near_misses().iter().step_by(3) {
            let answer = solver.solve(&row.position, &limits(row.plies, nodes), &mut || false);
            assert!(!matches!(answer.verdict, Verdict::Hisshi(_)), "{} at {nodes}", row.sfen);
        }
    }
    let row = &problems()[0];
    let answer = solver.solve(&row.position, &limits(row.plies, NODES), &mut || true);
    assert!(matches!(answer.verdict, Verdict::Unknown(_)) || answer.nodes < 256);
}

fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Hisshi(hisshi) => format!("hisshi {}", hisshi.plies()),
        Verdict::NoHisshi(_) => "nohisshi".to_owned(),
        Verdict::Unknown(reason) => format!("unknown {reason}"),
    }
}

/// The horse goes to 7c and it is hisshi, unless a second tokin mates the attacker's king before.
#[test]
fn a_mate_of_the_defender_refutes() {
    let mut solver = Solver::new(16);
    let safe = position("l1kg2R2/4p4/1pss5/p1p6/4+B4/9/+p8/9/K7+n b n 1");
    let exposed = position("l1kg2R2/4p4/1pss5/p1p6/4+B4/9/+p8/2+p6/K7+n b n 1");
    let key = "5e7c".parse().unwrap();
    let mut after = |position: &Position| {
        let mut after = position.clone();
        after.play(key);
        assert!(Brute::new(3, 100_000).threatens(&mut after.clone()).unwrap());
        word(&solver.stands(&after, &limits(1, NODES), &mut || false).verdict)
    };
    assert_eq!((after(&safe).as_str(), after(&exposed).as_str()), ("hisshi 0", "nohisshi"));
    let answer = solver.solve(&safe, &limits(1, NODES), &mut || false);
    assert_eq!(word(&answer.verdict), "hisshi 1");
    let answer = solver.solve(&exposed, &limits(1, NODES), &mut || false);
    assert_ne!(word(&answer.verdict), "hisshi 1");
}

/// The king goes to 2c with a threat; one defence holds, and it is a check.
#[test]
fn a_check_of_the_defender_refutes() {
    let mut after =
        position("ln5k1/5n3/p2b1NGpp/4LSK2/5+R3/5P1P1/P+p+pSP3P/1rP1S2g1/L+b3G1NL b S4Pg3p 107");
    after.play("3d2c".parse().unwrap());
    let mut brute = Brute::new(3, 1_000_000);
    assert!(brute.threatens(&mut after).unwrap());
    let refuting = brute.refuting(&mut after, 0, CHECKS, 2).unwrap();
    assert_eq!(refuting, ["G*1b".parse().unwrap()]);
    assert!(after.gives_check(refuting[0]));
    let answer = Solver::new(16).stands(&after, &limits(1, NODES), &mut || false);
    assert_eq!(word(&answer.verdict), "nohisshi");
}

#[test]
fn special_positions() {
    let mut solver = Solver::new(2);
    let mut word =
        |sfen: &str| word(&solver.solve(&position(sfen), &limits(1, NODES), &mut || false).verdict);
    // A mate at once, nobody to mate, nothing to mate with.
    assert_eq!(word("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), "hisshi 0");
    assert_eq!(word("9/9/9/9/9/9/9/9/4K4 b 2G 1"), "nohisshi");
    assert_eq!(word("4k4/9/9/9/9/9/9/9/4K4 b - 1"), "nohisshi");
    let in_check = position("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    let threat =
        tsumero(&mut mate::Solver::new(1), &in_check, &mate::Limits::default(), &mut || false);
    assert!(threat.is_none());
}

/// A small deterministic source of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// A king in or near a corner, some pieces around it, the attacker's king anywhere.
fn random_ending(numbers: &mut Numbers) -> Option<Position> {
    use PieceKind::{Bishop, Gold, King, Knight, Pawn, Rook, Silver};
    let mut setup = Setup::empty();
    let (pieces, golds) = (1 + numbers.below(5) as usize, numbers.below(2) as u8);
    let mut square = |files: u64, ranks: u64| {
        let (file, rank) = (numbers.below(files), numbers.below(ranks));
        Square::from_index((file * 9 + rank) as usize)
    };
    setup.set(square(2, 2)?, Some(Piece::new(shogi::Color::White, King)));
    let king = square(9, 4)?;
    let king = Square::from_index(king.index() + 5).filter(|&sq| setup.get(sq).is_none())?;
    setup.set(king, Some(Piece::new(shogi::Color::Black, King)));
    let ours = [Gold, Silver, Pawn, Rook, Knight, Bishop, Gold];
    for kind in ours.into_iter().take(pieces) {
        let sq = square(4, 5)?;
        if setup.get(sq).is_none() {
            setup.set(sq, Some(Piece::new(shogi::Color::Black, kind)));
        }
    }
    for kind in [Gold, Pawn] {
        let sq = square(3, 3)?;
        if setup.get(sq).is_none() {
            setup.set(sq, Some(Piece::new(shogi::Color::White, kind)));
        }
    }
    setup.set_hand(shogi::Color::Black, shogi::HandKind::Gold, golds);
    setup.set_hand(shogi::Color::White, shogi::HandKind::Pawn, 2);
    Position::try_from(setup).ok()
}

/// Solver and brute force never contradict each other on small endings.
#[test]
fn small_endings_agree_with_brute_force() {
    let mut solver = Solver::new(4);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut hisshi, mut none, mut unconfirmed) = (0, 0, 0);
    for _ in 0..120 {
        let Some(position) = random_ending(&mut numbers) else { continue };
        let sfen = position.to_sfen();
        let answer = solver.solve(&position, &limits(1, 20_000), &mut || false);
        let mut brute = Brute::new(5, 100_000);
        let Ok(found) = brute.attack(&mut position.clone(), 1, false, CHECKS) else { continue };
        match answer.verdict {
            Verdict::Hisshi(_) => {
                hisshi += 1;
                // The mates may be longer than brute force reads.
                unconfirmed += u32::from(!found);
            }
            Verdict::NoHisshi(_) => {
                none += 1;
                assert!(!found, "{sfen}");
            }
            Verdict::Unknown(_) => {}
        }
    }
    assert!(hisshi > 10 && none > 10, "{hisshi} hisshi, {none} without");
    assert!(5 * unconfirmed <= hisshi, "{unconfirmed} of {hisshi} not confirmed");
}
