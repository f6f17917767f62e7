//! Kinds of pieces, pieces with a colour, and the kinds that can be held in hand.
#![allow(unsafe_code)]

use std::fmt;
use std::num::NonZeroU8;

use crate::color::Color;

/// A kind of piece; promoted kinds are kinds of their own.
///
/// Promotion sets bit 3 of the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 金
    Gold = 7,
    /// 玉
    King = 8,
    /// と, a promoted pawn
    ProPawn = 9,
    /// 成香
    ProLance = 10,
    /// 成桂
    ProKnight = 11,
    /// 成銀
    ProSilver = 12,
    /// 馬, a promoted bishop
    Horse = 13,
    /// 龍, a promoted rook
    Dragon = 14,
}

impl PieceKind {
    /// All fourteen, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// Length of a table indexed by [`Self::index`].
    pub const TABLE: usize = 16;

    /// 1 (pawn) to 14 (dragon).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with these four bits.
    ///
    /// # Safety
    /// `bits` is from 1 to 14.
    #[inline(always)]
    const unsafe fn from_bits(bits: u8) -> Self {
        debug_assert!(bits >= 1 && bits <= 14);
        // SAFETY: the variants are numbered 1 to 14 without a gap.
        unsafe { std::mem::transmute(bits) }
    }

    /// Is it the promoted side of a piece?
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self as u8 > Self::King as u8
    }

    /// Has it a promoted side still to come?
    #[inline(always)]
    pub const fn can_promote(self) -> bool {
        (self as u8) < Self::Gold as u8
    }

    /// The promoted side; a kind without one stays as it is.
    #[inline(always)]
    pub const fn promoted(self) -> Self {
        if self.can_promote() {
            // SAFETY: the numbers 1 to 6 become 9 to 14.
            unsafe { Self::from_bits(self as u8 | 8) }
        } else {
            self
        }
    }

    /// The unpromoted side; an unpromoted kind stays as it is.
    #[inline(always)]
    pub const fn unpromoted(self) -> Self {
        if self.is_promoted() {
            // SAFETY: the numbers 9 to 14 become 1 to 6.
            unsafe { Self::from_bits(self as u8 & 7) }
        } else {
            self
        }
    }

    /// The kind in the hand of its captor; none for the king.
    #[inline(always)]
    pub const fn in_hand(self) -> Option<HandKind> {
        HandKind::from_bits(self as u8 & 7)
    }

    /// The SFEN letter of the unpromoted side, as for Black.
    pub(crate) const fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind with this upper-case SFEN letter.
    pub(crate) const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'P' => Self::Pawn,
            b'L' => Self::Lance,
            b'N' => Self::Knight,
            b'S' => Self::Silver,
            b'B' => Self::Bishop,
            b'R' => Self::Rook,
            b'G' => Self::Gold,
            b'K' => Self::King,
            _ => return None,
        })
    }
}

/// As in SFEN, upper case: `P`, `+R`.
impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_promoted() { "+" } else { "" }, self.letter())
    }
}

/// A kind that can be held in hand and dropped. The numbers are those of [`PieceKind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum HandKind {
    Pawn = 1,
    Lance = 2,
    Knight = 3,
    Silver = 4,
    Bishop = 5,
    Rook = 6,
    Gold = 7,
}

impl HandKind {
    /// All seven, in the order of their numbers.
    pub const ALL: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Bishop, Self::Rook, Self::Gold];

    /// All seven in the order in which hands are written, rook first.
    pub const MOST_VALUABLE_FIRST: [Self; 7] =
        [Self::Rook, Self::Bishop, Self::Gold, Self::Silver, Self::Knight, Self::Lance, Self::Pawn];

    /// Length of a table indexed by [`Self::index`].
    pub const TABLE: usize = 8;

    /// 1 (pawn) to 7 (gold).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with these bits, if they are from 1 to 7.
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u8) -> Option<Self> {
        if bits >= 1 && bits <= 7 {
            // SAFETY: the variants are numbered 1 to 7 without a gap.
            Some(unsafe { std::mem::transmute::<u8, Self>(bits) })
        } else {
            None
        }
    }

    /// The kind as it stands on the board.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        // SAFETY: the numbers are those of `PieceKind`.
        unsafe { PieceKind::from_bits(self as u8) }
    }

    /// How many of this kind a full set has.
    #[inline]
    pub const fn in_set(self) -> u8 {
        match self {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook => 2,
            _ => 4,
        }
    }
}

/// The SFEN letter, upper case.
impl fmt::Display for HandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.kind(), f)
    }
}

/// A kind with its colour: kind in bits 0 to 3, colour in bit 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Length of a table indexed by [`Self::index`].
    pub const TABLE: usize = 32;

    /// A piece of a colour.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        let bits = (color as u8) << 4 | kind as u8;
        // SAFETY: a kind's number is never 0.
        Self(unsafe { NonZeroU8::new_unchecked(bits) })
    }

    /// 1 to 14 for Black's pieces, 17 to 30 for White's.
    #[inline(always)]
    pub const fn index(self) -> usize {
        let bits = self.0.get();
        // SAFETY: `new` is the only constructor; saying so spares the bounds checks of tables.
        unsafe { std::hint::assert_unchecked((bits as usize) < Self::TABLE) };
        bits as usize
    }

    /// The side it belongs to.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0.get() < 16 { Color::Black } else { Color::White }
    }

    /// The kind.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        // SAFETY: bits 0 to 3 hold the number of a kind.
        unsafe { PieceKind::from_bits(self.0.get() & 15) }
    }

    /// The promoted side; a piece without one stays as it is.
    #[inline]
    pub const fn promoted(self) -> Self {
        Self::new(self.color(), self.kind().promoted())
    }

    /// The same kind in the other colour.
    #[inline]
    pub const fn recolored(self) -> Self {
        Self::new(self.color().opponent(), self.kind())
    }

    /// All 28 pieces, Black's first.
    pub fn all() -> impl Iterator<Item = Self> {
        Color::ALL
            .into_iter()
            .flat_map(|color| PieceKind::ALL.into_iter().map(move |kind| Self::new(color, kind)))
    }
}

/// As in SFEN: upper case for Black, lower case for White, `+` before a promoted piece.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind().letter();
        let letter = match self.color() {
            Color::Black => letter,
            Color::White => letter.to_ascii_lowercase(),
        };
        write!(f, "{}{letter}", if self.kind().is_promoted() { "+" } else { "" })
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_and_back() {
        for kind in PieceKind::ALL {
            assert_eq!(kind.promoted().unpromoted(), kind.unpromoted());
            assert_eq!(kind.can_promote(), kind.promoted() != kind);
            assert_eq!(kind.in_hand().is_none(), kind == PieceKind::King);
            if let Some(held) = kind.in_hand() {
                assert_eq!(held.kind(), kind.unpromoted());
            }
        }
    }

    #[test]
    fn a_piece_keeps_its_parts() {
        assert_eq!(Piece::all().count(), 28);
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(piece.recolored().recolored(), piece);
            }
        }
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
