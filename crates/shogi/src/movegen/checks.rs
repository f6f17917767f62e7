//! Moves that give check.

use super::Generator;
use super::sink::{DropBatch, Sink};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::Move;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;

/// Kinds that move differently: the king, which never gives check, seven unpromoted kinds (the
/// gold for the promoted small pieces too), horse and dragon.
const SLOTS: usize = 10;

/// The place of a kind among those that move differently.
#[inline(always)]
const fn slot(kind: PieceKind) -> usize {
    const GOLD: u8 = PieceKind::Gold.index() as u8;
    const PLACES: [u8; PieceKind::TABLE] = {
        let mut places = [GOLD; PieceKind::TABLE];
        let mut place = 0;
        while place <= GOLD {
            places[place as usize] = place;
            place += 1;
        }
        places[PieceKind::King.index()] = 0;
        places[PieceKind::Horse.index()] = GOLD + 1;
        places[PieceKind::Dragon.index()] = GOLD + 2;
        places
    };
    PLACES[kind.index()] as usize
}

/// The checks that are wanted.
#[derive(Clone, Copy)]
pub(crate) struct WantedChecks {
    /// By the pieces on these squares, and those that open a line.
    pub(crate) from: Bitboard,
    /// By drops on these squares.
    pub(crate) drops_on: Bitboard,
    /// By drops of pawns too?
    pub(crate) pawn_drops: bool,
}

impl WantedChecks {
    pub(crate) const ALL: Self =
        Self { from: Bitboard::FULL, drops_on: Bitboard::FULL, pawn_drops: true };
}

/// From where the pieces of the side to move give check to the other king.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The king that is to be checked; without one nothing gives check.
    king: Option<Square>,
    /// Squares from which each kind attacks the king; see [`slot`].
    from: [Bitboard; SLOTS],
    /// Own pieces that open a line to the king when they leave it.
    discoverers: Bitboard,
    /// Pieces of the other side that may move only along their line with the king.
    pinned: Bitboard,
}

impl CheckSquares {
    pub(crate) fn new(board: &Board) -> Self {
        let us = board.turn;
        let them = !us;
        let Some(king) = board.king(them) else {
            let none = Bitboard::EMPTY;
            return Self { king: None, from: [none; SLOTS], discoverers: none, pinned: none };
        };
        let occupied = board.occupied();
        let bishop = attacks::bishop_attacks(king, occupied);
        let rook = attacks::rook_attacks(king, occupied);
        let near = attacks::king_attacks(king);
        let from = [
            Bitboard::EMPTY,
            attacks::pawn_attacks(them, king),
            rook & attacks::lance_ray(them, king),
            attacks::knight_attacks(them, king),
            attacks::silver_attacks(them, king),
            bishop,
            rook,
            attacks::gold_attacks(them, king),
            bishop | near,
            rook | near,
        ];
        let blockers = blockers(board, us, king);
        let (discoverers, pinned) = (blockers & board.of(us), blockers & board.of(them));
        Self { king: Some(king), from, discoverers, pinned }
    }

    /// Own pieces that open a line to the king when they leave it.
    #[inline(always)]
    pub(crate) fn discoverers(&self) -> Bitboard {
        self.discoverers
    }

    /// Pieces of the other side that may move only along their line with the king.
    #[inline(always)]
    pub(crate) fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Squares from which a kind attacks the king.
    #[inline(always)]
    pub fn of(&self, kind: PieceKind) -> Bitboard {
        self.from[slot(kind)]
    }

    /// Destinations that give check because the piece on `from` leaves a line to the king.
    #[inline(always)]
    pub(crate) fn discovered(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.discoverers.has(from) => !attacks::line(king, from),
            _ => Bitboard::EMPTY,
        }
    }

    /// Pieces of the side to move that might give check: sliders from anywhere, others near the
    /// king, and those that stand before a slider.
    fn candidates(&self, board: &Board) -> Bitboard {
        let Some(king) = self.king else { return Bitboard::EMPTY };
        let us = board.turn;
        let sliders = board.diagonal_sliders()
            | board.orthogonal_sliders()
            | board.unpromoted(HandKind::Lance);
        board.of(us) & (sliders | self.discoverers | attacks::check_reach(us, king))
    }

    /// Does this pseudo-legal move give check?
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        position
            .piece_after(mv)
            .is_some_and(|piece| self.destinations(piece.kind(), mv.from()).has(mv.to()))
    }

    /// Where a piece gives check when it arrives there as one of this kind; `from` is its square,
    /// none for a drop.
    #[inline(always)]
    pub fn destinations(&self, kind: PieceKind, from: Option<Square>) -> Bitboard {
        // A slider that moves along its line with the king checked him before already.
        self.of(kind) | from.map_or(Bitboard::EMPTY, |from| self.discovered(from))
    }
}

/// Pieces of both sides that stand alone between one of `us`'s sliders and the king on `king`.
fn blockers(board: &Board, us: Color, king: Square) -> Bitboard {
    let occupied = board.occupied();
    let mut found = Bitboard::EMPTY;
    for sniper in board.snipers(!us, king) {
        let in_between = attacks::between(king, sniper) & occupied;
        if !in_between.is_empty() && !in_between.has_many() {
            found |= in_between;
        }
    }
    found
}

impl<const BLACK: bool, const LEGAL: bool, const ALL: bool> Generator<'_, BLACK, LEGAL, ALL> {
    /// The moves that give check. Answers to a check on the own king are evasions as well.
    #[inline(always)]
    pub(super) fn checks(
        &self,
        squares: &CheckSquares,
        wanted: WantedChecks,
        sink: &mut impl Sink,
    ) {
        let board = self.board;
        let mut pieces = !board.of(Self::US);
        let mut drops = wanted.drops_on - board.occupied();
        if let Some(king) = board.king(Self::US) {
            let to = attacks::king_attacks(king) & pieces & squares.discovered(king);
            let attacked = if LEGAL && !to.is_empty() {
                board.attacked_around_king(Self::US, king, to)
            } else {
                Bitboard::EMPTY
            };
            sink.piece(Move::origin_bits(king), to - attacked);

            let checkers = self.danger.checkers;
            if checkers.has_many() {
                return;
            }
            if let Some(checker) = checkers.first() {
                let interpositions = attacks::between(king, checker);
                pieces &= interpositions | checkers;
                drops &= interpositions;
            }
        }
        for from in squares.candidates(board) & (wanted.from | squares.discoverers) {
            self.piece_checks(from, pieces, squares, sink);
        }
        self.drop_checks(drops, wanted.pawn_drops, squares, sink);
    }

    /// Checks by the piece on `from`, direct and discovered.
    fn piece_checks(
        &self,
        from: Square,
        targets: Bitboard,
        squares: &CheckSquares,
        sink: &mut impl Sink,
    ) {
        let Some(piece) = self.board.piece_on(from) else { return };
        let kind = piece.kind();
        if kind == PieceKind::King {
            return;
        }
        let discovered = squares.discovered(from);
        let wanted = squares.of(kind) | squares.of(kind.promoted()) | discovered;
        let mut to = attacks::attacks(piece, from, self.board.occupied()) & targets & wanted;
        if LEGAL && self.danger.pinned.has(from) {
            let Some(king) = self.board.king(Self::US) else { return };
            to &= attacks::line(king, from);
        }
        if to.is_empty() {
            return;
        }
        if kind.can_promote() {
            let promoting = Self::promoting(from, to) & (squares.of(kind.promoted()) | discovered);
            sink.piece(Move::promoting_origin_bits(from), promoting);
        }
        let stay = (to & (squares.of(kind) | discovered)) - Self::no_non_promotion(kind, from);
        sink.piece(Move::origin_bits(from), stay);
    }

    /// Destinations to which a piece must promote, or always should.
    fn no_non_promotion(kind: PieceKind, from: Square) -> Bitboard {
        match kind {
            PieceKind::Pawn if ALL => Self::LAST_RANK,
            PieceKind::Pawn => Self::ZONE,
            PieceKind::Lance if ALL => Self::LAST_RANK,
            PieceKind::Lance | PieceKind::Knight => Self::LAST_TWO_RANKS,
            PieceKind::Bishop | PieceKind::Rook if !ALL => Self::promoting(from, Bitboard::FULL),
            _ => Bitboard::EMPTY,
        }
    }

    fn drop_checks(
        &self,
        targets: Bitboard,
        pawns: bool,
        squares: &CheckSquares,
        sink: &mut impl Sink,
    ) {
        let hand = self.board.hands[Self::US.index()];
        for (kind, _) in hand.iter().filter(|&(kind, _)| pawns || kind != HandKind::Pawn) {
            // From a square of the last ranks that checks, the dropped piece can move: onto the
            // king's square. So only nifu and uchifuzume are left to test.
            let mut to = targets & squares.of(kind.kind());
            if kind == HandKind::Pawn {
                to = self.pawn_drops(to);
            }
            sink.drops(DropBatch::of(kind), to);
        }
    }
}
