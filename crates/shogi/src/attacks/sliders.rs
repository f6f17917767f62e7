//! Sliding pieces: the squares up to and including the first occupied one.
//!
//! Two ways, measured in `benches/sliders.rs` (docs/decisions/sliders.md has the figures):
//! `lines` reads the occupancy of one line with PEXT and unfolds the answer with PDEP; it is
//! used where the target has BMI2. `rays` finds the first blocker of each ray by subtraction
//! (towards high squares) or by counting leading zeros (towards low squares); it runs anywhere.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub mod lines;
pub mod rays;

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use lines as fastest;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
use rays as fastest;

/// Squares a bishop attacks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    fastest::bishop_attacks(square, occupied)
}

/// Squares a rook attacks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    fastest::rook_attacks(square, occupied)
}

/// Squares a lance attacks.
#[inline(always)]
pub fn lance_attacks(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    rays::lance_attacks(color, square, occupied)
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{DIAGONAL, ORTHOGONAL, PAWN, slides_from};
    use super::*;

    /// A few thousand occupancies of every density, from a fixed multiplicative sequence.
    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut state = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834_u128;
        let mut next = move || {
            state = state.wrapping_mul(0xda94_2042_e4dd_58b5).rotate_left(41) ^ 0x5555;
            state
        };
        (0..2000).map(move |n| {
            let mut bits = next() & Bitboard::FULL.bits();
            for _ in 0..n % 4 {
                bits &= next();
            }
            Bitboard::from_bits(bits)
        })
    }

    #[test]
    fn fast_sliders_equal_the_slow_ones() {
        let black = Color::Black;
        for occupied in occupancies() {
            for square in Square::all() {
                let bishop = slides_from(square, DIAGONAL, black, occupied);
                let rook = slides_from(square, ORTHOGONAL, black, occupied);
                assert_eq!(bishop_attacks(square, occupied), bishop);
                assert_eq!(rook_attacks(square, occupied), rook);
                assert_eq!(rays::bishop_attacks(square, occupied), bishop);
                assert_eq!(rays::rook_attacks(square, occupied), rook);
                for color in Color::ALL {
                    let lance = slides_from(square, PAWN, color, occupied);
                    assert_eq!(lance_attacks(color, square, occupied), lance);
                }
            }
        }
    }
}
