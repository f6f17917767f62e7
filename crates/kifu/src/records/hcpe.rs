//! hcpe, the 38-byte record of Apery and dlshogi.
//!
//! Source:  the layout: Apery (`HuffmanCodedPosAndEval`), also used by dlshogi.

use shogi::{Color, HandKind, Move, Setup, Square};

use super::{FixedRecord, part};
use crate::packed::{self, PackedPosition, Packing, UnpackError};

/// The winner, in the lowest two bits of the record's result; other bits tell the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HcpeResult {
    /// The game was drawn.
    Draw,
    /// One side won.
    Win(Color),
}

/// A position with its score from the side to move, its move and the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hcpe {
    /// The position as hcp.
    pub position: PackedPosition,
    /// The search's score.
    pub score: i16,
    /// The move played, in Apery's 16 bits; 0 for none.
    pub move_bits: u16,
    /// Result and flags.
    pub result: u8,
    /// Not used; kept as it was read.
    pub padding: u8,
}

impl Hcpe {
    /// The move, if the bits are those of one.
    pub fn mv(&self) -> Option<Move> {
        from_apery_move(self.move_bits)
    }

    /// The winner, if the bits name one.
    pub fn winner(&self) -> Option<HcpeResult> {
        match self.result & 3 {
            0 => Some(HcpeResult::Draw),
            1 => Some(HcpeResult::Win(Color::Black)),
            2 => Some(HcpeResult::Win(Color::White)),
            _ => None,
        }
    }

    /// The position.
    pub fn setup(&self) -> Result<Setup, UnpackError> {
        packed::unpack(&self.position, Packing::Hcp)
    }
}

impl FixedRecord for Hcpe {
    const SIZE: usize = 38;

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        let [result, padding] = part(bytes, 36);
        Self {
            position: part(bytes, 0),
            score: i16::from_le_bytes(part(bytes, 32)),
            move_bits: u16::from_le_bytes(part(bytes, 34)),
            result,
            padding,
        }
    }

    fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.position);
        out.extend_from_slice(&self.score.to_le_bytes());
        out.extend_from_slice(&self.move_bits.to_le_bytes());
        out.extend_from_slice(&[self.result, self.padding]);
    }
}

const PROMOTION: u16 = 1 << 14;
/// Drops come from squares behind the board: pawn first, gold last.
const FIRST_DROP: u16 = 81;

/// The 16 bits of a move as Apery has them.
pub fn apery_move(mv: Move) -> u16 {
    let origin = match (mv.from(), mv.dropped()) {
        (Some(from), _) => from.index() as u16,
        (None, Some(kind)) => FIRST_DROP + kind.index() as u16 - 1,
        (None, None) => 0,
    };
    mv.to().index() as u16 | origin << 7 | if mv.is_promotion() { PROMOTION } else { 0 }
}

/// The move with these bits, if they are those of one.
pub fn from_apery_move(bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 127))?;
    let origin = bits >> 7 & 127;
    let promotes = bits & PROMOTION != 0;
    if bits >> 15 != 0 {
        return None;
    }
    if let Some(from) = Square::from_index(usize::from(origin)) {
        return match (from == to, promotes) {
            (true, _) => None,
            (false, true) => Some(Move::promotion(from, to)),
            (false, false) => Some(Move::normal(from, to)),
        };
    }
    let kind = HandKind::ALL.get(usize::from(origin - FIRST_DROP)).filter(|_| !promotes)?;
    Some(Move::drop(*kind, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_go_both_ways() {
        for (text, bits) in [("7g7f", 7739), ("8h2b+", 25354), ("P*5e", 10408), ("G*5e", 11176)] {
            let mv: Move = text.parse().expect("a move");
            assert_eq!(apery_move(mv), bits, "{text}");
        }
        let mut well_formed = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = from_apery_move(bits) {
                assert_eq!(apery_move(mv), bits);
                well_formed += 1;
            }
        }
        assert_eq!(well_formed, 81 * 80 * 2 + 81 * 7);
    }
}
