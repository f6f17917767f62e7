//! The shapes of networks that can be read: dimensions, hashes, sizes.
//!
//! Source:  YaneuraOu: the hashes of layers and features, and how they are combined

use std::fmt;

use shogi::{Color, Position, Square};

use super::states;

/// The features of a network: what a row of the first layer stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// A row for each square of the own king and each piece state.
    HalfKp,
    /// A row for each piece state, and one for each square of either king.
    KP,
}

impl Features {
    /// Both sets of features.
    pub const ALL: [Self; 2] = [Self::HalfKp, Self::KP];

    /// The number of rows.
    pub const fn rows(self) -> usize {
        match self {
            Self::HalfKp => 81 * states::PIECE_STATES,
            Self::KP => states::PIECE_STATES + 2 * 81,
        }
    }

    /// Calls `visit` with every row that is on in the position, as one side sees it; a side without
    /// a king has none.
    pub fn for_each_row(
        self,
        position: &Position,
        perspective: Color,
        mut visit: impl FnMut(usize),
    ) {
        let Some(king) = position.king(perspective) else { return };
        let base = self.row_base(perspective, king);
        states::for_each(position, perspective, |state| visit(base + state));
        if self == Self::KP {
            for owner in Color::ALL {
                if let Some(king) = position.king(owner) {
                    visit(states::of_king(perspective, owner, king));
                }
            }
        }
    }

    /// The row of piece state 0.
    #[inline]
    pub(super) fn row_base(self, perspective: Color, king: Square) -> usize {
        match self {
            Self::HalfKp => king.seen_by(perspective).index() * states::PIECE_STATES,
            Self::KP => 0,
        }
    }

    /// The hash of the features, without the width of the layer.
    const fn hash(self) -> u32 {
        match self {
            Self::HalfKp => 0x5D69_D5B9 ^ 1,
            Self::KP => 0x3F57_17FF,
        }
    }
}

/// The dimensions of a network: `width` for each side, then two hidden layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// Rows of the first layer.
    pub features: Features,
    /// Numbers in the accumulator of a side.
    pub width: usize,
    /// Outputs of the first hidden layer.
    pub hidden1: usize,
    /// Outputs of the second hidden layer.
    pub hidden2: usize,
}

/// Inputs of a dense layer are padded to a multiple of this in the file.
const PADDING: usize = 32;

pub(super) const fn padded(inputs: usize) -> usize {
    inputs.div_ceil(PADDING) * PADDING
}

const fn affine_hash(previous: u32, outputs: usize) -> u32 {
    (0xCC03_DAE4_u32.wrapping_add(outputs as u32)) ^ (previous >> 1) ^ (previous << 31)
}

const fn clipped_hash(previous: u32) -> u32 {
    0x538D_24C7_u32.wrapping_add(previous)
}

impl Architecture {
    /// Hash of the first layer.
    pub const fn features_hash(&self) -> u32 {
        self.features.hash() ^ (2 * self.width) as u32
    }

    /// Hash of the dense layers.
    pub const fn network_hash(&self) -> u32 {
        let input = 0xEC42_E90D ^ (2 * self.width) as u32;
        let first = clipped_hash(affine_hash(input, self.hidden1));
        let second = clipped_hash(affine_hash(first, self.hidden2));
        affine_hash(second, 1)
    }

    /// Hash of the file, made of those of both parts.
    pub const fn file_hash(&self) -> u32 {
        self.features_hash() ^ self.network_hash()
    }

    /// Bytes of all weights, without header and hashes.
    pub const fn payload(&self) -> usize {
        let first = 2 * self.width * (1 + self.features.rows());
        first
            + layer(2 * self.width, self.hidden1)
            + layer(self.hidden1, self.hidden2)
            + layer(self.hidden2, 1)
    }
}

/// Bytes of a dense layer: biases of 32 bits, weights of 8 bits.
const fn layer(inputs: usize, outputs: usize) -> usize {
    outputs * (4 + padded(inputs))
}

/// Writes the name that players know: `HalfKP 256x2-32-32`.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let features = match self.features {
            Features::HalfKp => "HalfKP",
            Features::KP => "K-P",
        };
        write!(f, "{features} {}x2-{}-{}", self.width, self.hidden1, self.hidden2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half_kp(width: usize, hidden1: usize, hidden2: usize) -> Architecture {
        Architecture { features: Features::HalfKp, width, hidden1, hidden2 }
    }

    #[test]
    fn hashes_are_those_of_the_field() {
        let standard = half_kp(256, 32, 32);
        assert_eq!(standard.features_hash(), 0x5D69_D7B8);
        assert_eq!(standard.network_hash(), 0x6333_7156);
        assert_eq!(standard.file_hash(), 0x3E5A_A6EE);
        assert_eq!(half_kp(512, 16, 32).file_hash(), 0x3E5A_A772);
        assert_eq!(half_kp(512, 8, 96).file_hash(), 0x3E5A_A70C);
        assert_eq!(half_kp(1024, 8, 32).file_hash(), 0x3E5A_B7EC);
        assert_eq!(half_kp(1024, 8, 64).file_hash(), 0x3E5A_B79C);
        let kp = Architecture { features: Features::KP, ..standard };
        assert_eq!(kp.features_hash(), 0x3F57_15FF);
        assert_eq!(kp.file_hash(), 0x5C64_64A9);
    }

    #[test]
    fn sizes_are_those_of_the_field() {
        assert_eq!(half_kp(256, 32, 32).payload(), 64_216_868);
        assert_eq!(half_kp(512, 8, 96).payload(), 128_410_116);
        assert_eq!(half_kp(1024, 8, 32).payload(), 256_814_276);
        let kp = Architecture { features: Features::KP, ..half_kp(256, 32, 32) };
        assert_eq!(kp.payload() + 12 + 165 + 8, 893_917);
    }
}
