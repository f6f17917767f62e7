//! Keys that stand for positions.
//!
//! The board key is the exclusive or of one random number for each piece on its square and one
//! for White to move. The hand key is a mixing function of both packed hands, so that it needs
//! no upkeep and equal boards with different hands can be recognised.

use crate::hand::Hand;
use crate::piece::Piece;
use crate::square::Square;

/// One step of the SplitMix64 generator: the state's next value, well mixed.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

static PIECE_ON: [[u64; 81]; Piece::TABLE] = {
    let mut table = [[0; 81]; Piece::TABLE];
    let mut piece = 0;
    while piece < Piece::TABLE {
        let mut square = 0;
        while square < 81 {
            table[piece][square] = mix((piece as u64) << 32 | square as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Part of the board key while White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(u64::MAX);

#[inline(always)]
pub(crate) fn piece_on(piece: Piece, square: Square) -> u64 {
    PIECE_ON[piece.index()][square.index()]
}

/// The hand key; 0 for two empty hands.
#[inline(always)]
pub(crate) const fn hands(hands: [Hand; 2]) -> u64 {
    let packed = hands[0].bits() as u64 | (hands[1].bits() as u64) << 32;
    let product = packed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let folded = product ^ product >> 32;
    folded.wrapping_mul(0xd6e8_feb8_6659_fd93)
}
