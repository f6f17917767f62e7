//! How a position's changes reach an evaluator.

use shogi::Position;

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
}
