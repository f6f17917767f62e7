//! Naturalness: how likely a move is by its category among all legal moves.
//!
//! Source: the categories are paper G's (Gekisashi 2005, table 1), the weights are counted from games
//!         of programs on floodgate (`learn::naturalness`)
//! Here:   "natural" so means what strong programs choose, not what people do

use learn::naturalness::MoveWeights;
use search::Category;
use shogi::{Move, Position};

use crate::digest::digest;
use crate::model::Natural;

/// The digest of the table of weights.
pub fn table_digest() -> String {
    digest(MoveWeights::built_in_text().as_bytes())
}

/// The legal moves of a position with their probabilities.
pub struct Naturalness {
    moves: Vec<(Move, Category, f64)>,
}

impl Naturalness {
    /// Weighs the legal moves of a position, which should know the move that led to it.
    pub fn of(position: &Position) -> Self {
        Self { moves: MoveWeights::built_in().probabilities(position) }
    }

    /// The probability of a legal move, 0 to 1; 0 for a move that is not legal.
    pub fn probability(&self, mv: Move) -> f64 {
        self.moves.iter().find(|one| one.0 == mv).map_or(0.0, |one| one.2)
    }

    /// What a report says of a move.
    pub fn natural(&self, mv: Move) -> Natural {
        let Some(&(_, category, share)) = self.moves.iter().find(|one| one.0 == mv) else {
            return Natural::default();
        };
        // Equal weights may differ in the last bits.
        let rank = self.moves.iter().filter(|one| one.2 > share * (1.0 + 1e-9)).count() + 1;
        Natural {
            category: category.name().into(),
            percent: (share * 100.0).into(),
            rank: rank as u32,
            surprise: (-share.log2()).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up() {
        let positions =
            [Position::startpos(), "4k4/9/4p4/9/9/9/9/9/K3R4 b GP 1".parse().expect("sfen")];
        for position in positions {
            let natural = Naturalness::of(&position);
            let moves = position.legal_moves();
            let sum: f64 = moves.iter().map(|&mv| natural.probability(mv)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            assert!(moves.iter().any(|&mv| natural.natural(mv).rank == 1));
        }
    }

    /// A bishop that takes a bishop is taken back more naturally than by a move elsewhere.
    #[test]
    fn taking_back_is_natural() {
        let mut position = Position::startpos();
        for mv in ["7g7f", "3c3d", "8h2b+"] {
            position.play(mv.parse().expect("a move"));
        }
        let natural = Naturalness::of(&position);
        let [back, elsewhere] =
            ["3a2b", "8c8d"].map(|mv| natural.natural(mv.parse().expect("a move")));
        assert_eq!((back.rank, back.category.as_str()), (1, "take-back-big"));
        assert!(elsewhere.rank > 1);
    }
}
