//! All groups together: incremental values, symmetries, the weights file, the start values.

use std::sync::Arc;

use shogi::{Color, Position, Square};

use super::scene::Scene;
use super::*;
use crate::evaluator::Evaluator;
use crate::material::PieceValues;
use crate::random_games;
use crate::value::Eval;

/// The indices of a group's features that count for a side.
pub(super) fn features(group: Group, sfen: &str, us: Color) -> Vec<usize> {
    let position: Position = sfen.parse().unwrap();
    let mut found = Vec::new();
    group.visit(&Scene::of(&position), us, &mut |index| found.push(index));
    found
}

fn mirrored(position: &Position) -> Position {
    let setup = position.setup();
    let mut mirrored = setup.clone();
    for square in Square::all() {
        mirrored.set(square.mirrored(), setup.get(square));
    }
    mirrored.try_into().unwrap()
}

/// A number that looks like chance but depends on the feature alone.
fn scrambled(group: Group, index: usize) -> i16 {
    let seed = (index as u64 * 16 + group as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((seed ^ seed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as i16 % 900
}

/// Weights for all features of some games, so that every group counts in them.
fn random_weights(games: usize) -> BonanzaWeights {
    let mut weights = BonanzaWeights::zero(PieceValues::BONANZA);
    let mut learn = |position: &Position| {
        for_each_feature(position, |feature| {
            if feature.group != Group::Material {
                let weight = scrambled(feature.group, feature.index);
                weights.set(feature.group, feature.index, weight);
            }
        });
    };
    random_games::visit(5, games, 60, |position| {
        learn(position);
        learn(&mirrored(position));
    });
    weights
}

/// The sum of all weights by the list of features.
fn by_features(weights: &BonanzaWeights, position: &Position) -> i32 {
    let (mut material, mut positional) = (0, 0);
    for_each_feature(position, |feature| {
        assert!(feature.index < feature.group.len(), "{feature:?}");
        let part = match feature.group {
            Group::Material => &mut material,
            _ => &mut positional,
        };
        *part += feature.sign() * i32::from(weights.get(feature.group, feature.index));
    });
    material + positional / SCALE
}

#[test]
fn incremental_equals_full_and_the_sum_of_the_features() {
    let weights = Arc::new(random_weights(3));
    let mut evaluator = Bonanza::new(Arc::clone(&weights));
    evaluator.reset(&Position::startpos());
    let mut plies = 0;
    let mut groups = [false; Group::ALL.len()];
    random_games::visit(5, 3, 60, |game| {
        if game.plies_played() < plies {
            evaluator.reset(&Position::startpos());
            let mut again = Position::startpos();
            for mv in game.moves_played().collect::<Vec<_>>() {
                again.play(mv);
                evaluator.played(&again);
            }
        } else {
            evaluator.played(game);
        }
        plies = game.plies_played();
        // Some plies are left out, so that sums follow several moves at once.
        if plies % 3 == 0 {
            return;
        }
        let full = evaluator.evaluate_full(game);
        assert_eq!(evaluator.evaluate(game), full, "{game}");
        let sum = by_features(&weights, game);
        assert_eq!(full, Eval::from_black(sum, game.turn()), "{game}");
        for (group, part) in evaluator.parts(game) {
            groups[group as usize] |= part != 0;
        }
    });
    assert!(groups.iter().all(|&counts| counts), "{groups:?}");
}

#[test]
fn a_pass_and_a_move_taken_back() {
    let mut evaluator = Bonanza::new(Arc::new(random_weights(1)));
    let mut position = Position::startpos();
    evaluator.reset(&position);
    let start = evaluator.evaluate(&position);
    position.play("7g7f".parse().unwrap());
    evaluator.played(&position);
    let after = evaluator.evaluate(&position);
    position.pass();
    evaluator.passed(&position);
    assert_eq!(evaluator.evaluate(&position), -after);
    for _ in 0..2 {
        position.take_back();
        evaluator.taken_back();
    }
    assert_eq!(evaluator.evaluate(&position), start);
}

/// Equation (8): the change of a piece with the kings is that of the relations.
#[test]
fn piece_king_changes_come_from_the_relations() {
    let evaluator = crate::AnyEvaluator::from(Bonanza::new(Arc::new(BonanzaWeights::seed())));
    let position: Position = "4k4/9/9/9/9/9/9/9/K3G4 b - 1".parse().unwrap();
    let change = |mv: &str| evaluator.piece_king_change(&position, mv.parse().unwrap());
    // The gold comes nearer to its king, and goes away from it.
    assert!(change("5i6i") > 0 && change("5i4i") < 0);
    let mut after = position.clone();
    after.play("5i6i".parse().unwrap());
    assert_eq!(evaluator.piece_king_changed(&after), change("5i6i"));
}

#[test]
fn colours_and_mirrors_do_not_matter() {
    let evaluator = Bonanza::new(Arc::new(random_weights(2)));
    random_games::visit(5, 2, 60, |game| {
        let parts = evaluator.parts(game);
        assert_eq!(evaluator.parts(&mirrored(game)), parts, "{game}");
        let turned: Position = game.setup().turned().try_into().unwrap();
        let negated = parts.map(|(group, part)| (group, -part));
        assert_eq!(evaluator.parts(&turned), negated, "{game}");
    });
}

#[test]
fn a_side_without_a_king() {
    let evaluator = Bonanza::new(Arc::new(BonanzaWeights::seed()));
    let position: Position = "4k4/9/4G4/9/9/9/9/9/9 b G 1".parse().unwrap();
    assert!(evaluator.evaluate_full(&position) > Eval::ZERO);
}

#[test]
fn start_values_have_their_sign() {
    let evaluator = Bonanza::new(Arc::new(BonanzaWeights::seed()));
    assert_eq!(evaluator.evaluate_full(&Position::startpos()), Eval::ZERO);
    let part = |sfen: &str, wanted: Group| {
        let parts = evaluator.parts(&sfen.parse().unwrap());
        parts.into_iter().find(|&(group, _)| group == wanted).unwrap().1
    };
    assert!(part("4k4/9/9/9/9/9/9/3GG4/4K4 b - 1", Group::KingNeighbours) > 0);
    assert!(part("4k4/9/9/9/9/9/9/9/3RK4 b - 1", Group::Neighbours) < 0);
    assert!(part("4k4/9/9/9/2R3g2/9/9/9/4K4 b - 1", Group::Lines) > 0);
    assert!(part("k8/9/9/9/4R4/9/9/9/K8 b - 1", Group::Mobility) > 0);
    assert!(part("k3l4/9/9/4P4/9/9/9/9/4K4 b - 1", Group::Pins) < 0);
    assert!(part("4k4/9/9/9/9/9/PPPPPPPPP/1B7/4K4 b - 1", Group::BishopColour) < 0);
    assert!(part("4k4/9/9/9/9/9/2P1P4/9/3NK4 b - 1", Group::SmallSteps) < 0);
    assert!(part("4k4/9/9/9/9/7P1/9/7R1/4K4 b - 1", Group::FilePawns) < 0);
    assert!(part("4k4/9/4G4/9/9/9/9/9/4K4 b - 1", Group::KingSurroundings) > 0);
}

#[test]
fn the_file_keeps_every_weight() {
    let mut weights = random_weights(1);
    weights.set(Group::Material, 0, 93);
    weights.set(Group::KingSurroundings, Group::KingSurroundings.len() - 1, -7);
    let mut bytes = Vec::new();
    weights.write(Encoding::Compact, &mut bytes).unwrap();
    let read = BonanzaWeights::read(&bytes).unwrap();
    assert_eq!(read.values(), weights.values());
    for group in Group::FROM_SCRATCH {
        assert!(read.table(group) == weights.table(group), "{group:?}");
    }
    let (old, new) = (Bonanza::new(Arc::new(weights)), Bonanza::new(Arc::new(read)));
    random_games::visit(5, 1, 60, |game| assert_eq!(old.parts(game), new.parts(game)));
}

#[test]
fn damaged_files_are_refused_by_name() {
    let mut bytes = Vec::new();
    let mut weights = BonanzaWeights::zero(PieceValues::BONANZA);
    weights.set(Group::Pins, 3, -40);
    weights.write(Encoding::Compact, &mut bytes).unwrap();
    let refused = |bytes: &[u8]| {
        let error = BonanzaWeights::read(bytes).err().expect("the file is damaged");
        assert!(error.to_string().starts_with("not a usable bonanza weights file: "), "{error}");
        error.field
    };
    for length in 0..bytes.len() {
        refused(&bytes[..length]);
    }
    for (at, field) in [
        (0, "first bytes"),
        (8, "version"),
        (13, "encoding"),
        (16, "scale"),
        (20, "number of groups"),
    ] {
        let mut changed = bytes.clone();
        changed[at] ^= 0x40;
        assert_eq!(refused(&changed), field);
    }
    let mut changed = bytes.clone();
    changed[24] ^= 1;
    assert_eq!(refused(&changed), "material");
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    assert_eq!(refused(&changed), "checksum");
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(refused(&longer), "length of the payload");
}
