//! The piece values by which lines are compared: those of networks, in which a pawn is 90.

use std::sync::OnceLock;

use eval::material::PieceValues;
use shogi::{ExchangeValues, Move, Position};

/// A gain that is worth a move, in points of exchange: more than a pawn.
pub const WORTHWHILE: i32 = 200;

/// The piece values.
pub const fn piece_values() -> &'static PieceValues {
    &PieceValues::NETWORK
}

/// The same values as swings: what the owner loses and the captor gains.
pub fn exchange_values() -> &'static ExchangeValues {
    static VALUES: OnceLock<ExchangeValues> = OnceLock::new();
    VALUES.get_or_init(|| piece_values().exchange_values())
}

/// The gain of a capture or promotion by exchanges on its square; promoting counts where the piece
/// is not lost by it.
pub fn gain(position: &Position, mv: Move) -> i32 {
    let exchanged = position.see(mv, exchange_values());
    let moved = mv.from().and_then(|from| position.piece_on(from));
    match moved {
        Some(piece) if mv.is_promotion() && exchanged >= 0 => {
            exchanged + piece_values().promotion(piece.kind())
        }
        _ => exchanged,
    }
}
