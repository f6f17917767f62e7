//! The codes of pieces on the board, in hand and in the box: a Huffman code for each packing.

use shogi::{Color, HandKind, Piece, PieceKind};

use super::Packing;

/// The order of kinds in hands and box.
pub(super) const HAND_ORDER: [HandKind; 7] = [
    HandKind::Pawn,
    HandKind::Lance,
    HandKind::Knight,
    HandKind::Silver,
    HandKind::Gold,
    HandKind::Bishop,
    HandKind::Rook,
];

/// A bit string, its first bit lowest.
#[derive(Clone, Copy)]
pub(super) struct Code {
    pub(super) bits: u8,
    pub(super) length: u8,
}

const fn code(bits: u8, length: u8) -> Code {
    Code { bits, length }
}

/// The code of a kind on the board, without its flags.
const fn board_code(packing: Packing, kind: PieceKind) -> Code {
    match (kind, packing) {
        (PieceKind::Pawn, _) => code(0b01, 2),
        (PieceKind::Lance, _) => code(0b0011, 4),
        (PieceKind::Knight, Packing::Psv) | (PieceKind::Silver, Packing::Hcp) => code(0b1011, 4),
        (PieceKind::Knight, Packing::Hcp) | (PieceKind::Silver, Packing::Psv) => code(0b0111, 4),
        (PieceKind::Gold, _) => code(0b01111, 5),
        (PieceKind::Bishop, _) => code(0b011111, 6),
        (PieceKind::Rook, _) => code(0b111111, 6),
        _ => code(0, 1),
    }
}

/// The code of a piece on the board with its flags.
pub(super) const fn piece_code(packing: Packing, piece: Piece) -> Code {
    let kind = piece.kind();
    let base = board_code(packing, kind.unpromoted());
    let color = piece.color() as u8;
    let promoted = kind.is_promoted() as u8;
    if matches!(kind, PieceKind::Gold) {
        return code(base.bits | color << base.length, base.length + 1);
    }
    let flags = match packing {
        Packing::Psv => promoted | color << 1,
        Packing::Hcp => color | promoted << 1,
    };
    code(base.bits | flags << base.length, base.length + 2)
}

/// The place of a piece that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Off {
    Hand(Color),
    Box,
}

/// The code of a piece in hand or in the box.
pub(super) const fn off_code(packing: Packing, kind: HandKind, off: Off) -> Code {
    let base = board_code(packing, kind.kind());
    let (short, length) = (base.bits >> 1, base.length - 1);
    let color = matches!(off, Off::Hand(Color::White)) as u8;
    let is_box = matches!(off, Off::Box);
    match (packing, kind) {
        // The box's gold is a promoted silver of White.
        (Packing::Psv, HandKind::Gold) if is_box => code(0b11011, 5),
        (Packing::Hcp, HandKind::Gold) if is_box => code(0b11101, 5),
        (_, HandKind::Gold) => code(short | color << length, length + 1),
        (Packing::Psv, _) => code(short | (is_box as u8 | color << 1) << length, length + 2),
        // 1111, then hand or box, then which of the two.
        (Packing::Hcp, HandKind::Bishop | HandKind::Rook) => {
            let is_rook = matches!(kind, HandKind::Rook) as u8;
            code(0b1111 | (!is_box as u8) << 4 | is_rook << 5 | color << 6, 7)
        }
        (Packing::Hcp, _) => {
            // The first flag is that of the box, unlike on the board.
            let flags = is_box as u8 | color << 1;
            code(short | flags << length, length + 2)
        }
    }
}
