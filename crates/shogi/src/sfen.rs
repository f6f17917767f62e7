//! SFEN, the text form of positions: board, turn, hands, move number.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::color::Color;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::square::{File, Rank, Square};

/// The four fields of an SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The pieces on the board.
    Board,
    /// `b` or `w`.
    Turn,
    /// The pieces in hand.
    Hands,
    /// The number of the next move.
    MoveNumber,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Hands => "hands",
            Self::MoveNumber => "move number",
        })
    }
}

/// Why a text is not an SFEN: which field, at which column (from 1), and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SfenError {
    /// The field that is wrong.
    pub field: Field,
    /// The column of the first wrong character, counted in characters from 1.
    pub column: usize,
    /// The problem there.
    pub problem: SfenProblem,
}

/// A problem of an SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SfenProblem {
    /// The text ends before the field.
    Missing,
    /// A character that has no meaning there; the text says what was expected.
    Unexpected(char, &'static str),
    /// The field ends too early; the text says what was expected.
    EndsEarly(&'static str),
    /// `+` before a king or a gold.
    CannotPromote(char),
    /// A rank has more or fewer than nine squares.
    RankLength(usize),
    /// More than nine ranks.
    TooManyRanks,
    /// Fewer than nine ranks.
    TooFewRanks(usize),
    /// A kind appears twice in one hand.
    HeldTwice(char),
    /// More pieces of a kind in hand than a set has.
    TooManyInHand(char, u8),
    /// A number out of range.
    Number(&'static str),
    /// Text behind the last field.
    Trailing,
    /// The pieces are well written but cannot be a position.
    Setup(SetupError),
}

impl fmt::Display for SfenProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("the field is missing"),
            Self::Unexpected(found, expected) => write!(f, "expected {expected}, found {found:?}"),
            Self::EndsEarly(expected) => {
                write!(f, "expected {expected}, found the end of the field")
            }
            Self::CannotPromote(piece) => write!(f, "the piece {piece:?} has no promoted side"),
            Self::RankLength(found) => write!(f, "expected 9 squares in the rank, found {found}"),
            Self::TooManyRanks => f.write_str("expected 9 ranks, found more"),
            Self::TooFewRanks(found) => write!(f, "expected 9 ranks, found {found}"),
            Self::HeldTwice(piece) => write!(f, "the piece {piece:?} is counted twice"),
            Self::TooManyInHand(piece, most) => {
                write!(f, "too many pieces {piece:?} in hand, expected at most {most}")
            }
            Self::Number(expected) => write!(f, "expected {expected}"),
            Self::Trailing => f.write_str("expected the end of the text"),
            Self::Setup(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} field, column {}: {}", self.field, self.column, self.problem)
    }
}

impl std::error::Error for SfenError {}

/// A field's characters with their columns.
struct Reader<'a> {
    field: Field,
    column: usize,
    rest: std::str::Chars<'a>,
}

impl<'a> Reader<'a> {
    fn new(field: Field, column: usize, text: &'a str) -> Self {
        Self { field, column, rest: text.chars() }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next()?;
        self.column += 1;
        Some(next)
    }

    /// An error at the next character.
    fn error(&self, problem: SfenProblem) -> SfenError {
        SfenError { field: self.field, column: self.column, problem }
    }

    /// An error at the character read last.
    fn error_before(&self, problem: SfenProblem) -> SfenError {
        SfenError { field: self.field, column: self.column - 1, problem }
    }
}

/// The piece with this letter: upper case for Black, lower case for White.
fn piece_from_letter(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let upper = u8::try_from(letter.to_ascii_uppercase()).ok()?;
    Some(Piece::new(color, PieceKind::from_letter(upper)?))
}

const PROMOTABLE: &str = "a piece that promotes (one of P L N S B R, lower case for White)";

impl Setup {
    fn read_board(&mut self, mut text: Reader<'_>) -> Result<(), SfenError> {
        for (index, rank) in Rank::ALL.into_iter().enumerate() {
            self.read_rank(rank, &mut text)?;
            match text.next() {
                None if index == 8 => return Ok(()),
                None => return Err(text.error(SfenProblem::TooFewRanks(index + 1))),
                Some(_) if index == 8 => return Err(text.error_before(SfenProblem::TooManyRanks)),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Reads up to the slash or the end.
    fn read_rank(&mut self, rank: Rank, text: &mut Reader<'_>) -> Result<(), SfenError> {
        let mut filled = 0;
        while let Some(letter) = text.peek().filter(|&letter| letter != '/') {
            if let Some(skip @ 1..=9) = letter.to_digit(10) {
                text.next();
                filled += skip as usize;
            } else {
                let piece = read_piece(text)?;
                if filled < 9 {
                    self.set(Square::new(File::ALL[8 - filled], rank), Some(piece));
                }
                filled += 1;
            }
            if filled > 9 {
                return Err(text.error_before(SfenProblem::RankLength(filled)));
            }
        }
        if filled < 9 { Err(text.error(SfenProblem::RankLength(filled))) } else { Ok(()) }
    }

    fn read_hands(&mut self, mut text: Reader<'_>) -> Result<(), SfenError> {
        if text.peek() == Some('-') {
            text.next();
            return match text.peek() {
                None => Ok(()),
                Some(found) => Err(text.error(SfenProblem::Unexpected(found, "nothing behind -"))),
            };
        }
        while text.peek().is_some() {
            self.read_held(&mut text)?;
        }
        Ok(())
    }

    /// Reads a count, if any, and a piece.
    fn read_held(&mut self, text: &mut Reader<'_>) -> Result<(), SfenError> {
        let mut count: Option<u8> = None;
        while let Some(digit) = text.peek().and_then(|letter| letter.to_digit(10)) {
            let sum = u32::from(count.unwrap_or(0)) * 10 + digit;
            count = match u8::try_from(sum) {
                Ok(sum) if sum > 0 => Some(sum),
                _ => return Err(text.error(SfenProblem::Number("a count from 1 to 18"))),
            };
            text.next();
        }
        let expected = "a piece in hand (one of P L N S G B R, lower case for White)";
        let Some(letter) = text.next() else {
            return Err(text.error(SfenProblem::EndsEarly(expected)));
        };
        let Some((color, kind)) =
            piece_from_letter(letter).and_then(|p| Some((p.color(), p.kind().in_hand()?)))
        else {
            return Err(text.error_before(SfenProblem::Unexpected(letter, expected)));
        };
        if self.hand(color, kind) > 0 {
            return Err(text.error_before(SfenProblem::HeldTwice(letter)));
        }
        let count = count.unwrap_or(1);
        if count > kind.in_set() {
            return Err(text.error_before(SfenProblem::TooManyInHand(letter, kind.in_set())));
        }
        self.set_hand(color, kind, count);
        Ok(())
    }
}

fn read_piece(text: &mut Reader<'_>) -> Result<Piece, SfenError> {
    let promoted = text.peek() == Some('+');
    if promoted {
        text.next();
    }
    let Some(letter) = text.peek() else {
        return Err(text.error(SfenProblem::EndsEarly(PROMOTABLE)));
    };
    let Some(piece) = piece_from_letter(letter) else {
        let expected = if promoted { PROMOTABLE } else { "a piece, +, a digit from 1 to 9 or /" };
        return Err(text.error(SfenProblem::Unexpected(letter, expected)));
    };
    if promoted && !piece.kind().can_promote() {
        return Err(text.error(SfenProblem::CannotPromote(letter)));
    }
    text.next();
    Ok(if promoted { piece.promoted() } else { piece })
}

fn read_turn(mut text: Reader<'_>) -> Result<Color, SfenError> {
    let turn = match text.next() {
        Some('b') => Color::Black,
        Some('w') => Color::White,
        Some(found) => {
            return Err(text.error_before(SfenProblem::Unexpected(found, "b or w")));
        }
        None => return Err(text.error(SfenProblem::Missing)),
    };
    match text.peek() {
        None => Ok(turn),
        Some(found) => Err(text.error(SfenProblem::Unexpected(found, "a blank behind b or w"))),
    }
}

fn read_move_number(text: &str, at: Reader<'_>) -> Result<u32, SfenError> {
    const EXPECTED: SfenProblem = SfenProblem::Number("a move number from 1 to 4294967295");
    if let Some((index, _)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_digit()) {
        return Err(SfenError { column: at.column + index, ..at.error(EXPECTED) });
    }
    // Zero is met in the wild and meant as the first move.
    text.parse().map(|number: u32| number.max(1)).map_err(|_| at.error(EXPECTED))
}

/// Splits at blanks and keeps the column of each word.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split([' ', '\t', '\r', '\n']).filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Reads board, turn, hands and, if it is there, the move number. A leading word `sfen` is
/// passed over; `startpos` is the start of an even game.
impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        let mut words = words(text).peekable();
        words.next_if(|&(_, word)| word == "sfen");
        if words.next_if(|&(_, word)| word == "startpos").is_some() {
            return match words.next() {
                None => Ok(Position::startpos().setup()),
                Some((column, _)) => {
                    Err(SfenError { field: Field::Board, column, problem: SfenProblem::Trailing })
                }
            };
        }
        let end = text.chars().count() + 1;
        let mut field = |field| match words.next() {
            Some((column, word)) => Ok((word, Reader::new(field, column, word))),
            None => Err(SfenError { field, column: end, problem: SfenProblem::Missing }),
        };
        let mut setup = Self::empty();
        setup.read_board(field(Field::Board)?.1)?;
        setup.turn = read_turn(field(Field::Turn)?.1)?;
        setup.read_hands(field(Field::Hands)?.1)?;
        if let Ok((word, reader)) = field(Field::MoveNumber) {
            setup.move_number = read_move_number(word, reader)?;
        }
        match field(Field::MoveNumber) {
            Ok((_, reader)) => Err(reader.error(SfenProblem::Trailing)),
            Err(_) => Ok(setup),
        }
    }
}

/// As a [`Setup`], then checked.
impl FromStr for Position {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Self, SfenError> {
        let setup: Setup = text.parse()?;
        setup.check().map_err(|error| {
            let column = words(text).find(|&(_, word)| word != "sfen").map_or(1, |(at, _)| at);
            SfenError { field: Field::Board, column, problem: SfenProblem::Setup(error) }
        })
    }
}

/// Canonical SFEN: hands in the order R B G S N L P, Black's first, and the move number.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL {
            if rank != Rank::A {
                f.write_char('/')?;
            }
            let mut blanks = 0;
            for file in File::ALL.into_iter().rev() {
                let Some(piece) = self.get(Square::new(file, rank)) else {
                    blanks += 1;
                    continue;
                };
                if blanks > 0 {
                    write!(f, "{blanks}")?;
                    blanks = 0;
                }
                write!(f, "{piece}")?;
            }
            if blanks > 0 {
                write!(f, "{blanks}")?;
            }
        }
        write!(f, " {} ", self.turn)?;
        self.write_hands(f)?;
        write!(f, " {}", self.move_number)
    }
}

impl Setup {
    fn write_hands(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut nothing = true;
        for color in Color::ALL {
            for kind in HandKind::MOST_VALUABLE_FIRST {
                let count = self.hand(color, kind);
                if count == 0 {
                    continue;
                }
                nothing = false;
                if count > 1 {
                    write!(f, "{count}")?;
                }
                write!(f, "{}", Piece::new(color, kind.kind()))?;
            }
        }
        if nothing { f.write_char('-') } else { Ok(()) }
    }
}

/// Writes the position as [`Setup`] does.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}

impl Position {
    /// The position in SFEN.
    pub fn to_sfen(&self) -> String {
        self.to_string()
    }
}
