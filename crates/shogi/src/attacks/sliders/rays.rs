//! Sliding pieces ray by ray, on any machine.

use crate::attacks::{geometry, lance_ray};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

type Rays = [[Bitboard; 81]; 4];

/// Rays towards higher squares first, then towards lower ones.
static BISHOP: Rays = [
    geometry::ray_table(&[(1, -1)], Color::Black),
    geometry::ray_table(&[(1, 1)], Color::Black),
    geometry::ray_table(&[(-1, -1)], Color::Black),
    geometry::ray_table(&[(-1, 1)], Color::Black),
];
static ROOK: Rays = [
    geometry::ray_table(&[(0, 1)], Color::Black),
    geometry::ray_table(&[(1, 0)], Color::Black),
    geometry::ray_table(&[(0, -1)], Color::Black),
    geometry::ray_table(&[(-1, 0)], Color::Black),
];

/// Up to the lowest blocker: subtracting one flips exactly the bits up to it.
#[inline(always)]
fn ascending(ray: Bitboard, occupied: Bitboard) -> Bitboard {
    let blockers = (ray & occupied).bits();
    Bitboard::from_bits_truncated((blockers ^ blockers.wrapping_sub(1)) & ray.bits())
}

/// Down to the highest blocker, or to square 0, which the ray then ends before anyway.
#[inline(always)]
fn descending(ray: Bitboard, occupied: Bitboard) -> Bitboard {
    let highest = 127 - ((ray & occupied).bits() | 1).leading_zeros();
    Bitboard::from_bits_truncated(ray.bits() >> highest << highest)
}

#[inline(always)]
fn four(rays: &Rays, square: Square, occupied: Bitboard) -> Bitboard {
    ascending(rays[0][square.index()], occupied)
        | ascending(rays[1][square.index()], occupied)
        | descending(rays[2][square.index()], occupied)
        | descending(rays[3][square.index()], occupied)
}

/// Squares a bishop attacks.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    four(&BISHOP, square, occupied)
}

/// Squares a rook attacks.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    four(&ROOK, square, occupied)
}

/// Squares a lance attacks.
#[inline(always)]
pub fn lance_attacks(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => descending(lance_ray(color, square), occupied),
        Color::White => ascending(lance_ray(color, square), occupied),
    }
}
