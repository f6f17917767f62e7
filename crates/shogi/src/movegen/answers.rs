//! Answers to a check that need not be listed: how many there are, and whether there is one. For a
//! dropped piece that gives check they are counted before it is dropped.
//!
//! Here:    Few squares help against a check, mostly the checker's alone. So the pieces are found from
//!          these squares backwards, which asks for less than to see where each piece goes. Whoever
//!          wants a list has the generator, which says the same the other way round.

use super::Generator;
use super::sink::Count;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::{Board, KingDanger};
use crate::color::Color;
use crate::piece::{HandKind, Piece};
use crate::square::Square;

impl<const BLACK: bool> Generator<'_, BLACK, true, true> {
    /// How many moves of pieces and how many drops answer the check.
    #[inline(always)]
    pub(super) fn count_answers(&self) -> (u32, u32) {
        let mut count = Count::default();
        self.king_moves(!self.board.of(Self::US), &mut count);
        let Some((checker, between)) = self.line_of_check() else { return (count.moves, 0) };
        self.count_help(checker, between, self.board.occupied(), &mut count);
        (count.moves, count.drops)
    }

    /// Is there an answer to the check? The king's steps are asked about last: where the question is
    /// whether a move mates, he has mostly none.
    #[inline(always)]
    pub(super) fn has_answer(&self) -> bool {
        let steps = || {
            let mut steps = super::Any(false);
            self.king_moves(!self.board.of(Self::US), &mut steps);
            steps.0
        };
        let Some((checker, between)) = self.line_of_check() else { return steps() };
        let helpers = self.helpers();
        let occupied = self.board.occupied();
        let arrives = |to| self.board.attackers(Self::US, to, occupied).meets(helpers);
        if arrives(checker) || between.into_iter().any(arrives) || steps() {
            return true;
        }
        let mut drops = super::Any(false);
        if !between.is_empty() {
            self.drops(between, &mut drops);
        }
        drops.0
    }

    /// The only checker and the squares between it and the king; none if two pieces give check.
    #[inline(always)]
    fn line_of_check(&self) -> Option<(Square, Bitboard)> {
        let king = self.board.king(Self::US)?;
        let checker = self.danger.checkers.single()?;
        Some((checker, attacks::between(king, checker)))
    }

    /// Pieces that may help: the king is counted for himself, and a pinned piece's line is another
    /// one than the checker's.
    #[inline(always)]
    fn helpers(&self) -> Bitboard {
        let board = self.board;
        board.king(Self::US).map_or(Bitboard::EMPTY, |king| {
            board.of(Self::US) - Bitboard::of(king) - self.danger.pinned
        })
    }

    /// Counts the moves that take a checker and those that close its line.
    #[inline(always)]
    fn count_help(
        &self,
        checker: Square,
        between: Bitboard,
        occupied: Bitboard,
        count: &mut Count,
    ) {
        let helpers = self.helpers();
        for to in between | Bitboard::of(checker) {
            count.moves += self.count_arrivals(to, helpers, occupied);
        }
        if !between.is_empty() {
            self.drops(between, count);
        }
    }

    /// How many moves bring one of the helpers to a square, promotions counted for themselves.
    #[inline(always)]
    fn count_arrivals(&self, to: Square, helpers: Bitboard, occupied: Bitboard) -> u32 {
        let board = self.board;
        let movers = board.attackers(Self::US, to, occupied) & helpers;
        if movers.is_empty() {
            return 0;
        }
        let may_promote = movers - board.gold_likes() - board.promoted_sliders();
        let promoting = if Self::ZONE.has(to) { may_promote } else { may_promote & Self::ZONE };
        let dead = if Self::LAST_RANK.has(to) {
            board.unpromoted(HandKind::Pawn)
                | board.unpromoted(HandKind::Lance)
                | board.unpromoted(HandKind::Knight)
        } else if Self::LAST_TWO_RANKS.has(to) {
            board.unpromoted(HandKind::Knight)
        } else {
            Bitboard::EMPTY
        };
        movers.len() + promoting.len() - (movers & dead).len()
    }
}

/// The surroundings of the king that is to be checked, as far as they decide how many answers there
/// are to a dropped piece.
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    king: Square,
    /// Squares to which he may step where the side to move does not attack.
    steps: Bitboard,
    /// Those of them which it attacks now.
    covered: Bitboard,
    /// Pieces that may move only along their line with him.
    pinned: Bitboard,
    /// The lines that they stand on.
    pin_lines: Bitboard,
}

impl Siege {
    /// The surroundings of the king of the side that is not to move; none without a king.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        let them = !board.turn;
        let king = board.king(them)?;
        let steps = attacks::king_attacks(king) - board.of(them);
        let covered = board.attacked_around_king(them, king, steps);
        let (mut pinned, mut pin_lines) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let occupied = board.occupied();
        for sniper in board.snipers(them, king) {
            let between = attacks::between(king, sniper);
            let blockers = between & occupied;
            if !blockers.has_many() && blockers.meets(board.of(them)) {
                pinned |= blockers;
                pin_lines |= between;
            }
        }
        Some(Self { king, steps, covered, pinned, pin_lines })
    }

    /// How many moves and how many drops answer the check of a piece dropped on an empty square. None if
    /// that is not seen from here, because the piece stands in the way of another one of its side or
    /// ends a pin.
    #[inline]
    pub(crate) fn count_answers(
        &self,
        board: &Board,
        kind: HandKind,
        to: Square,
    ) -> Option<(u32, u32)> {
        let us = board.turn;
        let occupied = board.occupied();
        let shuts = |sniper| {
            let line = attacks::line(to, sniper) - Bitboard::of(to);
            line.meets(self.steps) && !attacks::between(to, sniper).meets(occupied)
        };
        if self.pin_lines.has(to) || board.snipers(!us, to).into_iter().any(shuts) {
            return None;
        }
        let between = attacks::between(self.king, to);
        // A pawn in between may give check itself, and must not mate.
        let gives_check = || board.king(us).map(|king| attacks::pawn_attacks(us, king));
        if !between.is_empty() && gives_check().is_some_and(|head| head.meets(between)) {
            return None;
        }
        let with_piece = occupied | Bitboard::of(to);
        let reach =
            attacks::attacks(Piece::new(us, kind.kind()), to, with_piece - Bitboard::of(self.king));
        let moves = (self.steps - self.covered - reach).len();
        let mut count = Count { moves, drops: 0 };
        let danger = KingDanger { checkers: Bitboard::of(to), pinned: self.pinned };
        match us {
            Color::Black => Generator::<false, true, true> { board, danger }
                .count_help(to, between, with_piece, &mut count),
            Color::White => Generator::<true, true, true> { board, danger }
                .count_help(to, between, with_piece, &mut count),
        }
        Some((count.moves, count.drops))
    }
}
