//! The board with everything that a move changes: pieces, hands, turn and board key.
//!
//! Bitboards are kept for each colour, for each unpromoted kind and for "promoted"; the sets the
//! generator wants (gold-likes, horses, ...) are one or two instructions away. A mailbox answers
//! what stands on a square.

use crate::attacks::{self, between};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hand::Hand;
use crate::moves::Move;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::square::Square;
use crate::zobrist;

/// A board, hands and turn. Playing a move changes a copy, taking back returns to the original
/// (docs/decisions/take-back.md).
#[derive(Clone, Copy)]
pub(crate) struct Board {
    by_color: [Bitboard; 2],
    /// Indexed by the low three bits of the kind: king 0, pawn 1, ... gold 7.
    by_unpromoted: [Bitboard; 8],
    promoted: Bitboard,
    mailbox: [Option<Piece>; 81],
    kings: [Option<Square>; 2],
    pub(crate) turn: Color,
    pub(crate) hands: [Hand; 2],
    /// Pieces and turn, without the hands.
    pub(crate) key: u64,
}

/// The threats to the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct KingDanger {
    /// Pieces that give check.
    pub(crate) checkers: Bitboard,
    /// Own pieces that may move only along their line with the king.
    pub(crate) pinned: Bitboard,
}

impl Board {
    /// No pieces, Black to move.
    pub(crate) fn empty() -> Self {
        Self {
            by_color: [Bitboard::EMPTY; 2],
            by_unpromoted: [Bitboard::EMPTY; 8],
            promoted: Bitboard::EMPTY,
            mailbox: [None; 81],
            kings: [None; 2],
            turn: Color::Black,
            hands: [Hand::EMPTY; 2],
            key: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    #[inline(always)]
    pub(crate) fn of(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Both sides' pieces of an unpromoted kind that are not promoted.
    #[inline(always)]
    pub(crate) fn unpromoted(&self, kind: HandKind) -> Bitboard {
        self.by_unpromoted[kind.index()] - self.promoted
    }

    /// Bishops and horses.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self) -> Bitboard {
        self.by_unpromoted[HandKind::Bishop.index()]
    }

    /// Rooks and dragons.
    #[inline(always)]
    pub(crate) fn orthogonal_sliders(&self) -> Bitboard {
        self.by_unpromoted[HandKind::Rook.index()]
    }

    /// Horses and dragons, which have a king's steps too.
    #[inline(always)]
    pub(crate) fn promoted_sliders(&self) -> Bitboard {
        (self.diagonal_sliders() | self.orthogonal_sliders()) & self.promoted
    }

    /// Pieces that give check to a king they do not stand next to: sliders, lances and knights.
    #[inline(always)]
    pub(crate) fn far_movers(&self) -> Bitboard {
        self.diagonal_sliders()
            | self.orthogonal_sliders()
            | self.unpromoted(HandKind::Lance)
            | self.unpromoted(HandKind::Knight)
    }

    /// Golds and promoted small pieces.
    #[inline(always)]
    pub(crate) fn gold_likes(&self) -> Bitboard {
        self.by_unpromoted[HandKind::Gold.index()]
            | (self.promoted - (self.diagonal_sliders() | self.orthogonal_sliders()))
    }

    /// Both sides' pieces of exactly this kind.
    #[inline]
    pub(crate) fn of_kind(&self, kind: PieceKind) -> Bitboard {
        let either_side_up = self.by_unpromoted[kind.index() & 7];
        if kind.is_promoted() {
            either_side_up & self.promoted
        } else {
            either_side_up - self.promoted
        }
    }

    /// Adds or removes: the bitboards of a piece are toggled.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.by_color[piece.color().index()] ^= squares;
        self.by_unpromoted[piece.kind().index() & 7] ^= squares;
        if piece.kind().is_promoted() {
            self.promoted ^= squares;
        }
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, Bitboard::of(square));
        self.mailbox[square.index()] = Some(piece);
        self.key ^= zobrist::piece_on(piece, square);
        if piece.kind() == PieceKind::King {
            self.kings[piece.color().index()] = Some(square);
        }
    }

    /// Takes a known piece off its square; the mailbox is left to the caller.
    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, Bitboard::of(square));
        self.key ^= zobrist::piece_on(piece, square);
    }

    /// Plays a legal move and returns the captured piece.
    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move) -> Option<Piece> {
        let us = self.turn;
        let to = mv.to();
        let captured = if let Some(kind) = mv.dropped() {
            self.hands[us.index()].remove(kind);
            self.put(Piece::new(us, kind.kind()), to);
            None
        } else {
            self.play_on_board(mv)
        };
        self.turn = !us;
        self.key ^= zobrist::WHITE_TO_MOVE;
        captured
    }

    #[inline(always)]
    fn play_on_board(&mut self, mv: Move) -> Option<Piece> {
        let us = self.turn;
        let (Some(from), to) = (mv.from(), mv.to()) else { unreachable!("drops go elsewhere") };
        let Some(piece) = self.piece_on(from) else { unreachable!("{mv} has no piece to move") };
        let captured = self.piece_on(to);
        if let Some(taken) = captured {
            self.lift(taken, to);
            if let Some(kind) = taken.kind().in_hand() {
                self.hands[us.index()].add(kind);
            }
        }
        self.mailbox[from.index()] = None;
        if mv.is_promotion() {
            self.lift(piece, from);
            self.put(piece.promoted(), to);
        } else {
            self.toggle(piece, Bitboard::of(from) | Bitboard::of(to));
            self.mailbox[to.index()] = Some(piece);
            self.key ^= zobrist::piece_on(piece, from) ^ zobrist::piece_on(piece, to);
            if piece.kind() == PieceKind::King {
                self.kings[us.index()] = Some(to);
            }
        }
        captured
    }

    /// The key after a legal move, without playing it.
    #[inline]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let to = mv.to();
        let key = self.key ^ zobrist::WHITE_TO_MOVE;
        if let Some(kind) = mv.dropped() {
            return key ^ zobrist::piece_on(Piece::new(self.turn, kind.kind()), to);
        }
        let Some((from, piece)) = mv.from().and_then(|from| Some((from, self.piece_on(from)?)))
        else {
            return key;
        };
        let arrived = if mv.is_promotion() { piece.promoted() } else { piece };
        let captured = self.piece_on(to).map_or(0, |taken| zobrist::piece_on(taken, to));
        key ^ zobrist::piece_on(piece, from) ^ zobrist::piece_on(arrived, to) ^ captured
    }

    /// Becomes equal to another board. Field by field, because a copy of the whole is large
    /// enough for the compiler to call a library function.
    #[inline(always)]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.by_color = other.by_color;
        self.by_unpromoted = other.by_unpromoted;
        self.promoted = other.promoted;
        self.mailbox = other.mailbox;
        self.kings = other.kings;
        self.turn = other.turn;
        self.hands = other.hands;
        self.key = other.key;
    }

    /// Hands the turn over.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Checkers and pins of `color`'s king; nothing if it has none.
    #[inline(always)]
    pub(crate) fn king_danger(&self, color: Color) -> KingDanger {
        let Some(king) = self.king(color) else { return KingDanger::default() };
        let theirs = self.of(!color);
        let occupied = self.occupied();
        let mut danger = KingDanger::default();
        // Most of the time no enemy stands near enough for a step, and the tables stay untouched.
        let near = attacks::king_attacks(king) | attacks::knight_attacks(color, king);
        if near.meets(theirs) {
            danger.checkers = theirs & self.step_attackers(color, king);
        }
        for sniper in self.snipers(color, king) {
            let in_between = between(king, sniper) & occupied;
            if in_between.is_empty() {
                danger.checkers |= Bitboard::of(sniper);
            } else if !in_between.has_many() {
                danger.pinned |= in_between & self.of(color);
            }
        }
        danger
    }

    /// The other side's sliders and lances that would attack `color`'s king if nothing stood between.
    #[inline(always)]
    pub(crate) fn snipers(&self, color: Color, king: Square) -> Bitboard {
        self.of(!color)
            & ((attacks::bishop_rays(king) & self.diagonal_sliders())
                | (attacks::rook_rays(king) & self.orthogonal_sliders())
                | (attacks::lance_ray(color, king) & self.unpromoted(HandKind::Lance)))
    }

    /// Pieces that reach `square` by a step if they are `color`'s enemies: they stand where a
    /// piece of `color` on `square` would step to. The caller leaves `color`'s own out.
    #[inline(always)]
    fn step_attackers(&self, color: Color, square: Square) -> Bitboard {
        (attacks::pawn_attacks(color, square) & self.unpromoted(HandKind::Pawn))
            | (attacks::knight_attacks(color, square) & self.unpromoted(HandKind::Knight))
            | (attacks::silver_attacks(color, square) & self.unpromoted(HandKind::Silver))
            | (attacks::gold_attacks(color, square) & self.gold_likes())
            | (attacks::king_attacks(square) & (self.promoted_sliders() | self.by_unpromoted[0]))
    }

    /// `attacker`'s pieces that reach `square`, given the occupied squares.
    #[inline]
    pub(crate) fn attackers(
        &self,
        attacker: Color,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut found = self.step_attackers(!attacker, square);
        // Slides are looked up only where a slider stands on a line with the square.
        let ours = self.of(attacker);
        let diagonal = ours & self.diagonal_sliders();
        if diagonal.meets(attacks::bishop_rays(square)) {
            found |= attacks::bishop_attacks(square, occupied) & diagonal;
        }
        let lances = attacks::lance_ray(!attacker, square) & self.unpromoted(HandKind::Lance);
        let orthogonal = (ours & self.orthogonal_sliders()) | (ours & lances);
        if orthogonal.meets(attacks::rook_rays(square)) {
            found |= attacks::rook_attacks(square, occupied)
                & ours
                & (self.orthogonal_sliders() | lances);
        }
        found & ours
    }

    /// Both sides' pieces that reach `square`, given the occupied squares.
    #[inline]
    pub(crate) fn attackers_of_both(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [black, white] = self.by_color;
        let mut found = (self.step_attackers(Color::White, square) & black)
            | (self.step_attackers(Color::Black, square) & white);
        let diagonal = self.diagonal_sliders() & attacks::bishop_rays(square);
        if !diagonal.is_empty() {
            found |= attacks::bishop_attacks(square, occupied) & diagonal;
        }
        let orthogonal = self.orthogonal_reaching(square);
        if !orthogonal.is_empty() {
            found |= attacks::rook_attacks(square, occupied) & orthogonal;
        }
        found
    }

    /// Both sides' rooks, dragons and lances that would reach `square` if nothing stood between.
    #[inline]
    pub(crate) fn orthogonal_reaching(&self, square: Square) -> Bitboard {
        let lances = |color: Color| attacks::lance_ray(!color, square) & self.of(color);
        let lances =
            (lances(Color::Black) | lances(Color::White)) & self.unpromoted(HandKind::Lance);
        (attacks::rook_rays(square) & self.orthogonal_sliders()) | lances
    }

    /// Which of `squares`, all next to `color`'s king, the other side attacks. The king does not
    /// shield the squares behind him.
    #[inline(always)]
    pub(crate) fn attacked_around_king(
        &self,
        color: Color,
        king: Square,
        squares: Bitboard,
    ) -> Bitboard {
        let them = !color;
        let theirs = self.of(them);
        let mut attacked = Bitboard::EMPTY;

        let near = attacks::king_reach(color, king) & theirs;
        if !near.is_empty() {
            attacked |= (near & self.unpromoted(HandKind::Pawn)).forward(them);
            for from in near & self.unpromoted(HandKind::Knight) {
                attacked |= attacks::knight_attacks(them, from);
            }
            for from in near & self.unpromoted(HandKind::Silver) {
                attacked |= attacks::silver_attacks(them, from);
            }
            for from in near & self.gold_likes() {
                attacked |= attacks::gold_attacks(them, from);
            }
            for from in near & (self.promoted_sliders() | self.by_unpromoted[0]) {
                attacked |= attacks::king_attacks(from);
            }
        }

        let occupied = self.occupied() ^ Bitboard::of(king);
        for from in theirs & self.diagonal_sliders() {
            if attacks::bishop_rays(from).meets(squares) {
                attacked |= attacks::bishop_attacks(from, occupied);
            }
        }
        for from in theirs & self.orthogonal_sliders() {
            if attacks::rook_rays(from).meets(squares) {
                attacked |= attacks::rook_attacks(from, occupied);
            }
        }
        for from in theirs & self.unpromoted(HandKind::Lance) {
            if attacks::lance_ray(them, from).meets(squares) {
                attacked |= attacks::lance_attacks(them, from, occupied);
            }
        }
        attacked & squares
    }

    /// The key of the pieces and the turn, computed anew.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let turn = if self.turn == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        self.occupied()
            .into_iter()
            .filter_map(|square| Some(zobrist::piece_on(self.piece_on(square)?, square)))
            .fold(turn, |key, part| key ^ part)
    }
}
