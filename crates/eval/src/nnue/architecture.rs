//! The shapes of networks that can be read: dimensions, hashes, sizes.
//!
//! Source:  YaneuraOu: the hashes of layers and features, and how they are combined

use std::fmt;

use shogi::{Color, Piece, PieceKind, Position, Square};

use super::king_zone;
use super::states::{self, PIECE_STATES, View};
use crate::change::Placed;

/// The features of a network: what a row of the first layer stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// A row for each square of the own king and each piece state.
    HalfKp,
    /// A row for each piece state, and one for each square of either king.
    KP,
    /// The rows of `KP` for each zone of the own king, with left and right exchanged if that king is
    /// on the left. Such a network has a linear path beside its layers, and layers of their own
    /// for each stage of the game.
    KingZone,
}

impl Features {
    /// All sets of features.
    pub const ALL: [Self; 3] = [Self::HalfKp, Self::KP, Self::KingZone];

    /// The number of blocks, of which one is on at a time; all have the same rows.
    pub const fn blocks(self) -> usize {
        match self {
            Self::HalfKp => Square::COUNT,
            Self::KP => 1,
            Self::KingZone => king_zone::ZONES,
        }
    }

    /// The number of rows in a block.
    pub const fn block_rows(self) -> usize {
        if self.has_king_rows() { PIECE_STATES + 2 * Square::COUNT } else { PIECE_STATES }
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.blocks() * self.block_rows()
    }

    /// The number of linear weights, one for each row of a block; 0 without a linear path.
    pub const fn linear_weights(self) -> usize {
        match self {
            Self::HalfKp | Self::KP => 0,
            Self::KingZone => self.block_rows(),
        }
    }

    /// The number of stages of the game that have dense layers of their own.
    pub const fn stages(self) -> usize {
        match self {
            Self::HalfKp | Self::KP => 1,
            Self::KingZone => king_zone::STAGES,
        }
    }

    /// The stage of a position, from 0.
    #[inline]
    pub fn stage(self, position: &Position) -> usize {
        match self {
            Self::HalfKp | Self::KP => 0,
            Self::KingZone => king_zone::stage(position),
        }
    }

    /// Have the kings rows of their own?
    pub(super) const fn has_king_rows(self) -> bool {
        !matches!(self, Self::HalfKp)
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
        let view = self.view(perspective, king);
        view.for_each(position, &mut visit);
        if self.has_king_rows() {
            for owner in Color::ALL {
                if let Some(square) = position.king(owner) {
                    visit(
                        view.on_board(Placed { piece: Piece::new(owner, PieceKind::King), square }),
                    );
                }
            }
        }
    }

    /// The piece of a row as Black sees it; none for a row that stands for an absent piece.
    pub fn piece_of_row(self, row: usize) -> Option<Piece> {
        states::piece_of(row % self.block_rows())
    }

    /// How the side whose king stands there sees the board.
    #[inline]
    pub(super) fn view(self, perspective: Color, king: Square) -> View {
        let seen = king.seen_by(perspective);
        let (block, is_mirrored) = match self {
            Self::HalfKp => (seen.index(), false),
            Self::KP => (0, false),
            Self::KingZone => king_zone::of_king(seen),
        };
        View { perspective, is_mirrored, base: block * self.block_rows() }
    }

    /// The hash of the features, without the width of the layer; that of king zones is ours.
    const fn hash(self) -> u32 {
        match self {
            Self::HalfKp => 0x5D69_D5B9 ^ 1,
            Self::KP => 0x3F57_17FF,
            Self::KingZone => 0x534B_5A01,
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
        let dense = layer(2 * self.width, self.hidden1)
            + layer(self.hidden1, self.hidden2)
            + layer(self.hidden2, 1);
        first + 4 * self.features.linear_weights() + dense * self.features.stages()
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
            Features::KingZone => "KingZone",
        };
        write!(f, "{features} {}x2-{}-{}", self.width, self.hidden1, self.hidden2)?;
        match self.features.stages() {
            1 => Ok(()),
            stages => write!(f, " x{stages}"),
        }
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
