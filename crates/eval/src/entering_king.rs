//! Steps of a king to the enemy camp.
//!
//! Source:  E (entering king 2012), figures 2 to 4 and table 2
//! Here:    sets of squares are pushed forward rank by rank in place of the paper's recursion;
//!          enemy attacks are looked at only where the pieces leave a way
//! Worth:   the paper's 7 weights: +25 Elo against the program without them, entering-king wins
//!          2.7 % to 6.1 %; cost in docs/eval.md

mod attacked;
mod weights;

use shogi::{Bitboard, Color, Position};

pub use weights::{EnteringKing, Preset, StepWeights};

/// The ranks of the enemy camp.
const CAMP: u32 = 3;

/// How many steps `color`'s king needs to the enemy camp if it may only go forward or diagonally
/// forward, to empty squares that the enemy does not attack, and the enemy never moves; none if it
/// cannot. A king in check, or no king, cannot.
#[inline]
pub fn steps(position: &Position, color: Color) -> Option<u8> {
    let king = position.king(color)?;
    let rank = king.rank().seen_by(color).index() as u32;
    let ranks_left = rank.saturating_sub(CAMP - 1);
    let start = Bitboard::of(king).bits();
    let empty = (!position.occupied()).bits();
    // Each test costs more than the one before it; most kings fail the first.
    if ranks_left > 0 {
        if !reaches(color, start, ranks_left, empty) {
            return None;
        }
        let near = empty & !attacked::by_steps(position, !color);
        if !reaches(color, start, ranks_left, near)
            || !reaches(color, start, ranks_left, near & !attacked::by_slides(position, !color))
        {
            return None;
        }
    }
    // The side that has just moved is never in check.
    let in_check = color == position.turn() && position.in_check();
    (!in_check).then_some(ranks_left as u8)
}

/// The rank of `color`'s king on the same scale: steps if nothing stood in the way.
#[inline]
pub fn rank_steps(position: &Position, color: Color) -> Option<u8> {
    let rank = position.king(color)?.rank().seen_by(color).index() as u32;
    Some(rank.saturating_sub(CAMP - 1) as u8)
}

/// Can a king on `start` go so many ranks forward over `open` squares?
#[inline(always)]
fn reaches(color: Color, start: u128, ranks: u32, open: u128) -> bool {
    let mut squares = start;
    for _ in 0..ranks {
        // All squares stand on one rank, and it is never the last: no square wraps around.
        let ahead = match color {
            Color::Black => squares >> 1,
            Color::White => squares << 1,
        };
        squares = (ahead | ahead << 9 | ahead >> 9) & open;
        if squares == 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
