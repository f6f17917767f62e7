//! The generator for everything but checks: moves to given squares.

use super::sink::Sink;
use super::{Generator, Targets};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::HandKind;
use crate::square::Square;

impl<const BLACK: bool, const LEGAL: bool, const ALL: bool> Generator<'_, BLACK, LEGAL, ALL> {
    /// Moves of pieces to `pieces` and drops on `drops`. In check, only evasions among them.
    #[inline(always)]
    pub(super) fn moves(&self, pieces: Bitboard, drops: Bitboard, sink: &mut impl Sink) {
        let king = pieces;
        let checkers = self.danger.checkers;
        if checkers.is_empty() {
            self.to_targets(Targets { pieces, king, drops }, sink);
        } else {
            self.evasions(Targets { pieces, king, drops }, sink);
        }
    }

    /// In check: the king steps away, or the only checker is taken or its line closed.
    fn evasions(&self, mut targets: Targets, sink: &mut impl Sink) {
        let (Some(king), Some(checker)) =
            (self.board.king(Self::US), self.danger.checkers.single())
        else {
            self.king_moves(targets.king, sink);
            return;
        };
        let interpositions = attacks::between(king, checker);
        targets.pieces &= interpositions | Bitboard::of(checker);
        targets.drops &= interpositions;
        self.to_targets(targets, sink);
    }

    #[inline(always)]
    fn to_targets(&self, targets: Targets, sink: &mut impl Sink) {
        self.king_moves(targets.king, sink);
        if sink.is_satisfied() {
            return;
        }
        let pinned = if LEGAL { self.danger.pinned } else { Bitboard::EMPTY };
        self.free_pieces(self.board.of(Self::US) - pinned, targets.pieces, sink);
        // A pinned piece cannot help against a check: its line is another one than the checker's.
        if !pinned.is_empty() && self.danger.checkers.is_empty() {
            self.pinned_pieces(pinned, targets.pieces, sink);
        }
        if sink.is_satisfied() || targets.drops.is_empty() {
            return;
        }
        self.drops(targets.drops, sink);
    }

    /// Steps of the king; in legal mode only to squares that are not attacked.
    #[inline(always)]
    pub(super) fn king_moves(&self, targets: Bitboard, sink: &mut impl Sink) {
        let Some(king) = self.board.king(Self::US) else { return };
        let mut to = attacks::king_attacks(king) & targets;
        if LEGAL && !to.is_empty() {
            to = to - self.board.attacked_around_king(Self::US, king, to);
        }
        sink.piece(Move::origin_bits(king), to);
    }

    /// Pieces that are not bound to a line.
    #[inline(always)]
    fn free_pieces(&self, free: Bitboard, targets: Bitboard, sink: &mut impl Sink) {
        let board = self.board;
        let occupied = board.occupied();

        self.pawn_moves(
            (free & board.unpromoted(HandKind::Pawn)).forward(Self::US) & targets,
            sink,
        );
        for from in free & board.unpromoted(HandKind::Lance) {
            let to = attacks::lance_attacks(Self::US, from, occupied) & targets;
            self.lance_moves(from, to, sink);
        }
        for from in free & board.unpromoted(HandKind::Knight) {
            let to = attacks::knight_attacks(Self::US, from) & targets;
            self.knight_moves(from, to, sink);
        }
        for from in free & board.unpromoted(HandKind::Silver) {
            let to = attacks::silver_attacks(Self::US, from) & targets;
            self.silver_moves(from, to, sink);
        }
        for from in free & board.gold_likes() {
            sink.piece(Move::origin_bits(from), attacks::gold_attacks(Self::US, from) & targets);
        }
        let promoted = board.promoted_sliders();
        for from in free & board.diagonal_sliders() {
            let to = attacks::bishop_attacks(from, occupied);
            self.slider_moves(from, to, promoted, targets, sink);
        }
        for from in free & board.orthogonal_sliders() {
            let to = attacks::rook_attacks(from, occupied);
            self.slider_moves(from, to, promoted, targets, sink);
        }
    }

    /// Pieces that may only move along their line with the king.
    #[cold]
    fn pinned_pieces(&self, pinned: Bitboard, targets: Bitboard, sink: &mut impl Sink) {
        let Some(king) = self.board.king(Self::US) else { return };
        for from in pinned {
            let along = attacks::line(king, from) & targets;
            self.free_pieces(Bitboard::of(from), along, sink);
        }
    }

    #[inline(always)]
    pub(super) fn pawn_moves(&self, to: Bitboard, sink: &mut impl Sink) {
        sink.pawns(Self::US, to & Self::ZONE, true);
        sink.pawns(Self::US, to - if ALL { Self::LAST_RANK } else { Self::ZONE }, false);
    }

    #[inline(always)]
    pub(super) fn lance_moves(&self, from: Square, to: Bitboard, sink: &mut impl Sink) {
        sink.piece(Move::promoting_origin_bits(from), to & Self::ZONE);
        let stay = to - if ALL { Self::LAST_RANK } else { Self::LAST_TWO_RANKS };
        sink.piece(Move::origin_bits(from), stay);
    }

    #[inline(always)]
    pub(super) fn knight_moves(&self, from: Square, to: Bitboard, sink: &mut impl Sink) {
        sink.piece(Move::promoting_origin_bits(from), to & Self::ZONE);
        sink.piece(Move::origin_bits(from), to - Self::LAST_TWO_RANKS);
    }

    #[inline(always)]
    pub(super) fn silver_moves(&self, from: Square, to: Bitboard, sink: &mut impl Sink) {
        sink.piece(Move::promoting_origin_bits(from), Self::promoting(from, to));
        sink.piece(Move::origin_bits(from), to);
    }

    /// Bishop, rook, horse or dragon; `to` are the squares it slides to.
    #[inline(always)]
    fn slider_moves(
        &self,
        from: Square,
        to: Bitboard,
        promoted: Bitboard,
        targets: Bitboard,
        sink: &mut impl Sink,
    ) {
        if promoted.has(from) {
            let to = (to | attacks::king_attacks(from)) & targets;
            sink.piece(Move::origin_bits(from), to);
        } else {
            let to = to & targets;
            let promoting = Self::promoting(from, to);
            sink.piece(Move::promoting_origin_bits(from), promoting);
            let stay = if ALL { to } else { to - promoting };
            sink.piece(Move::origin_bits(from), stay);
        }
    }

    /// The destinations at which a piece may promote: all of them if it comes from the zone.
    #[inline(always)]
    pub(super) fn promoting(from: Square, to: Bitboard) -> Bitboard {
        if Self::ZONE.has(from) { to } else { to & Self::ZONE }
    }
}
