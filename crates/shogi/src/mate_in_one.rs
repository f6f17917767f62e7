//! Mate in one: a legal check after which the other side has no legal move.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen::{self, Legality, MoveList, NonPromotions, Wanted};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

impl Position {
    /// A move that mates at once, if there is one. A pawn drop never is: that would be illegal.
    pub fn mate_in_one(&self) -> Option<Move> {
        let them = !self.turn();
        let king = self.king(them)?;
        let mut checks = MoveList::new();
        self.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, &mut checks);
        if checks.is_empty() {
            return None;
        }
        // Where the king could go now if it were his turn.
        let board = self.board();
        let around = attacks::king_attacks(king) - board.of(them);
        let flights = around - board.attacked_around_king(them, king, around);
        checks.iter().copied().find(|&mv| !self.leaves_flight(mv, flights) && self.mates(mv))
    }

    /// Does a dropped piece leave the king one of his flights? A drop opens no line, so that what
    /// it does not attack itself stays free. Moves on the board may, and are not judged here.
    fn leaves_flight(&self, mv: Move, flights: Bitboard) -> bool {
        let Some(kind) = mv.dropped() else { return false };
        let them = !self.turn();
        let occupied = match self.king(them) {
            Some(king) => self.occupied() - Bitboard::of(king),
            None => return true,
        };
        let attacked = attacks::attacks(Piece::new(self.turn(), kind.kind()), mv.to(), occupied);
        // A drop on a flight square is unprotected: the king takes it.
        !(flights - attacked).is_empty()
    }

    /// Does this legal check mate?
    fn mates(&self, mv: Move) -> bool {
        let mut board = *self.board();
        board.play(mv);
        let danger = board.king_danger(board.turn);
        !movegen::has_legal_move(&board, danger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(sfen: &str) -> Option<String> {
        sfen.parse::<Position>().unwrap().mate_in_one().map(|mv| mv.to_string())
    }

    #[test]
    fn gold_on_the_head() {
        assert_eq!(mate("4k4/9/4P4/9/9/9/9/9/9 b G 1").as_deref(), Some("G*5b"));
        assert_eq!(mate("4k4/9/9/9/9/9/9/9/9 b G 1"), None);
    }

    #[test]
    fn not_by_a_pawn_drop() {
        assert_eq!(mate("7lk/9/8G/9/9/9/9/9/9 b P 1"), None);
    }
}
