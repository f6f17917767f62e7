//! Drops: empty squares, no second pawn on a file, no piece without a further move, no mate by
//! a pawn.

use super::Generator;
use super::sink::{DropBatch, Sink};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::piece::HandKind;
use crate::square::{Rank, Square};

impl<const BLACK: bool, const LEGAL: bool, const ALL: bool> Generator<'_, BLACK, LEGAL, ALL> {
    /// Drops on `targets`, which are empty.
    #[inline(always)]
    pub(super) fn drops(&self, targets: Bitboard, sink: &mut impl Sink) {
        let hand = self.board.hands[Self::US.index()];
        if hand.is_empty() {
            return;
        }
        if hand.has(HandKind::Pawn) {
            sink.drops(DropBatch::of(HandKind::Pawn), self.pawn_drops(targets));
        }
        if !hand.has_other_than_pawns() {
            return;
        }
        let mut batch = DropBatch::EMPTY;
        for kind in [HandKind::Silver, HandKind::Gold, HandKind::Bishop, HandKind::Rook] {
            batch.add(kind, hand.has(kind));
        }
        sink.drops(batch, targets & Self::LAST_RANK);
        batch.add(HandKind::Lance, hand.has(HandKind::Lance));
        sink.drops(batch, targets & (Self::LAST_TWO_RANKS - Self::LAST_RANK));
        batch.add(HandKind::Knight, hand.has(HandKind::Knight));
        sink.drops(batch, targets - Self::LAST_TWO_RANKS);
    }

    /// Those of the empty squares `targets` on which a pawn may be dropped.
    #[inline(always)]
    pub(super) fn pawn_drops(&self, targets: Bitboard) -> Bitboard {
        let pawns = self.board.of(Self::US) & self.board.unpromoted(HandKind::Pawn);
        let to = (targets & pawnless_files(pawns)) - Self::LAST_RANK;
        if LEGAL { to - self.uchifuzume_square(to) } else { to }
    }

    /// The square before the other king, if it is among `to` and a pawn dropped there mates.
    #[inline(always)]
    fn uchifuzume_square(&self, to: Bitboard) -> Bitboard {
        let Some(king) = self.board.king(Self::THEM) else { return Bitboard::EMPTY };
        let head = attacks::pawn_attacks(Self::THEM, king);
        if head.meets(to) && is_uchifuzume(self.board, Self::US, king) {
            head
        } else {
            Bitboard::EMPTY
        }
    }
}

/// All squares of the files that hold none of the pawns.
///
/// Two additions do all files at once: the first marks rank `i` of every file with a pawn, the
/// second spreads the missing marks over their files.
#[inline(always)]
fn pawnless_files(pawns: Bitboard) -> Bitboard {
    const BOTTOM: u128 = Bitboard::rank(Rank::I).bits();
    const TOP: u128 = Bitboard::rank(Rank::A).bits();
    // Adding 255 to the ranks a to h of a file carries into rank i if any of them is set.
    let upper = pawns.bits() & !BOTTOM;
    let carried = upper + (BOTTOM - TOP);
    let occupied = (carried | pawns.bits()) & BOTTOM;
    // 2 * rank i - rank a: all nine bits of the file.
    let free = BOTTOM ^ occupied;
    Bitboard::from_bits_truncated((free << 1).wrapping_sub(free >> 8))
}

/// Does a pawn of `us`, dropped before the other king on `king`, mate? The square before him is
/// empty.
pub(crate) fn is_uchifuzume(board: &Board, us: Color, king: Square) -> bool {
    let them = !us;
    let Some(head) = attacks::pawn_attacks(them, king).first() else { return false };
    let occupied = board.occupied();
    // The king takes an unprotected pawn.
    if board.attackers(us, head, occupied).is_empty() {
        return false;
    }
    // Another piece takes it, unless that opens a line to the king. Staying on the line is fine.
    let takers = board.attackers(them, head, occupied) - Bitboard::of(king);
    if !takers.is_empty() {
        let pinned = board.king_danger(them).pinned;
        if takers.into_iter().any(|from| !pinned.has(from) || attacks::line(king, from).has(head)) {
            return false;
        }
    }
    // The king steps aside. The pawn itself closes its file only for squares he does not reach.
    let escapes = attacks::king_attacks(king) - board.of(them) - Bitboard::of(head);
    let occupied = (occupied | Bitboard::of(head)) - Bitboard::of(king);
    escapes.into_iter().all(|to| !board.attackers(us, to, occupied).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::File;

    #[test]
    fn a_file_with_a_pawn_is_closed() {
        for square in Square::all() {
            let free = pawnless_files(Bitboard::of(square));
            assert_eq!(free, !Bitboard::file(square.file()));
        }
        assert_eq!(pawnless_files(Bitboard::EMPTY), Bitboard::FULL);
        let files: Bitboard = [File::One, File::Eight, File::Nine]
            .map(|file| Square::new(file, Rank::E))
            .into_iter()
            .collect();
        assert_eq!(pawnless_files(files).len(), 54);
    }
}
