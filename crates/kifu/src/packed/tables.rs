//! Tables for quick unpacking: the meaning of the next few bits, filled from the codes.

use shogi::{Color, HandKind, Piece, PieceKind};

use super::Packing;
use super::codes::{Off, off_code, piece_code};

/// The piece that the next bits of a board stand for, and how many of them do.
#[derive(Clone, Copy)]
struct BoardEntry {
    piece: Option<Piece>,
    length: u8,
}

/// The piece in hand or in the box that the next bits stand for, and how many of them do.
#[derive(Clone, Copy)]
pub(super) struct OffEntry {
    pub(super) found: Option<(HandKind, Off)>,
    pub(super) length: u8,
}

/// A run of empty squares and the piece behind it, as far as [`STRIDE`] bits show them: the bits of
/// it all lowest (they are needed first), then its squares, then the number of the piece.
#[derive(Clone, Copy)]
pub(super) struct Run(u32);

impl Run {
    const fn new(piece: Option<Piece>, length: u32, squares: u32) -> Self {
        let piece = match piece {
            Some(piece) => piece.index() as u32,
            None => 0,
        };
        Self(length | squares << 8 | piece << 16)
    }

    #[inline(always)]
    pub(super) const fn length(self) -> u32 {
        self.0 & 255
    }

    #[inline(always)]
    pub(super) const fn squares(self) -> u32 {
        self.0 >> 8 & 255
    }

    /// The number of the piece; 0 for none.
    #[inline(always)]
    pub(super) const fn piece(self) -> usize {
        (self.0 >> 16) as usize
    }
}

/// The pieces by their numbers.
pub(super) const PIECES: [Option<Piece>; Piece::TABLE] = {
    let mut pieces = [None; Piece::TABLE];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < PieceKind::ALL.len() {
            let piece = Piece::new(Color::ALL[color], PieceKind::ALL[kind]);
            pieces[piece.index()] = Some(piece);
            kind += 1;
        }
        color += 1;
    }
    pieces
};

/// The number of bits of the board that are looked up at once.
pub(super) const STRIDE: u32 = 12;
/// The number of lookups of the board in one window, which has at least 57 bits.
pub(super) const STRIDES_IN_WINDOW: u32 = 57 / STRIDE;
/// The number of codes of the hands in one window.
pub(super) const CODES_IN_WINDOW: u32 = 57 / 7;

/// Tables by the next twelve bits of the board and by the next seven of the hands.
pub(super) struct Tables {
    pub(super) runs: [Run; 1 << STRIDE],
    pub(super) off: [OffEntry; 128],
}

static PSV_TABLES: Tables = tables(Packing::Psv);
static HCP_TABLES: Tables = tables(Packing::Hcp);

impl Tables {
    /// The tables of a packing.
    #[inline(always)]
    pub(super) fn of(packing: Packing) -> &'static Self {
        match packing {
            Packing::Psv => &PSV_TABLES,
            Packing::Hcp => &HCP_TABLES,
        }
    }
}

const fn tables(packing: Packing) -> Tables {
    let mut board = [BoardEntry { piece: None, length: 0 }; 256];
    let mut off = [OffEntry { found: None, length: 0 }; 128];
    let mut color_index = 0;
    while color_index < 2 {
        let color = Color::ALL[color_index];
        let mut kind_index = 0;
        while kind_index < PieceKind::ALL.len() {
            let kind = PieceKind::ALL[kind_index];
            kind_index += 1;
            if matches!(kind, PieceKind::King) {
                continue;
            }
            let piece = Piece::new(color, kind);
            let code = piece_code(packing, piece);
            let mut bits = 0;
            while bits < board.len() {
                if bits & ((1 << code.length) - 1) == code.bits as usize {
                    board[bits] = BoardEntry { piece: Some(piece), length: code.length };
                }
                bits += 1;
            }
        }
        color_index += 1;
    }
    let mut place = 0;
    while place < 3 {
        let at = match place {
            0 => Off::Hand(Color::Black),
            1 => Off::Hand(Color::White),
            _ => Off::Box,
        };
        let mut kind_index = 0;
        while kind_index < HandKind::ALL.len() {
            let kind = HandKind::ALL[kind_index];
            let code = off_code(packing, kind, at);
            let mut bits = 0;
            while bits < off.len() {
                if bits & ((1 << code.length) - 1) == code.bits as usize {
                    off[bits] = OffEntry { found: Some((kind, at)), length: code.length };
                }
                bits += 1;
            }
            kind_index += 1;
        }
        place += 1;
    }
    Tables { runs: runs(&board), off }
}

const fn runs(board: &[BoardEntry; 256]) -> [Run; 1 << STRIDE] {
    let mut runs = [Run(0); 1 << STRIDE];
    let mut bits = 0;
    while bits < runs.len() {
        let zeros = if bits == 0 { STRIDE } else { bits.trailing_zeros() };
        let entry = board[bits >> zeros & 255];
        let length = zeros + entry.length as u32;
        runs[bits] = if zeros < STRIDE && entry.piece.is_some() && length <= STRIDE {
            Run::new(entry.piece, length, zeros + 1)
        } else {
            Run::new(None, zeros, zeros)
        };
        bits += 1;
    }
    runs
}
