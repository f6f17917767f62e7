//! Any arrangement of pieces, and the check that makes a position of it.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::square::{File, Rank, Square};

/// Pieces on the board and in hand, the turn and the move number, legal or not.
///
/// # Examples
/// ```
/// use shogi::{Color, HandKind, Piece, PieceKind, Position, Setup, SetupError};
///
/// let mut setup = Setup::empty();
/// assert_eq!(Position::try_from(setup.clone()), Err(SetupError::NoKing));
///
/// setup.set("5a".parse()?, Some(Piece::new(Color::White, PieceKind::King)));
/// setup.set_hand(Color::Black, HandKind::Gold, 2);
/// let position = Position::try_from(setup)?;
/// assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/9 b 2G 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    squares: [Option<Piece>; 81],
    hands: [[u8; 8]; 2],
    kings_in_hand: [u8; 2],
    /// The side to move.
    pub turn: Color,
    /// The number of the next move.
    pub move_number: u32,
}

/// Why a setup is not a playable position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Neither side has a king.
    NoKing,
    /// A side has more than one king.
    TwoKings(Color),
    /// A side holds a king in hand.
    KingInHand(Color),
    /// There are more pieces of a kind than a set has.
    TooMany {
        /// The kind, promoted ones included.
        kind: HandKind,
        /// How many there are on the board and in both hands.
        found: u32,
    },
    /// A side has two unpromoted pawns on a file.
    Nifu(Color, File),
    /// A pawn, lance or knight stands where it can never move again.
    DeadPiece(Piece, Square),
    /// The side that is not to move is in check.
    OpponentInCheck,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing => f.write_str("there is no king on the board, expected one or two"),
            Self::TwoKings(color) => {
                write!(f, "{} has more than one king, expected at most one", color.name())
            }
            Self::KingInHand(color) => write!(f, "{} holds a king in hand", color.name()),
            Self::TooMany { kind, found } => write!(
                f,
                "there are {found} pieces of kind {kind} on the board and in hand, expected at most {}",
                kind.in_set()
            ),
            Self::Nifu(color, file) => {
                write!(f, "{} has two pawns on file {} (nifu)", color.name(), file.index() + 1)
            }
            Self::DeadPiece(piece, square) => {
                write!(f, "the piece {piece} on {square} could never move again")
            }
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// An empty board, Black to move.
    pub const fn empty() -> Self {
        Self {
            squares: [None; 81],
            hands: [[0; 8]; 2],
            kings_in_hand: [0; 2],
            turn: Color::Black,
            move_number: 1,
        }
    }

    /// The piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// How many of a kind a side holds.
    pub fn hand(&self, color: Color, kind: HandKind) -> u8 {
        self.hands[color.index()][kind.index()]
    }

    /// Says how many of a kind a side holds.
    pub fn set_hand(&mut self, color: Color, kind: HandKind, count: u8) {
        self.hands[color.index()][kind.index()] = count;
    }

    /// How many kings a side holds. Problems and teaching diagrams put a spare king there; no
    /// position that can be played from has one, and SFEN has no letter for it.
    pub fn kings_in_hand(&self, color: Color) -> u8 {
        self.kings_in_hand[color.index()]
    }

    /// Says how many kings a side holds.
    pub fn set_kings_in_hand(&mut self, color: Color, count: u8) {
        self.kings_in_hand[color.index()] = count;
    }

    /// The pieces on the board with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// The same seen from the other side: board turned, colours exchanged.
    pub fn turned(&self) -> Self {
        let mut turned = Self { turn: !self.turn, move_number: self.move_number, ..Self::empty() };
        for (square, piece) in self.pieces() {
            turned.set(square.rotated(), Some(piece.recolored()));
        }
        turned.hands = [self.hands[1], self.hands[0]];
        turned.kings_in_hand = [self.kings_in_hand[1], self.kings_in_hand[0]];
        turned
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self { squares: [None; 81], ..self.clone() };
        for (square, piece) in self.pieces() {
            mirrored.set(square.mirrored(), Some(piece));
        }
        mirrored
    }

    /// Makes a position of it if the rules allow.
    pub(crate) fn check(&self) -> Result<Position, SetupError> {
        self.check_kings()?;
        self.check_counts()?;
        self.check_pawns()?;
        self.check_dead_pieces()?;
        self.place()
    }

    /// Makes a position of a teaching diagram, on which moves can be replayed. Kings may be missing
    /// or lie in hand, pawns may be doubled, and pieces may stand where they never move again. Such
    /// a position is for records only: engines and solvers take what `Position::try_from` allows.
    ///
    /// # Examples
    /// ```
    /// use shogi::{Position, Setup};
    ///
    /// let setup: Setup = "9/9/9/9/9/9/4P4/4P4/9 b - 1".parse()?;
    /// assert!(Position::try_from(setup.clone()).is_err());
    /// assert_eq!(setup.for_study()?.count_legal_moves(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_study(&self) -> Result<Position, SetupError> {
        self.check_one_king_a_side()?;
        self.check_counts()?;
        self.place()
    }

    fn place(&self) -> Result<Position, SetupError> {
        let mut board = Board::empty();
        for (square, piece) in self.pieces() {
            board.put(piece, square);
        }
        for color in Color::ALL {
            for kind in HandKind::ALL {
                for _ in 0..self.hand(color, kind) {
                    board.hands[color.index()].add(kind);
                }
            }
        }
        if self.turn == Color::White {
            board.pass();
        }
        if !board.king_danger(!self.turn).checkers.is_empty() {
            return Err(SetupError::OpponentInCheck);
        }
        Ok(Position::from_checked(board, self.move_number))
    }

    fn kings_on_board(&self, color: Color) -> usize {
        self.pieces().filter(|&(_, piece)| piece == Piece::new(color, PieceKind::King)).count()
    }

    fn check_one_king_a_side(&self) -> Result<(), SetupError> {
        match Color::ALL.into_iter().find(|&color| self.kings_on_board(color) > 1) {
            Some(color) => Err(SetupError::TwoKings(color)),
            None => Ok(()),
        }
    }

    fn check_kings(&self) -> Result<(), SetupError> {
        self.check_one_king_a_side()?;
        if Color::ALL.into_iter().all(|color| self.kings_on_board(color) == 0) {
            return Err(SetupError::NoKing);
        }
        match Color::ALL.into_iter().find(|&color| self.kings_in_hand(color) > 0) {
            Some(color) => Err(SetupError::KingInHand(color)),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> Result<(), SetupError> {
        for kind in HandKind::ALL {
            let on_board =
                self.pieces().filter(|(_, piece)| piece.kind().in_hand() == Some(kind)).count();
            let in_hands: u32 =
                Color::ALL.map(|color| u32::from(self.hand(color, kind))).iter().sum();
            let found = on_board as u32 + in_hands;
            if found > u32::from(kind.in_set()) {
                return Err(SetupError::TooMany { kind, found });
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            for file in File::ALL {
                let pawn = Some(Piece::new(color, PieceKind::Pawn));
                let pawns = Rank::ALL.iter().filter(|&&r| self.get(Square::new(file, r)) == pawn);
                if pawns.count() > 1 {
                    return Err(SetupError::Nifu(color, file));
                }
            }
        }
        Ok(())
    }

    fn check_dead_pieces(&self) -> Result<(), SetupError> {
        match self.pieces().find(|&(square, piece)| is_dead(piece, square)) {
            Some((square, piece)) => Err(SetupError::DeadPiece(piece, square)),
            None => Ok(()),
        }
    }
}

/// Has the piece no move from this square even on an empty board?
pub(crate) fn is_dead(piece: Piece, square: Square) -> bool {
    crate::attacks::attacks(piece, square, Bitboard::EMPTY).is_empty()
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({self})")
    }
}
