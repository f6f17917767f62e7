//! Unpacks a position.

use std::fmt;

use shogi::{Color, HandKind, Piece, PieceKind, Setup, Square};

use super::codes::Off;
use super::tables::{CODES_IN_WINDOW, PIECES, STRIDE, STRIDES_IN_WINDOW, Tables};
use super::{BITS, NO_KING, PackedPosition, Packing};

/// Why 32 bytes are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// The square of a king is above 81, or both are on one.
    King,
    /// The bits at this offset are not a piece.
    Code(u32),
    /// The bits end inside a piece or before the last square.
    Length,
    /// There are more pieces of a kind than a set has.
    TooMany(HandKind),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::King => f.write_str("the kings' squares are not two different ones below 82"),
            Self::Code(at) => write!(f, "bit {at}: no piece has this code"),
            Self::Length => f.write_str("the pieces do not fill 256 bits"),
            Self::TooMany(kind) => write!(f, "more pieces of kind {kind} than a set has"),
        }
    }
}

impl std::error::Error for UnpackError {}

/// How many pieces of each kind there are, as fields of one word: pawns lowest.
#[derive(Clone, Copy)]
struct Counts(u64);

const FIELD: u32 = 8;

impl Counts {
    /// One piece of each kind, by the number of the piece.
    const ONE: [u64; Piece::TABLE] = {
        let mut ones = [0; Piece::TABLE];
        let mut index = 0;
        while index < Piece::TABLE {
            let kind = index & 7;
            ones[index] = if kind == 0 { 0 } else { 1 << (FIELD * (kind as u32 - 1)) };
            index += 1;
        }
        ones
    };

    fn add(&mut self, index: usize) {
        self.0 += Self::ONE[index];
    }

    fn get(self, kind: HandKind) -> u8 {
        (self.0 >> (FIELD * (kind.index() as u32 - 1)) & 255) as u8
    }
}

/// The bits behind position `at`, at least 57 of them; zeros follow the end.
#[inline(always)]
fn window(padded: &[u8; 48], at: u32) -> u64 {
    let byte = (at >> 3) as usize;
    let mut word = [0; 8];
    if let Some(bytes) = padded.get(byte..byte + 8) {
        word.copy_from_slice(bytes);
    }
    u64::from_le_bytes(word) >> (at & 7)
}

/// Unpacks a position. The pieces are a well-formed arrangement, not necessarily a legal position.
#[inline]
pub fn unpack(packed: &PackedPosition, packing: Packing) -> Result<Setup, UnpackError> {
    let tables = Tables::of(packing);
    let mut padded = [0; 48];
    padded[..32].copy_from_slice(packed);
    let mut setup = Setup::empty();
    let head = window(&padded, 0);
    setup.turn = Color::ALL[(head & 1) as usize];
    let kings = [head >> 1 & 127, head >> 8 & 127];
    if kings[0] > NO_KING || kings[1] > NO_KING || (kings[0] == kings[1] && kings[0] != NO_KING) {
        return Err(UnpackError::King);
    }
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        if let Some(square) = Square::from_index(king as usize) {
            setup.set(square, Some(Piece::new(color, PieceKind::King)));
        }
    }
    // Squares are counted without the kings; these two say where to add one.
    let (first, second) = (kings[0].min(kings[1]) as u32, kings[0].max(kings[1]) as u32);
    let squares = 81 - u32::from(first != 81) - u32::from(second != 81);
    let mut counts = Counts(0);
    let mut put = |index: u32, piece: usize| {
        // Without a piece the last of the empty squares is emptied once more, which spares a branch.
        let piece = piece & (Piece::TABLE - 1);
        let mut square = index + u32::from(index >= first);
        square += u32::from(square >= second);
        if let Some(square) = Square::from_index(square as usize) {
            setup.set(square, PIECES[piece]);
        }
        counts.add(piece);
    };
    let mut at = 15;
    let mut index = 0;
    let (mut bits, mut strides) = (0, 0);
    while index < squares {
        if strides == 0 {
            bits = window(&padded, at);
            strides = STRIDES_IN_WINDOW;
        }
        strides -= 1;
        let run = tables.runs[(bits & ((1 << STRIDE) - 1)) as usize];
        if index + run.squares() > squares {
            // The run reaches into the hands: the rest of the board is empty.
            at += squares - index;
            break;
        }
        bits >>= run.length() & 63;
        at += run.length();
        index += run.squares();
        put(index.wrapping_sub(1), run.piece());
    }
    if at > BITS {
        return Err(UnpackError::Length);
    }
    // With a missing king the last bit is cut off; it is a zero.
    let end = BITS + u32::from(first == 81) + u32::from(second == 81);
    let mut hands = [Counts(0); 2];
    let mut strides = 0;
    while at < BITS {
        if strides == 0 {
            bits = window(&padded, at);
            strides = CODES_IN_WINDOW;
        }
        strides -= 1;
        let entry = tables.off[(bits & 127) as usize];
        bits >>= entry.length;
        let Some((kind, place)) = entry.found else { return Err(UnpackError::Code(at)) };
        if let Off::Hand(color) = place {
            hands[color.index()].add(kind.index());
        }
        counts.add(kind.index());
        at += u32::from(entry.length);
    }
    if at > end {
        return Err(UnpackError::Length);
    }
    for kind in HandKind::ALL {
        if counts.get(kind) > kind.in_set() {
            return Err(UnpackError::TooMany(kind));
        }
        for color in Color::ALL {
            let held = hands[color.index()].get(kind);
            if held > 0 {
                setup.set_hand(color, kind, held);
            }
        }
    }
    Ok(setup)
}
