//! How a position's changes reach an evaluator.

use shogi::{Move, Position};

use crate::change::Change;
use crate::value::Eval;

/// Gives the static value of a position that it follows move by move.
///
/// Tell it every change *after* making it on the position; being told costs next to nothing. Work
/// is done only in [`Self::evaluate`], which starts from the nearest position on the way here
/// whose parts are known.
pub trait Evaluator {
    /// Follows this position from now on. Plies before it cannot be taken back.
    fn reset(&mut self, position: &Position);

    /// A move has been played; `position` is the one after it.
    fn played(&mut self, position: &Position);

    /// The turn has been handed over; `position` is the one after it.
    fn passed(&mut self, position: &Position);

    /// The last move or pass has been taken back.
    fn taken_back(&mut self);

    /// The value of `position`, which is the one followed, from its side to move.
    fn evaluate(&mut self, position: &Position) -> Eval;

    /// The change of the terms of single pieces and the kings (paper B, equation 8: Mpiece-king) for
    /// the side that moves, if pieces come and go by `change` and the kings of `position` stay. An
    /// evaluator with such terms overrides it.
    fn piece_king_swing(&self, _position: &Position, _change: &Change) -> i32 {
        0
    }

    /// Estimates how a move of the side to move, but not of its king, changes the terms of single
    /// pieces and the kings.
    #[inline]
    fn piece_king_change(&self, position: &Position, mv: Move) -> i32 {
        self.piece_king_swing(position, &Change::by(position, mv))
    }

    /// The same for the move that led to the position.
    #[inline]
    fn piece_king_changed(&self, position: &Position) -> i32 {
        self.piece_king_swing(position, &Change::last(position))
    }
}
