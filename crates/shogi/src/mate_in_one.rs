//! Mate in one: a legal check after which the other side has no legal move.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::movegen::{self, Legality, MoveList, NonPromotions, WantedChecks};
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;

/// The squares around the king that may be mated.
struct Surroundings {
    neighbours: Bitboard,
    /// Those that the side to move attacks.
    covered: Bitboard,
    /// Where the king could go now if it were his turn.
    flights: Bitboard,
}

impl Surroundings {
    /// The squares on which a dropped piece might mate. Next to the king it must be protected;
    /// from afar it covers, besides the king himself, at most the two flights on its line.
    fn mating_drops(&self) -> Bitboard {
        if self.flights.len() <= 2 { self.covered | !self.neighbours } else { self.covered }
    }

    /// No piece arrives next to the king, and too many squares are free for a check from afar:
    /// that covers two flights on its line, and a horse's or dragon's steps two more.
    fn are_safe_from_single_pieces(&self) -> bool {
        self.covered.is_empty() && self.flights.len() > 4
    }
}

impl Position {
    /// A move that mates at once, if there is one. A pawn drop never is: that would be illegal.
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let position: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
    /// assert_eq!(position.mate_in_one(), Some("G*5b".parse()?));
    /// assert_eq!(Position::startpos().mate_in_one(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mate_in_one(&self) -> Option<Move> {
        let surroundings = self.surroundings()?;
        let squares = self.check_squares();
        if surroundings.are_safe_from_single_pieces() && squares.discoverers().is_empty() {
            return None;
        }
        let board = self.board();
        // Pieces that step must arrive on a covered square, but for knights.
        let from =
            if surroundings.covered.is_empty() { board.far_movers() } else { Bitboard::FULL };
        let drops_on = surroundings.mating_drops();
        let wanted = WantedChecks { from, drops_on, pawn_drops: false };
        let mut checks = MoveList::new();
        let (legal, all) = (Legality::Legal, NonPromotions::All);
        movegen::generate_checks(board, self.danger(), squares, wanted, legal, all, &mut checks);
        self.mate_in(&checks, surroundings.flights)
    }

    /// The first of these legal checks that mates.
    pub fn mate_among(&self, checks: &[Move]) -> Option<Move> {
        if checks.is_empty() {
            return None;
        }
        self.mate_in(checks, self.surroundings()?.flights)
    }

    fn mate_in(&self, checks: &[Move], flights: Bitboard) -> Option<Move> {
        checks.iter().copied().find(|&mv| !self.leaves_flight(mv, flights) && self.mates(mv))
    }

    fn surroundings(&self) -> Option<Surroundings> {
        let them = !self.turn();
        let king = self.king(them)?;
        let board = self.board();
        let neighbours = attacks::king_attacks(king);
        let covered = board.attacked_around_king(them, king, neighbours);
        Some(Surroundings { neighbours, covered, flights: neighbours - board.of(them) - covered })
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
        // A flight is covered anew only along a line that the piece leaves.
        if free.is_empty() || self.board().snipers(!us, from).is_empty() {
            return !free.is_empty();
        }
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
