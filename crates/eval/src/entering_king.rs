//! Steps of a king to the enemy camp.
//!
//! Source:  E (entering king 2012), figures 2 to 4 and table 2
//! Here:    sets of squares are pushed forward rank by rank in place of the paper's recursion;
//!          enemy attacks are looked at only where the pieces leave a way
//! Worth:   in the paper 53.6 % of the games against the program without it, and 6.1 % instead of
//!          2.7 % of them won with an entered king; its cost is in docs/record/eval.md

mod attacked;
mod choice;
mod weights;

use shogi::{Bitboard, Color, Position, Square};

pub use choice::{TermChoice, UnknownTerm};
pub use weights::{EnteringKing, Preset, StepWeights};

/// The ranks of the enemy camp.
const CAMP: u8 = 3;

/// Ranks from each square to the enemy camp, as its side sees the board.
static RANKS_LEFT: [[u8; 81]; 2] = {
    let mut table = [[0; 81]; 2];
    let mut square = 0;
    while square < 81 {
        let rank = square as u8 % 9;
        table[Color::Black.index()][square] = rank.saturating_sub(CAMP - 1);
        table[Color::White.index()][square] = (8 - rank).saturating_sub(CAMP - 1);
        square += 1;
    }
    table
};

/// How many steps `color`'s king needs to the enemy camp if it may only go forward or diagonally
/// forward, to empty squares that the enemy does not attack, and the enemy never moves; none if it
/// cannot. A king in check, or no king, cannot.
#[inline]
pub fn steps(position: &Position, color: Color) -> Option<u8> {
    let king = position.king(color)?;
    let ranks_left = RANKS_LEFT[color.index()][king.index()];
    if ranks_left > 0 {
        // Two kings of three are closed in by pieces and pawns already.
        let pawns = attacked::by_pawns(position, !color);
        let open = (!position.occupied()).bits() & !pawns;
        if !reaches(color, Bitboard::of(king).bits(), ranks_left, open) {
            return None;
        }
    }
    confirmed(position, color, ranks_left, king)
}

/// The steps of a king whose way pieces and pawns leave open.
#[inline(never)]
fn confirmed(position: &Position, color: Color, ranks_left: u8, king: Square) -> Option<u8> {
    if ranks_left > 0 {
        let attacked = attacked::by_pawns(position, !color)
            | attacked::by_steps(position, !color)
            | attacked::by_slides(position, !color);
        let open = (!position.occupied()).bits() & !attacked;
        if !reaches(color, Bitboard::of(king).bits(), ranks_left, open) {
            return None;
        }
    }
    // The side that has just moved is never in check.
    let in_check = color == position.turn() && position.in_check();
    (!in_check).then_some(ranks_left)
}

/// The steps that `color`'s king would need if nothing stood in its way.
#[inline]
pub fn rank_steps(position: &Position, color: Color) -> Option<u8> {
    Some(RANKS_LEFT[color.index()][position.king(color)?.index()])
}

/// Can a king on `start` go `ranks` ranks forward over `open` squares?
#[inline(always)]
fn reaches(color: Color, start: u128, ranks: u8, open: u128) -> bool {
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
