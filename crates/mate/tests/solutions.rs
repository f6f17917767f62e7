//! The rest of a solution: progress while it is looked for, variations, second solutions.

use mate::{CookKind, Limits, Mate, Progress, Solver, Verdict, hisshi};
use shogi::{Move, Position};

/// A problem of three plies without a second solution.
const SOUND: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";
/// A problem of three plies that another first move solves.
const COOKED: &str = "5B2r/7k1/7B1/9/9/9/9/9/9 b R4g4s4n4l18p 1";
const HARD: &str = "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p 1";

fn position(sfen: &str) -> Position {
    sfen.parse().expect("a position")
}

fn shortest() -> Limits {
    Limits { shortest: true, ..Limits::default() }
}

/// Some checks of the problems here take millions of nodes to refute.
fn bounded() -> Limits {
    Limits { nodes: 100_000, ..shortest() }
}

fn mate(solver: &mut Solver, position: &Position) -> Mate {
    match solver.solve(position, &shortest(), &mut || false).verdict {
        Verdict::Mate(mate) => mate,
        other => panic!("{other:?}"),
    }
}

fn play_all(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {}", position.to_sfen());
        position.play(mv);
    }
    position
}

#[test]
fn the_watcher_sees_the_progress_and_stops_the_search() {
    let mut seen: Vec<Progress> = Vec::new();
    let answer = Solver::new(4).solve_watched(&position(HARD), &shortest(), &mut |progress| {
        seen.push(progress.clone());
        progress.nodes >= 20_000
    });
    assert!(matches!(answer.verdict, Verdict::Unknown(_)), "{answer:?}");
    assert!(seen.is_sorted_by_key(|progress| (progress.nodes, progress.hashfull)));
    let last = seen.last().expect("progress");
    assert!(last.nodes >= 20_000 && last.hashfull > 0 && last.deepest > 2, "{last:?}");
}

/// Every defence along the line has a variation, and every variation ends in mate.
#[test]
fn every_other_defence_has_its_variation() {
    let mut solver = Solver::new(4);
    for sfen in [SOUND, COOKED, "8k/8g/8G/7L1/9/9/9/9/9 b 2r2b2g4s4n3l17p 1"] {
        let position = position(sfen);
        let mate = mate(&mut solver, &position);
        let line = mate.line();
        let others = solver.variations(&position, &mate, line, false, &shortest(), &mut || false);
        assert!(others.is_complete, "{sfen}");
        for ply in (1..line.len()).step_by(2) {
            let defences = play_all(&position, &line[..ply]).legal_moves().len();
            let covered = others.lines.iter().filter(|variation| variation.ply == ply).count();
            assert_eq!(covered + 1, defences, "{sfen} behind {ply} moves");
        }
        for variation in &others.lines {
            let before = play_all(&position, &line[..variation.ply]);
            let last = play_all(&before, &variation.moves);
            assert!(last.in_check() && !last.has_legal_move(), "{sfen}: {variation:?}");
            assert!(variation.ply + variation.moves.len() <= line.len(), "{sfen}: {variation:?}");
        }
    }
}

#[test]
fn a_sound_problem_has_no_cooks() {
    let (mut solver, position) = (Solver::new(4), position(SOUND));
    let mate = mate(&mut solver, &position);
    let cooks = solver.cooks(&position, mate.line(), &bounded(), &mut |_| false);
    assert_eq!(cooks.are_there(), Some(false), "{cooks:?}");
    // The last move can be replaced, which is no second solution.
    assert!(cooks.found.iter().all(|cook| cook.kind == CookKind::LastMove), "{cooks:?}");
    assert!(cooks.open.is_empty());
}

#[test]
fn a_cook_is_found_and_mates() {
    let (mut solver, position) = (Solver::new(4), position(COOKED));
    let mate = mate(&mut solver, &position);
    let cooks = solver.cooks(&position, mate.line(), &bounded(), &mut |_| false);
    assert_eq!(cooks.are_there(), Some(true), "{cooks:?}");
    for cook in &cooks.found {
        let before = play_all(&position, &mate.line()[..cook.ply]);
        let last = play_all(&before, &cook.line);
        assert!(last.in_check() && !last.has_legal_move(), "{cook:?}");
        assert_ne!(cook.line[0], mate.line()[cook.ply]);
    }
}

#[test]
fn limits_leave_cooks_open() {
    let (mut solver, position) = (Solver::new(4), position(COOKED));
    let mate = mate(&mut solver, &position);
    let none = Limits { nodes: 0, ..shortest() };
    let cooks = solver.cooks(&position, mate.line(), &none, &mut |_| false);
    assert_eq!((cooks.are_there(), cooks.found.len()), (None, 0));
    assert!(!cooks.open.is_empty());
    let others = solver.variations(&position, &mate, mate.line(), false, &none, &mut || true);
    assert!(!others.is_complete || !others.lines.is_empty());
}

/// Where hisshi stands, every defence is answered by a mate.
#[test]
fn every_defence_against_a_hisshi_has_its_variation() {
    let sfen = "l1G3krl/s4g3/N4Nnp1/KSpPpPP1p/1P3p1P1/+bs+r1P4/N3B3P/7s1/3+p4L w 3P2gl2p 182";
    let position = position(sfen);
    let mut solver = hisshi::Solver::new(8);
    let limits = hisshi::Limits { plies: 1, ..hisshi::Limits::default() };
    let answer = solver.solve(&position, &limits, &mut || false);
    let hisshi::Verdict::Hisshi(found) = answer.verdict else { panic!("{answer:?}") };
    let others = solver.variations(&position, &found, &limits, &mut || false);
    assert!(others.is_complete);
    let stands = play_all(&position, found.line());
    assert_eq!(others.lines.len(), stands.legal_moves().len());
    for variation in &others.lines {
        let last = play_all(&stands, &variation.moves);
        // A check of the defender may be answered by a move after which hisshi stands again.
        let is_mate = last.in_check() && !last.has_legal_move();
        assert!(is_mate || variation.moves.len() == 2, "{variation:?}");
    }
    let bounded = hisshi::Limits { nodes: 100_000, ..limits };
    let cooks = solver.cooks(&position, &found, &bounded, &mut |_| false);
    assert_eq!(cooks.are_there(), Some(true), "{cooks:?}");
    let none = hisshi::Limits { nodes: 0, ..limits };
    let cooks = solver.cooks(&position, &found, &none, &mut |_| false);
    assert!(cooks.are_there().is_none() || !cooks.found.is_empty(), "{cooks:?}");
}
