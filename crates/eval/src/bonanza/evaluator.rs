//! The evaluator: material and king pairs follow the moves, the other groups are added up anew.

use std::sync::Arc;

use shogi::{Color, Position};

use super::groups::Group;
use super::scene::Scene;
use super::weights::{BonanzaWeights, SCALE};
use crate::change::Change;
use crate::evaluator::Evaluator;
use crate::three_piece::ThreePiece;
use crate::value::Eval;

/// Follows a position with Bonanza's features.
pub struct Bonanza {
    weights: Arc<BonanzaWeights>,
    /// Material and king pairs.
    relations: ThreePiece,
}

impl Bonanza {
    /// An evaluator with these weights.
    pub fn new(weights: Arc<BonanzaWeights>) -> Self {
        let relations = ThreePiece::new(Arc::clone(&weights.relations)).with_entering_king(None);
        Self { weights, relations }
    }

    /// The weights.
    pub fn weights(&self) -> &BonanzaWeights {
        &self.weights
    }

    /// The sum of each group, from nothing, as it counts for Black: material in points, the others
    /// in 1/32 points.
    pub fn parts(&self, position: &Position) -> [(Group, i32); Group::ALL.len()] {
        let scene = Scene::of(position);
        let relations = self.relations.parts(position);
        Group::ALL.map(|group| {
            let sum = match group {
                Group::Material => relations.material,
                Group::KingPairs => relations.kkp + relations.kpp[0] + relations.kpp[1],
                _ => self.group(&scene, group),
            };
            (group, sum)
        })
    }

    /// The value of any position, from nothing.
    pub fn evaluate_full(&self, position: &Position) -> Eval {
        let [(_, material), positional @ ..] = self.parts(position);
        let positional: i32 = positional.iter().map(|(_, sum)| sum).sum();
        Eval::from_black(material + positional / SCALE, position.turn())
    }

    /// The sum of a group from scratch, as it counts for Black.
    #[inline]
    fn group(&self, scene: &Scene<'_>, group: Group) -> i32 {
        let table = self.weights.table(group);
        let [black, white] = Color::ALL.map(|side| {
            let mut sum = 0;
            group.visit(scene, side, &mut |index| sum += i32::from(table[index]));
            sum
        });
        black - white
    }
}

impl Evaluator for Bonanza {
    fn reset(&mut self, position: &Position) {
        self.relations.reset(position);
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        self.relations.played(position);
    }

    #[inline]
    fn passed(&mut self, position: &Position) {
        self.relations.passed(position);
    }

    #[inline]
    fn taken_back(&mut self) {
        self.relations.taken_back();
    }

    fn evaluate(&mut self, position: &Position) -> Eval {
        let (material, mut positional) = self.relations.sums(position);
        let scene = Scene::of(position);
        for group in Group::FROM_SCRATCH {
            positional += self.group(&scene, group);
        }
        Eval::from_black(material + positional / SCALE, position.turn())
    }

    fn piece_king_swing(&self, position: &Position, change: &Change) -> i32 {
        self.relations.piece_king_swing(position, change)
    }
}
