//! Positions in 32 bytes: PackedSfen as YaneuraOu has it and hcp as Apery and dlshogi have it.
//!
//! Both write the turn, the squares of the two kings (81: none), the other squares from 1a to 9i
//! and the pieces in hand in a code of variable length, lowest bit first. They differ in the codes
//! of some pieces and in the order of the flags behind them. Every piece costs one bit less in hand
//! than on the board, where an empty square costs one; so with the pieces of a full set (those
//! missing go to a "box" behind the hands) the sum is always 256 bits.

mod codes;
mod pack;
mod tables;
#[cfg(test)]
mod tests;
mod unpack;

pub use pack::{PackError, pack};
pub use unpack::{UnpackError, unpack};

/// One of the two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// PackedSfen, of PSV files.
    Psv,
    /// HuffmanCodedPos, of hcpe files.
    Hcp,
}

/// A position in 32 bytes.
pub type PackedPosition = [u8; 32];

const BITS: u32 = 256;
/// The square of a king that is not there.
const NO_KING: u64 = 81;
