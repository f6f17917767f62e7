//! Gekisashi's evaluation: material, activity of the pieces, progress, small pieces of knowledge.
//!
//! Source:  G (Gekisashi 2005), "evaluation function"; the king-distance tables are those of YSS
//! Here:    the paper gives the values of the pieces and names the other terms; their weights are
//!          ours, one line each in the file of the term. Integers throughout
//!
//! *Progress* grows from 0 (the start) to 256 (all pieces at the enemy) and shifts weight
//! continuously from material to activity, so that values of early and late positions of one search
//! can be compared.

mod activity;
pub mod distance;
mod knowledge;
mod near_king;
mod progress;
mod sliders;
mod terms;

use shogi::Position;

use crate::change::Change;
use crate::evaluator::Evaluator;
use crate::material::{Material, PieceValues};
use crate::value::Eval;

pub use progress::Progress;
pub use terms::{Term, TermSheet};

/// Adds up the terms. Only material is kept from move to move: the rest is as fast to compute.
#[derive(Clone, Debug, Default)]
pub struct Classic {
    material: Material,
}

impl Classic {
    /// All terms of a position.
    pub fn terms(&self, position: &Position) -> TermSheet {
        TermSheet::of(self.material.values(), position)
    }

    /// The piece values in use.
    pub fn values(&self) -> &PieceValues {
        self.material.values()
    }
}

impl Evaluator for Classic {
    fn reset(&mut self, position: &Position) {
        self.material.reset(position);
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        self.material.played(position);
    }

    #[inline]
    fn passed(&mut self, position: &Position) {
        self.material.passed(position);
    }

    #[inline]
    fn taken_back(&mut self) {
        self.material.taken_back();
    }

    fn evaluate(&mut self, position: &Position) -> Eval {
        self.terms(position).value(position.turn())
    }

    fn piece_king_swing(&self, position: &Position, change: &Change) -> i32 {
        near_king::swing(self.values(), position, change)
    }
}

#[cfg(test)]
mod tests;
