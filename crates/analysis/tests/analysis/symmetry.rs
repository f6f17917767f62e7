//! What is not searched is the same with the board turned or mirrored.

use analysis::look;
use analysis::naturalness::Naturalness;
use shogi::{Color, DeclarationRule, Move, Position, Square};

use crate::common::{random_game, settings};

/// A move with left and right exchanged.
fn mirrored(mv: Move) -> Move {
    let text = mv.to_string();
    let flip = |word: &str| word.parse::<Square>().map(|one| one.mirrored().to_string());
    let (head, tail) = (&text[..2], &text[2..4]);
    let head = flip(head).unwrap_or_else(|_| head.to_owned());
    let tail = flip(tail).expect("a square");
    format!("{head}{tail}{}", &text[4..]).parse().expect("a move")
}

/// The same game seen through `change`, from the start on.
fn changed(
    moves: &[Move],
    start: fn(&Position) -> Position,
    change: fn(Move) -> Move,
) -> Vec<Position> {
    let mut position = start(&Position::startpos());
    let mut positions = vec![position.clone()];
    for &mv in moves {
        position.play(change(mv));
        positions.push(position.clone());
    }
    positions
}

fn turned_start(position: &Position) -> Position {
    Position::try_from(position.setup().turned()).expect("legal")
}

fn mirrored_start(position: &Position) -> Position {
    Position::try_from(position.setup().mirrored()).expect("legal")
}

#[test]
fn turning_and_mirroring_change_no_fact() {
    // The solver's answers are compared where both are decided.
    let nodes = settings().mate_nodes;
    let mut solver = mate::Solver::new(4);
    let mut mates = |position: &Position| {
        let limits = mate::Limits { nodes, shortest: false };
        match solver.solve(&position.without_past(), &limits, &mut || false).verdict {
            mate::Verdict::Mate(_) => Some(true),
            mate::Verdict::NoMate(_) => Some(false),
            mate::Verdict::Unknown(_) => None,
        }
    };
    for seed in 0..5 {
        let game = random_game(seed, 80);
        let moves: Vec<Move> = game.moves().collect();
        let same = changed(&moves, Position::clone, |mv| mv);
        let turned = changed(&moves, turned_start, Move::turned);
        let other = changed(&moves, mirrored_start, mirrored);
        for ((a, t), (m, ply)) in same.iter().zip(&turned).zip(other.iter().zip(0..)) {
            let (naturals, of_turned, of_mirrored) =
                (Naturalness::of(a), Naturalness::of(t), Naturalness::of(m));
            for &mv in a.legal_moves().iter() {
                let said = naturals.natural(mv);
                assert_eq!(said, of_turned.natural(mv.turned()), "seed {seed} ply {ply} {mv}");
                assert_eq!(said, of_mirrored.natural(mirrored(mv)), "seed {seed} ply {ply} {mv}");
            }
            let ((progress, terms), (p_turned, t_turned)) = (look::terms(a), look::terms(t));
            assert_eq!(progress, p_turned);
            for (name, [black, white]) in &terms {
                assert_eq!([*white, *black], t_turned[name], "seed {seed} ply {ply} {name}");
            }
            assert_eq!((progress, &terms), (look::terms(m).0, &look::terms(m).1));
            let rule = DeclarationRule::Points27;
            let meters = look::meters(a, rule);
            assert_eq!(meters, look::meters(m, rule));
            for color in Color::ALL {
                let (own, seen) = (meters.get(color), look::meters(t, rule).get(!color).clone());
                assert_eq!((own.steps, own.rank, own.points), (seen.steps, seen.rank, seen.points));
            }
            let verdicts = [mates(a), mates(t), mates(m)];
            let decided: Vec<bool> = verdicts.into_iter().flatten().collect();
            assert!(decided.windows(2).all(|two| two[0] == two[1]), "seed {seed} ply {ply}");
        }
    }
}
