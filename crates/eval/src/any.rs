//! One evaluator of any kind, for a search that is compiled once.

use shogi::Position;

use crate::bonanza::Bonanza;
use crate::change::Change;
use crate::classic::Classic;
use crate::evaluator::Evaluator;
use crate::material::Material;
use crate::nnue::Nnue;
use crate::three_piece::ThreePiece;
use crate::value::Eval;

/// One of the evaluators.
// The largest variant is a few hundred bytes, and there is one for each thread.
#[allow(clippy::large_enum_variant)]
pub enum AnyEvaluator {
    /// Material only.
    Material(Material),
    /// Gekisashi's terms.
    Classic(Classic),
    /// King and pairs of pieces.
    ThreePiece(ThreePiece),
    /// Bonanza's features.
    Bonanza(Bonanza),
    /// A network.
    Nnue(Nnue),
}

macro_rules! from {
    ($($name:ident)*) => { $(
        impl From<$name> for AnyEvaluator {
            fn from(evaluator: $name) -> Self {
                Self::$name(evaluator)
            }
        }
    )* };
}

from!(Material Classic ThreePiece Bonanza Nnue);

macro_rules! each {
    ($any:expr, $evaluator:ident => $work:expr) => {
        match $any {
            AnyEvaluator::Material($evaluator) => $work,
            AnyEvaluator::Classic($evaluator) => $work,
            AnyEvaluator::ThreePiece($evaluator) => $work,
            AnyEvaluator::Bonanza($evaluator) => $work,
            AnyEvaluator::Nnue($evaluator) => $work,
        }
    };
}

impl Evaluator for AnyEvaluator {
    fn reset(&mut self, position: &Position) {
        each!(self, evaluator => evaluator.reset(position));
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        each!(self, evaluator => evaluator.played(position));
    }

    #[inline]
    fn passed(&mut self, position: &Position) {
        each!(self, evaluator => evaluator.passed(position));
    }

    #[inline]
    fn taken_back(&mut self) {
        each!(self, evaluator => evaluator.taken_back());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Eval {
        each!(self, evaluator => evaluator.evaluate(position))
    }

    #[inline]
    fn piece_king_swing(&self, position: &Position, change: &Change) -> i32 {
        each!(self, evaluator => evaluator.piece_king_swing(position, change))
    }
}
