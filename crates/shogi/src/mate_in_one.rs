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
        let mut checks = MoveList::new();
        self.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, &mut checks);
        self.mate_among(&checks)
    }

    /// The first of these legal checks that mates.
    pub fn mate_among(&self, checks: &[Move]) -> Option<Move> {
        let them = !self.turn();
        let king = self.king(them)?;
        if checks.is_empty() {
            return None;
        }
        // Where the king could go now if it were his turn.
        let board = self.board();
        let around = attacks::king_attacks(king) - board.of(them);
        let flights = around - board.attacked_around_king(them, king, around);
        checks.iter().copied().find(|&mv| !self.leaves_flight(mv, flights) && self.mates(mv))
    }

    /// Does a check leave the king one of his present flights? The rest of what mate asks for is
    /// not judged here.
    fn leaves_flight(&self, mv: Move, flights: Bitboard) -> bool {
        if flights.is_empty() {
            return false;
        }
        let us = self.turn();
        let Some(king) = self.king(!us) else { return true };
        let occupied = self.occupied() - Bitboard::of(king);
        let Some(from) = mv.from() else {
            // A drop opens no line, so that what it does not attack itself stays free. A drop on
            // a flight square is unprotected: the king takes it.
            let Some(kind) = mv.dropped() else { return false };
            let attacked = attacks::attacks(Piece::new(us, kind.kind()), mv.to(), occupied);
            return !(flights - attacked).is_empty();
        };
        let Some(piece) = self.piece_on(from) else { return false };
        let piece = if mv.is_promotion() { piece.promoted() } else { piece };
        let occupied = (occupied - Bitboard::of(from)) | Bitboard::of(mv.to());
        let free = flights - attacks::attacks(piece, mv.to(), occupied);
        free.into_iter()
            .any(|to| (self.board().attackers(us, to, occupied) - Bitboard::of(from)).is_empty())
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
