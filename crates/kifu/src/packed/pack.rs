//! Packs a position.

use std::fmt;

use shogi::{Color, HandKind, PieceKind, Setup, Square};

use super::codes::{Code, HAND_ORDER, Off, off_code, piece_code};
use super::{NO_KING, PackedPosition, Packing};

/// Why a position cannot be packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackError {
    /// There are more pieces of a kind than a set has.
    TooMany(HandKind),
    /// A side has two kings.
    TwoKings(Color),
    /// Without a king there is one square more, and its bit finds no room.
    NoRoom,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(kind) => write!(f, "more pieces of kind {kind} than a set has"),
            Self::TwoKings(_) => f.write_str("a side has two kings"),
            Self::NoRoom => f.write_str("a position with a missing king needs more than 256 bits"),
        }
    }
}

impl std::error::Error for PackError {}

struct Writer {
    words: [u64; 5],
    at: u32,
}

impl Writer {
    fn push(&mut self, bits: u64, length: u32) {
        let (word, shift) = ((self.at / 64) as usize, self.at % 64);
        if let Some(low) = self.words.get_mut(word) {
            *low |= bits << shift;
        }
        if shift + length > 64
            && let Some(high) = self.words.get_mut(word + 1)
        {
            *high |= bits >> (64 - shift);
        }
        self.at += length;
    }

    fn push_code(&mut self, code: Code) {
        self.push(u64::from(code.bits), u32::from(code.length));
    }
}

/// Packs a position.
pub fn pack(setup: &Setup, packing: Packing) -> Result<PackedPosition, PackError> {
    let mut kings = [NO_KING; 2];
    let mut left = [0_u8; 8];
    for kind in HandKind::ALL {
        let held: u32 = Color::ALL.map(|color| u32::from(setup.hand(color, kind))).iter().sum();
        let rest = u32::from(kind.in_set()).checked_sub(held).ok_or(PackError::TooMany(kind))?;
        left[kind.index()] = rest as u8;
    }
    for (square, piece) in setup.pieces() {
        match piece.kind().in_hand() {
            None if kings[piece.color().index()] != NO_KING => {
                return Err(PackError::TwoKings(piece.color()));
            }
            None => kings[piece.color().index()] = square.index() as u64,
            Some(kind) => {
                let rest = &mut left[kind.index()];
                *rest = rest.checked_sub(1).ok_or(PackError::TooMany(kind))?;
            }
        }
    }
    let mut out = Writer { words: [0; 5], at: 0 };
    out.push(setup.turn as u64, 1);
    out.push(kings[0], 7);
    out.push(kings[1], 7);
    for square in Square::all() {
        match setup.get(square) {
            None => out.push(0, 1),
            Some(piece) if piece.kind() == PieceKind::King => {}
            Some(piece) => out.push_code(piece_code(packing, piece)),
        }
    }
    for color in Color::ALL {
        for kind in HAND_ORDER {
            for _ in 0..setup.hand(color, kind) {
                out.push_code(off_code(packing, kind, Off::Hand(color)));
            }
        }
    }
    for kind in HAND_ORDER {
        for _ in 0..left[kind.index()] {
            out.push_code(off_code(packing, kind, Off::Box));
        }
    }
    // A missing king adds a bit; that can be spared only if it is zero, as readers assume.
    if out.words[4] != 0 {
        return Err(PackError::NoRoom);
    }
    let mut packed = [0; 32];
    for (bytes, word) in packed.chunks_exact_mut(8).zip(out.words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Ok(packed)
}
