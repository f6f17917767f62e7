//! A playable position with its past: play, take back, pass.

use std::cell::{Cell, OnceCell};

use crate::bitboard::Bitboard;
use crate::board::{Board, KingDanger};
use crate::color::Color;
use crate::hand::Hand;
use crate::movegen::{self, CheckSquares, Legality, MoveList, NonPromotions, Siege, Wanted};
use crate::moves::Move;
use crate::piece::{Piece, PieceKind};
use crate::setup::{Setup, SetupError};
use crate::square::Square;
use crate::zobrist;

/// Positions for which there is room at first; more is asked for as a game goes on.
const ROOM: usize = 8;

/// A position in which a game can go on, and the moves that led to it.
///
/// It comes from a [`Setup`] only through a check, so that every rule may rely on it: each side
/// has at most one king and at least one side has one, no side has two pawns on a file or a piece that
/// can never move, and the side that has just moved is not in check.
///
/// Checkers, pins and the squares from which checks are given are found when first asked for and
/// then remembered; a position is therefore not shared between threads, but cloned.
///
/// # Examples
/// ```
/// use shogi::{Color, Position};
///
/// let position: Position = "4k4/9/9/9/9/9/9/9/4K4 b G2p 1".parse()?;
/// assert_eq!(position.turn(), Color::Black);
/// assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/4K4 b G2p 1");
///
/// let error = "4k4/9/9/9/9/9/9/9/4X4 b - 1".parse::<Position>().unwrap_err();
/// assert!(error.to_string().contains("expected"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    /// Every position since the setup up to the present one, then room for more.
    states: Vec<State>,
    /// Which of them is the present one.
    present: usize,
    first_move_number: u32,
}

/// A position of the game, and facts about it that are computed once.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) board: Board,
    danger: Cell<KingDanger>,
    /// Has `danger` been found out?
    danger_is_known: Cell<bool>,
    check_squares: OnceCell<CheckSquares>,
    /// The move that led here; none at the beginning and after a pass.
    mv: Option<Move>,
    captured: Option<Piece>,
    /// Plies since the beginning or the last pass.
    pub(crate) plies_without_pass: u32,
}

impl State {
    fn new(board: Board) -> Self {
        Self {
            board,
            danger: Cell::default(),
            danger_is_known: Cell::new(false),
            check_squares: OnceCell::new(),
            mv: None,
            captured: None,
            plies_without_pass: 0,
        }
    }

    /// Was the side to move in check? Asked only about positions that have been left by a move.
    #[inline]
    pub(crate) fn was_in_check(&self) -> bool {
        debug_assert!(self.danger_is_known.get());
        !self.danger.get().checkers.is_empty()
    }
}

impl Position {
    /// The start of an even game.
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let position = Position::startpos();
    /// assert_eq!(position.legal_moves().len(), 30);
    /// assert_eq!(position.move_number(), 1);
    /// ```
    pub fn startpos() -> Self {
        crate::handicap::Handicap::Even.position()
    }

    /// The board of a setup that has been checked.
    pub(crate) fn from_checked(board: Board, first_move_number: u32) -> Self {
        Self { states: vec![State::new(board); ROOM], present: 0, first_move_number }
    }

    /// The bare arrangement, without the past.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Color, Piece, PieceKind, Position};
    ///
    /// let mut setup = Position::startpos().setup();
    /// setup.set("2h".parse()?, None);
    /// let without_rook = Position::try_from(setup)?;
    /// let rook = Piece::new(Color::Black, PieceKind::Rook);
    /// assert!(without_rook.setup().pieces().all(|(_, piece)| piece != rook));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    #[inline(always)]
    pub(crate) fn board(&self) -> &Board {
        &self.state().board
    }

    /// Every position since the setup, the present one last.
    pub(crate) fn states(&self) -> &[State] {
        &self.states[..=self.present]
    }

    #[inline(always)]
    fn state(&self) -> &State {
        &self.states[self.present]
    }

    #[inline(always)]
    pub(crate) fn danger(&self) -> KingDanger {
        if !self.state().danger_is_known.get() {
            self.find_danger();
        }
        self.state().danger.get()
    }

    #[inline(never)]
    fn find_danger(&self) {
        let state = self.state();
        state.danger.set(self.board().king_danger(self.board().turn));
        state.danger_is_known.set(true);
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.board().turn
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board().piece_on(square)
    }

    /// The piece on the destination of a pseudo-legal move, after the move.
    #[inline(always)]
    pub fn piece_after(&self, mv: Move) -> Option<Piece> {
        if let Some(kind) = mv.dropped() {
            return Some(Piece::new(self.turn(), kind.kind()));
        }
        let piece = self.piece_on(mv.from()?)?;
        Some(if mv.is_promotion() { piece.promoted() } else { piece })
    }

    /// The pieces that a side holds in hand.
    #[inline(always)]
    pub fn hand(&self, color: Color) -> Hand {
        self.board().hands[color.index()]
    }

    /// Where a side's king stands, if it has one.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board().king(color)
    }

    /// Squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board().occupied()
    }

    /// A side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.board().of(color)
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.board().of(color) & self.all_of(kind)
    }

    /// Both sides' pieces of a kind.
    #[inline]
    pub fn all_of(&self, kind: PieceKind) -> Bitboard {
        self.board().of_kind(kind)
    }

    /// `attacker`'s pieces that attack a square.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Color, Position};
    ///
    /// // The bishop and the knight guard the pawn before the bishop.
    /// let position = Position::startpos();
    /// let guards = position.attackers(Color::Black, "7g".parse()?);
    /// assert_eq!(guards.len(), 2);
    /// assert!(guards.has("8h".parse()?) && guards.has("8i".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn attackers(&self, attacker: Color, square: Square) -> Bitboard {
        self.board().attackers(attacker, square, self.board().occupied())
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
        self.board().key
    }

    /// The [`Self::board_key`] after a legal move.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        self.board().key_after(mv)
    }

    /// Key of both hands.
    #[inline(always)]
    pub fn hand_key(&self) -> u64 {
        zobrist::hands(self.board().hands)
    }

    /// Key of the whole position: pieces, turn and hands.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.board_key() ^ self.hand_key()
    }

    /// The [`Self::key`] after a legal move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut hands = self.board().hands;
        let ours = &mut hands[self.turn().index()];
        if let Some(kind) = mv.dropped() {
            ours.remove(kind);
        } else if let Some(kind) = self.piece_on(mv.to()).and_then(|taken| taken.kind().in_hand()) {
            ours.add(kind);
        }
        self.board_key_after(mv) ^ zobrist::hands(hands)
    }

    /// The number of the next move; an even game starts at 1.
    pub fn move_number(&self) -> u32 {
        self.first_move_number.saturating_add(self.plies_played() as u32)
    }

    /// How many moves and passes can be taken back.
    #[inline]
    pub fn plies_played(&self) -> usize {
        self.present
    }

    /// The move played last; none at the beginning and after a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.state().mv
    }

    /// The piece that the last move captured.
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.state().captured
    }

    /// The moves played since the setup, passes left out.
    pub fn moves_played(&self) -> impl Iterator<Item = Move> {
        self.states().iter().filter_map(|state| state.mv)
    }

    /// Makes room for `plies` more plies, so that playing them allocates nothing.
    pub fn reserve(&mut self, plies: usize) {
        let wanted = (self.present + 1).saturating_add(plies);
        if wanted > self.states.len() {
            self.states.resize(wanted, State::new(*self.board()));
        }
    }

    /// Plays a legal move. Another one never breaks memory safety, but may panic or leave a
    /// position that no rule knows; [`Self::try_play`] is for moves of unknown origin. Allocates
    /// only when the room is used up, see [`Self::reserve`].
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let mut position = Position::startpos();
    /// for text in ["7g7f", "3c3d", "8h2b+"] {
    ///     position.play(text.parse()?);
    /// }
    /// assert!(position.last_captured().is_some());
    ///
    /// position.take_back();
    /// assert_eq!(position.plies_played(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.remember_checks();
        let next = self.advance();
        next.captured = next.board.play(mv);
        next.mv = Some(mv);
    }

    /// Hands the turn to the other side (null move). Not allowed in check.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Color, Position};
    ///
    /// let mut position = Position::startpos();
    /// position.pass();
    /// assert_eq!(position.turn(), Color::White);
    /// position.take_back();
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    #[inline]
    pub fn pass(&mut self) {
        debug_assert!(!self.in_check());
        self.remember_checks();
        let next = self.advance();
        next.board.pass();
        next.captured = None;
        next.mv = None;
        next.plies_without_pass = 0;
    }

    /// Makes a copy of the present board the present one, to be changed by the caller.
    #[inline(always)]
    fn advance(&mut self) -> &mut State {
        if self.present + 1 == self.states.len() {
            self.grow();
        }
        let (past, room) = self.states.split_at_mut(self.present + 1);
        let next = &mut room[0];
        next.board.copy_from(&past[self.present].board);
        next.danger_is_known.set(false);
        next.check_squares = OnceCell::new();
        next.plies_without_pass = past[self.present].plies_without_pass + 1;
        self.present += 1;
        next
    }

    #[cold]
    fn grow(&mut self) {
        self.reserve(self.states.len());
    }

    /// Repetition asks later whether the position that is being left was one of check.
    #[inline(always)]
    fn remember_checks(&self) {
        self.danger();
    }

    /// Goes back before the last move or pass.
    ///
    /// # Panics
    /// If nothing has been played.
    #[inline]
    pub fn take_back(&mut self) {
        assert!(self.present > 0, "nothing has been played");
        self.present -= 1;
    }

    /// The same position with nothing to take back and no repetition behind it.
    pub fn without_past(&self) -> Self {
        Self::from_checked(*self.board(), self.move_number())
    }

    /// All legal moves, pointless non-promotions included.
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let position: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
    /// let moves = position.legal_moves();
    /// assert!(moves.contains(&"G*5b".parse()?));
    /// assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        movegen::legal_moves(self.board(), self.danger(), &mut list);
        list
    }

    /// How many legal moves there are; cheaper than listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let (moves, drops) = self.count_moves_and_drops();
        moves + drops
    }

    /// How many legal moves of pieces on the board there are, and how many legal drops.
    #[inline]
    pub fn count_moves_and_drops(&self) -> (u32, u32) {
        movegen::count_moves_and_drops(self.board(), self.danger())
    }

    /// The surroundings of the other king, for [`Self::count_answers_to_drop`]; none without a king.
    pub fn siege(&self) -> Option<Siege> {
        Siege::new(self.board())
    }

    /// How many legal moves of pieces and how many legal drops answer a legal drop that gives check;
    /// cheaper than to play it and count. None if that must be done.
    #[inline]
    pub fn count_answers_to_drop(&self, siege: &Siege, mv: Move) -> Option<(u32, u32)> {
        siege.count_answers(self.board(), mv.dropped()?, mv.to())
    }

    /// Is there a legal move? Without one the side to move has lost.
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(self.board(), self.danger())
    }

    /// Is the side to move mated?
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let mut position: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
    /// position.play("G*5b".parse()?);
    /// assert!(position.is_mate());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_mate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Adds the wanted moves to a list.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Legality, MoveList, NonPromotions, Position, Wanted};
    ///
    /// let position: Position = "4k4/9/4p4/9/9/9/9/4R4/4K4 b G 1".parse()?;
    /// let mut captures = MoveList::new();
    /// let (legal, all) = (Legality::Legal, NonPromotions::All);
    /// position.generate(Wanted::Captures, legal, all, &mut captures);
    /// assert_eq!(captures[..], ["5h5c+".parse()?, "5h5c".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the moves in the list and the new ones together are more than a position can have;
    /// parts that do not overlap, such as captures and quiet moves, always fit.
    #[inline]
    pub fn generate(
        &self,
        wanted: Wanted,
        legality: Legality,
        non_promotions: NonPromotions,
        list: &mut MoveList,
    ) {
        let (board, danger) = (self.board(), self.danger());
        let squares = || self.check_squares();
        movegen::generate(board, danger, squares, wanted, legality, non_promotions, list);
    }

    /// Does this pseudo-legal move give check?
    ///
    /// # Examples
    /// ```
    /// use shogi::Position;
    ///
    /// let position: Position = "4k4/9/9/9/9/9/9/3R5/4K4 b G 1".parse()?;
    /// assert!(position.gives_check("G*4b".parse()?));
    /// assert!(!position.gives_check("G*9i".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.check_squares().gives_check(self, mv)
    }

    /// From where the side to move gives check.
    #[inline]
    pub fn check_squares(&self) -> &CheckSquares {
        self.state().check_squares.get_or_init(|| CheckSquares::new(self.board()))
    }

    /// Checks that everything kept up move by move equals what is computed anew; for tests.
    #[doc(hidden)]
    pub fn assert_consistent(&self) {
        let Ok(fresh) = Self::try_from(self.setup()) else { panic!("no longer a valid position") };
        assert_eq!(self.board().key, self.board().key_from_scratch());
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

/// Copies the past, not the room.
impl Clone for Position {
    fn clone(&self) -> Self {
        let mut states = Vec::with_capacity(self.present + ROOM);
        states.extend_from_slice(self.states());
        states.resize(self.present + ROOM, State::new(*self.board()));
        Self { states, ..*self }
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
            && self.board().hands == other.board().hands
            && Square::all().all(|square| self.piece_on(square) == other.piece_on(square))
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}
