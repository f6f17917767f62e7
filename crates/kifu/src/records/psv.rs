//! PackedSfenValue, the 40-byte record of YaneuraOu and its trainers.
//!
//! Source:  the layout: YaneuraOu (`PackedSfenValue`).

use shogi::{Move, Setup};

use super::{FixedRecord, part};
use crate::packed::{self, PackedPosition, Packing, UnpackError};

/// A position with its score, its move and how the game went, all from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Psv {
    /// The position as PackedSfen.
    pub position: PackedPosition,
    /// The search's score.
    pub score: i16,
    /// The move played, as 16 bits; 0 for none.
    pub move_bits: u16,
    /// The number of the move, from 1.
    pub ply: u16,
    /// 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// Not used; kept as it was read.
    pub padding: u8,
}

impl Psv {
    /// The move, if the bits are those of one.
    pub fn mv(&self) -> Option<Move> {
        Move::from_bits(self.move_bits)
    }

    /// The position, with the number of the move.
    pub fn setup(&self) -> Result<Setup, UnpackError> {
        let mut setup = packed::unpack(&self.position, Packing::Psv)?;
        setup.move_number = u32::from(self.ply).max(1);
        Ok(setup)
    }
}

impl FixedRecord for Psv {
    const SIZE: usize = 40;

    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        let [result, padding] = part(bytes, 38);
        Self {
            position: part(bytes, 0),
            score: i16::from_le_bytes(part(bytes, 32)),
            move_bits: u16::from_le_bytes(part(bytes, 34)),
            ply: u16::from_le_bytes(part(bytes, 36)),
            result: i8::from_le_bytes([result]),
            padding,
        }
    }

    fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.position);
        out.extend_from_slice(&self.score.to_le_bytes());
        out.extend_from_slice(&self.move_bits.to_le_bytes());
        out.extend_from_slice(&self.ply.to_le_bytes());
        out.extend_from_slice(&[self.result.to_le_bytes()[0], self.padding]);
    }
}
