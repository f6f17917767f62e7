//! A move as it is written: from where to where, or which piece is dropped where.
#![allow(unsafe_code)]

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::piece::HandKind;
use crate::square::Square;

/// A move in 16 bits: destination in bits 0 to 6, origin in bits 7 to 13 (for a drop the number
/// of the kind), drop flag in bit 14, promotion flag in bit 15.
///
/// It knows nothing of the position: the piece that moves and the piece taken are read off the
/// board. The layout is the one that training records of the field use.
///
/// # Examples
/// ```
/// use shogi::{HandKind, Move};
///
/// let capture: Move = "8h2b+".parse()?;
/// assert!(capture.is_promotion());
/// assert_eq!(capture.from(), Some("8h".parse()?));
///
/// let drop: Move = "P*5e".parse()?;
/// assert_eq!(drop, Move::drop(HandKind::Pawn, "5e".parse()?));
/// assert_eq!(drop.to_string(), "P*5e");
///
/// assert!("9z1a".parse::<Move>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

impl Move {
    /// A move on the board without promotion.
    ///
    /// # Panics
    /// If `from` and `to` are the same square.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        assert!(from.index() != to.index(), "a piece must leave its square");
        Self::from_origin(Self::origin_bits(from), to)
    }

    /// A move on the board with promotion.
    ///
    /// # Panics
    /// If `from` and `to` are the same square.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        assert!(from.index() != to.index(), "a piece must leave its square");
        Self::from_origin(Self::origin_bits(from) | PROMOTION, to)
    }

    /// A drop.
    #[inline]
    pub const fn drop(kind: HandKind, to: Square) -> Self {
        Self::from_origin(Self::drop_bits(kind), to)
    }

    /// All of a move on the board but its destination.
    #[inline(always)]
    pub(crate) const fn origin_bits(from: Square) -> u16 {
        (from.index() as u16) << 7
    }

    /// All of a promoting move on the board but its destination.
    #[inline(always)]
    pub(crate) const fn promoting_origin_bits(from: Square) -> u16 {
        Self::origin_bits(from) | PROMOTION
    }

    /// All of a drop but its destination.
    #[inline(always)]
    pub(crate) const fn drop_bits(kind: HandKind) -> u16 {
        (kind.index() as u16) << 7 | DROP
    }

    /// A move from its two parts, which are not both those of square 1a.
    #[inline]
    const fn from_origin(origin: u16, to: Square) -> Self {
        match NonZeroU16::new(origin | to.index() as u16) {
            Some(bits) => Self(bits),
            None => panic!("a piece must leave its square"),
        }
    }

    /// A move from its two parts, for the generator.
    ///
    /// # Safety
    /// The origin is that of a drop or of another square than `to`. (Only a move from 1a to 1a
    /// would have no bit set.)
    #[inline(always)]
    pub(crate) const unsafe fn from_origin_unchecked(origin: u16, to: Square) -> Self {
        let bits = origin | to.index() as u16;
        debug_assert!(bits != 0);
        // SAFETY: see above.
        Self(unsafe { NonZeroU16::new_unchecked(bits) })
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits, if they are those of a well-formed move.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let Some(to) = Square::from_index((bits & 127) as usize) else { return None };
        let origin = bits >> 7 & 127;
        if bits & DROP != 0 {
            if bits & PROMOTION != 0 || origin > 7 {
                return None;
            }
            let Some(kind) = HandKind::from_bits(origin as u8) else { return None };
            return Some(Self::drop(kind, to));
        }
        let Some(from) = Square::from_index(origin as usize) else { return None };
        if from.index() == to.index() {
            None
        } else if bits & PROMOTION != 0 {
            Some(Self::promotion(from, to))
        } else {
            Some(Self::normal(from, to))
        }
    }

    /// Where the piece ends up.
    #[inline(always)]
    pub const fn to(self) -> Square {
        // SAFETY: the constructors put a square's number into bits 0 to 6.
        unsafe { Square::from_index_unchecked((self.bits() & 127) as u8) }
    }

    /// Where the piece comes from; none for a drop.
    #[inline(always)]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() {
            None
        } else {
            // SAFETY: without the drop flag, bits 7 to 13 hold a square's number.
            Some(unsafe { Square::from_index_unchecked((self.bits() >> 7 & 127) as u8) })
        }
    }

    /// The same move seen from the other side.
    pub const fn turned(self) -> Self {
        let to = self.to().rotated();
        match (self.from(), self.dropped()) {
            (Some(from), _) if self.is_promotion() => Self::promotion(from.rotated(), to),
            (Some(from), _) => Self::normal(from.rotated(), to),
            (None, Some(kind)) => Self::drop(kind, to),
            (None, None) => self,
        }
    }

    /// Do both moves start from the same square, or drop the same kind, and both promote or not?
    #[inline(always)]
    pub const fn has_origin_of(self, other: Self) -> bool {
        (self.bits() ^ other.bits()) >> 7 == 0
    }

    /// The kind of piece that is dropped; none for a move on the board.
    #[inline(always)]
    pub const fn dropped(self) -> Option<HandKind> {
        if self.is_drop() { HandKind::from_bits((self.bits() >> 7 & 7) as u8) } else { None }
    }

    /// Is it a drop?
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        self.bits() & DROP != 0
    }

    /// Does the piece promote?
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits() & PROMOTION != 0
    }
}

/// As in USI: `7g7f`, `8h2b+`, `P*5e`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => {
                write!(f, "{from}{}{}", self.to(), if self.is_promotion() { "+" } else { "" })
            }
            (None, Some(kind)) => write!(f, "{kind}*{}", self.to()),
            (None, None) => unreachable!("a move without an origin is a drop"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a move in USI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseMoveError {
    /// Four or five characters were expected, and this number was found.
    Length(usize),
    /// The origin is not a square.
    Origin,
    /// The letter before `*` is not one of P L N S G B R.
    DroppedPiece,
    /// The destination is not a square.
    Destination,
    /// The fifth character is not `+`, or stands behind a drop.
    Promotion,
    /// Origin and destination are the same square.
    NoMovement,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => write!(
                f,
                "expected a move of 4 or 5 characters such as 7g7f, 8h2b+ or P*5e, found {found}"
            ),
            Self::Origin => f.write_str("characters 1-2: expected a square from 1a to 9i"),
            Self::DroppedPiece => {
                f.write_str("character 1: expected a piece to drop, one of P L N S G B R")
            }
            Self::Destination => f.write_str("characters 3-4: expected a square from 1a to 9i"),
            Self::Promotion => {
                f.write_str("character 5: only a + behind a move on the board may stand here")
            }
            Self::NoMovement => f.write_str("the piece must leave its square"),
        }
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !matches!(text.len(), 4 | 5) || !text.is_ascii() {
            return Err(ParseMoveError::Length(text.chars().count()));
        }
        let to: Square = text[2..4].parse().map_err(|_| ParseMoveError::Destination)?;
        let promotes = match text.as_bytes().get(4) {
            None => false,
            Some(b'+') => true,
            Some(_) => return Err(ParseMoveError::Promotion),
        };
        if text.as_bytes()[1] == b'*' {
            let kind = crate::piece::PieceKind::from_letter(text.as_bytes()[0])
                .and_then(crate::piece::PieceKind::in_hand)
                .ok_or(ParseMoveError::DroppedPiece)?;
            return if promotes {
                Err(ParseMoveError::Promotion)
            } else {
                Ok(Self::drop(kind, to))
            };
        }
        let from: Square = text[..2].parse().map_err(|_| ParseMoveError::Origin)?;
        if from == to {
            Err(ParseMoveError::NoMovement)
        } else if promotes {
            Ok(Self::promotion(from, to))
        } else {
            Ok(Self::normal(from, to))
        }
    }
}

/// An action that a player may take when it is their turn.
///
/// # Examples
/// ```
/// use shogi::Action;
///
/// assert_eq!("7g7f".parse(), Ok(Action::Play("7g7f".parse()?)));
/// assert_eq!("win".parse(), Ok(Action::Declare));
/// assert_eq!(Action::Resign.to_string(), "resign");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a move.
    Play(Move),
    /// Give up (投了).
    Resign,
    /// Declare a win by entering king (入玉宣言).
    Declare,
}

/// As in USI behind `bestmove`: a move, `resign` or `win`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(mv) => fmt::Display::fmt(mv, f),
            Self::Resign => f.write_str("resign"),
            Self::Declare => f.write_str("win"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "resign" => Ok(Self::Resign),
            "win" => Ok(Self::Declare),
            _ => text.parse().map(Self::Play),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_text_go_both_ways() {
        let mut well_formed = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            well_formed += 1;
            assert_eq!(mv.bits(), bits);
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
        assert_eq!(well_formed, 81 * 80 * 2 + 81 * 7);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn layout_is_that_of_training_records() {
        for (text, bits) in [("7g7f", 7739), ("8h2b+", 41738), ("P*5e", 16552), ("G*5e", 17320)] {
            assert_eq!(text.parse::<Move>().unwrap().bits(), bits);
        }
    }

    #[test]
    fn errors_name_the_character() {
        use ParseMoveError as E;
        for (text, error) in [
            ("", E::Length(0)),
            ("7g7f++", E::Length(6)),
            ("７g7f", E::Length(4)),
            ("0g7f", E::Origin),
            ("7g7j", E::Destination),
            ("7g7f=", E::Promotion),
            ("P*5e+", E::Promotion),
            ("K*5e", E::DroppedPiece),
            ("p*5e", E::DroppedPiece),
            ("5e5e", E::NoMovement),
        ] {
            assert_eq!(text.parse::<Move>(), Err(error), "{text}");
        }
    }
}
