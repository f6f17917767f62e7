//! A playable position with its past: play, take back, pass.

use std::cell::Cell;

use crate::bitboard::Bitboard;
use crate::board::{Board, KingDanger};
use crate::color::Color;
use crate::hand::Hand;
use crate::movegen::{self, CheckSquares, Legality, MoveList, NonPromotions, Wanted};
use crate::moves::Move;
use crate::piece::{Piece, PieceKind};
use crate::setup::{Setup, SetupError};
use crate::square::Square;
use crate::zobrist;

/// Plies for which the past has room before it must grow.
const ROOM: usize = 512;

/// A position in which a game can go on, and the moves that led to it.
///
/// It comes from a [`Setup`] only through a check, so that every rule may rely on it: each side
/// has at most one king and one side has one, no side has two pawns on a file or a piece that
/// can never move, and the side that has just moved is not in check.
///
/// Checkers and pins are found when first asked for and then remembered; a position is therefore
/// not shared between threads, but cloned.
#[derive(Clone)]
pub struct Position {
    board: Board,
    danger: Cell<Option<KingDanger>>,
    past: Vec<Past>,
    first_move_number: u32,
}

/// What is needed to go back one ply, and to recognise a repetition.
#[derive(Clone, Copy)]
pub(crate) struct Past {
    /// Key of the pieces and the turn before the move.
    pub(crate) board_key: u64,
    pub(crate) hands: [Hand; 2],
    danger: KingDanger,
    /// None for a pass.
    mv: Option<Move>,
    captured: Option<Piece>,
}

impl Past {
    /// Was the side to move in check?
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        !self.danger.checkers.is_empty()
    }

    #[inline]
    pub(crate) fn is_pass(&self) -> bool {
        self.mv.is_none()
    }
}

impl Position {
    /// The start of an even game.
    pub fn startpos() -> Self {
        crate::handicap::Handicap::Even.position()
    }

    /// The board of a setup that has been checked.
    pub(crate) fn from_checked(board: Board, first_move_number: u32) -> Self {
        let mut past = Vec::new();
        past.reserve_exact(ROOM);
        Self { board, danger: Cell::new(None), past, first_move_number }
    }

    /// The bare arrangement, without the past.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.set(square, self.piece_on(square));
        }
        for color in Color::ALL {
            for (kind, count) in self.hand(color).iter() {
                setup.set_hand(color, kind, count as u8);
            }
        }
        setup.turn = self.turn();
        setup.move_number = self.move_number();
        setup
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    pub(crate) fn danger(&self) -> KingDanger {
        match self.danger.get() {
            Some(danger) => danger,
            None => {
                let danger = self.board.king_danger(self.board.turn);
                self.danger.set(Some(danger));
                danger
            }
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.board.turn
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// What a side holds in hand.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.board.hands[color.index()]
    }

    /// Where a side's king stands, if it has one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.king(color)
    }

    /// Squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// A side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.board.of(color)
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.board.of(color) & self.board.of_kind(kind)
    }

    /// `attacker`'s pieces that attack a square.
    #[inline]
    pub fn attackers(&self, attacker: Color, square: Square) -> Bitboard {
        self.board.attackers(attacker, square, self.board.occupied())
    }

    /// Pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.danger().checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Pieces of the side to move that may move only along their line with the king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.danger().pinned
    }

    /// Key of the pieces and the turn, without the hands.
    #[inline(always)]
    pub fn board_key(&self) -> u64 {
        self.board.key
    }

    /// Key of both hands.
    #[inline(always)]
    pub fn hand_key(&self) -> u64 {
        zobrist::hands(self.board.hands)
    }

    /// Key of the whole position: pieces, turn and hands.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.board_key() ^ self.hand_key()
    }

    /// The number of the next move; an even game starts at 1.
    pub fn move_number(&self) -> u32 {
        self.first_move_number.saturating_add(self.past.len() as u32)
    }

    /// How many moves and passes can be taken back.
    #[inline]
    pub fn plies_played(&self) -> usize {
        self.past.len()
    }

    /// The move played last; none at the beginning and after a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.past.last()?.mv
    }

    /// The piece that the last move captured.
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.past.last()?.captured
    }

    /// The moves played since the setup, passes left out.
    pub fn moves_played(&self) -> impl Iterator<Item = Move> {
        self.past.iter().filter_map(|past| past.mv)
    }

    pub(crate) fn past(&self) -> &[Past] {
        &self.past
    }

    /// Makes room for so many plies more, so that playing them allocates nothing.
    pub fn reserve(&mut self, plies: usize) {
        self.past.reserve(plies);
    }

    /// Plays a legal move. (A move that breaks a rule leaves the position in a state that the
    /// rules do not know; a move without a piece to move, or of a piece not in hand, panics.)
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let mut past = self.present(Some(mv));
        past.captured = self.board.play(mv);
        self.past.push(past);
        self.danger.set(None);
    }

    /// Hands the turn to the other side (null move). Not allowed in check.
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(!self.in_check());
        self.past.push(self.present(None));
        self.board.pass();
        self.danger.set(None);
    }

    #[inline(always)]
    fn present(&self, mv: Option<Move>) -> Past {
        Past {
            board_key: self.board.key,
            hands: self.board.hands,
            danger: self.danger(),
            mv,
            captured: None,
        }
    }

    /// Goes back before the last move or pass.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn take_back(&mut self) {
        let Some(past) = self.past.pop() else { panic!("nothing has been played") };
        match past.mv {
            Some(mv) => {
                self.board.take_back(mv, past.captured);
                self.board.key = past.board_key;
            }
            None => self.board.pass(),
        }
        self.danger.set(Some(past.danger));
    }

    /// All legal moves, pointless non-promotions included.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        movegen::legal_moves(&self.board, self.danger(), &mut list);
        list
    }

    /// How many legal moves there are; cheaper than listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        movegen::count_legal_moves(&self.board, self.danger())
    }

    /// Is there a legal move? Without one the side to move has lost.
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&self.board, self.danger())
    }

    /// Is the side to move mated?
    pub fn is_mate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Adds the wanted moves to a list.
    #[inline]
    pub fn generate(
        &self,
        wanted: Wanted,
        legality: Legality,
        non_promotions: NonPromotions,
        list: &mut MoveList,
    ) {
        movegen::generate(&self.board, self.danger(), wanted, legality, non_promotions, list);
    }

    /// Does this pseudo-legal move give check?
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        CheckSquares::new(&self.board).gives_check(&self.board, mv)
    }

    /// Checks that everything kept up move by move equals what is computed anew; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        let Ok(fresh) = Self::try_from(self.setup()) else { panic!("no longer a valid position") };
        assert_eq!(self.board.key, self.board.key_from_scratch());
        assert_eq!(self.key(), fresh.key());
        assert_eq!(self.danger(), fresh.danger());
        for color in Color::ALL {
            assert_eq!(self.king(color), fresh.king(color));
            assert_eq!(self.hand(color), fresh.hand(color));
            for kind in PieceKind::ALL {
                assert_eq!(self.pieces_of(color, kind), fresh.pieces_of(color, kind));
            }
        }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.check()
    }
}

/// Equal positions have the same pieces, hands and turn; the past and the move number may differ.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.turn() == other.turn()
            && self.board.hands == other.board.hands
            && Square::all().all(|square| self.piece_on(square) == other.piece_on(square))
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}
