//! Weights to start from: pieces near the kings count more, far pieces less.
//!
//! Source:  the king-distance tables of YSS (see [`crate::classic`])
//! Here:    one quarter of them, as relations of a king and one piece; a learner starts here, and
//!          the evaluator has an opinion before it

use shogi::{Color, Piece, PieceKind, Square};

use super::states::State;
use super::weights::{SCALE, ThreePieceWeights};
use crate::classic::distance;
use crate::material::PieceValues;

/// Part of the tables that is used.
const PART: i32 = 4;

impl ThreePieceWeights {
    /// Weights made from the distance tables.
    pub fn seed() -> Self {
        let values = PieceValues::BONANZA;
        let mut weights = Self::zero(values);
        let kinds = [PieceKind::Lance, PieceKind::Knight, PieceKind::Silver, PieceKind::Gold];
        for king in Square::all() {
            for kind in kinds {
                for square in Square::all() {
                    for owner in Color::ALL {
                        let piece = Piece::new(owner, kind);
                        let Some(state) = State::on_board(Color::Black, piece, square) else {
                            continue;
                        };
                        // Seen from Black's king: own pieces defend it, the enemy's attack it.
                        let points = match owner {
                            Color::Black => distance::defence(owner, king, square) - 100,
                            Color::White => 100 - distance::attack(owner, king, square),
                        };
                        let weight = values.on_board(kind) * points * SCALE / (100 * PART);
                        weights.set_kpp(king, state, state, weight as i16);
                    }
                }
            }
        }
        weights
    }
}
