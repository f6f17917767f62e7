//! The terms agree with what every player expects.

use shogi::{Color, Position};

use super::*;
use crate::random_games;

fn position(sfen: &str) -> Position {
    sfen.parse().unwrap()
}

fn sheet(sfen: &str) -> TermSheet {
    Classic::default().terms(&position(sfen))
}

fn mirrored(position: &Position) -> Position {
    let setup = position.setup();
    let mut mirrored = setup.clone();
    for square in shogi::Square::all() {
        mirrored.set(square.mirrored(), setup.get(square));
    }
    mirrored.try_into().unwrap()
}

#[test]
fn the_start_is_even_and_without_progress() {
    let start = Classic::default().terms(&Position::startpos());
    assert_eq!(start.value(Color::Black), Eval::ZERO);
    assert_eq!(start.progress().get(), 0);
    for term in Term::ALL {
        assert_eq!(start.points(term, Color::Black), start.points(term, Color::White), "{term:?}");
    }
}

#[test]
fn colours_and_mirrors_do_not_matter() {
    let mut evaluator = Classic::default();
    random_games::visit(2005, 30, 150, |game| {
        let value = evaluator.evaluate(game);
        let turned = game.setup().turned().try_into().unwrap();
        assert_eq!(evaluator.evaluate(&turned), value, "{game}");
        assert_eq!(evaluator.evaluate(&mirrored(game)), value, "{game}");
    });
}

#[test]
fn knowledge_has_its_sign() {
    let points = |sfen: &str, term| sheet(sfen).points(term, Color::Black);
    assert!(points("4k4/9/9/9/9/9/N8/9/4K4 b - 1", Term::EdgeKnight) < 0);
    assert!(points("4k4/9/9/9/4P4/9/9/9/4K4 b - 1", Term::FifthRankPawn) > 0);
    assert!(points("4k4/9/9/9/9/9/9/9/3RK4 b - 1", Term::RookBesideKing) < 0);
    assert!(points("4k4/9/9/9/9/9/9/9/4K4 b - 1", Term::OutOfPawns) < 0);
    assert_eq!(points("4k4/9/9/9/9/9/9/9/4K4 b P 1", Term::OutOfPawns), 0);
    assert!(points("3gkg3/9/9/9/9/9/9/9/3GKG3 b 2R2B 1", Term::SittingKing) < 0);
    assert!(points("4k4/9/4G4/9/9/9/9/9/4K4 b - 1", Term::Attack) > 0);
    assert!(points("4k4/9/9/9/9/9/9/4G4/4K4 b - 1", Term::Defence) > 0);
    assert!(points("k8/9/9/9/9/9/9/9/G7K b - 1", Term::Idle) < 0);
}
