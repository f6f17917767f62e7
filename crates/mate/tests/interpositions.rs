//! Lines without useless interpositions.

mod common;

use common::{position, solve};
use mate::{Limits, Solver, Verdict};

/// The shortest line with all interpositions, and the one without the useless ones.
fn lines(sfen: &str) -> (Vec<String>, Vec<String>) {
    let position = position(sfen);
    let mut solver = Solver::new(1);
    let answer = solve(&mut solver, &position, u64::MAX, true);
    let Verdict::Mate(mate) = answer.verdict else { panic!("{sfen}: {:?}", answer.verdict) };
    let useful = solver
        .useful_line(&position, &mate, &Limits::default(), &mut || false)
        .unwrap_or_else(|stopped| panic!("{sfen}: {stopped:?}"));
    let text = |line: &[shogi::Move]| line.iter().map(ToString::to_string).collect();
    (text(mate.line()), text(&useful))
}

/// A dragon from afar, a bishop behind the square beside the king: whatever is dropped in between
/// is taken.
#[test]
fn drops_before_a_boxed_king_are_useless() {
    let (all, useful) = lines("8k/R5Bpp/9/9/9/9/9/9/9 b rb4g4s4n4l16p 1");
    assert_eq!(all.len(), 15, "{all:?}");
    assert!(all.iter().skip(1).step_by(2).all(|mv| mv.contains('*')), "{all:?}");
    assert_eq!(useful, all[..1]);
}

/// Lines become shorter by useless drops only, and useful drops stay.
#[test]
fn some_drops_are_useless_and_some_are_not() {
    let (mut shorter, mut still_dropped) = (0, 0);
    for problem in common::some_problems(43, 9) {
        let (all, useful) = lines(&problem.sfen);
        assert!(useful.len() <= all.len(), "{}", problem.sfen);
        assert_eq!(useful.len() % 2, 1, "{}", problem.sfen);
        let has_drop = all.iter().skip(1).step_by(2).any(|mv| mv.contains('*'));
        assert!(has_drop || useful.len() == all.len(), "{}: {all:?} {useful:?}", problem.sfen);
        shorter += u32::from(useful.len() < all.len());
        still_dropped += u32::from(useful.iter().skip(1).step_by(2).any(|mv| mv.contains('*')));
    }
    assert!(shorter > 0 && still_dropped > 0, "{shorter} shorter, {still_dropped} with drops");
}
