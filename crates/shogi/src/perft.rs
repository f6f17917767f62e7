//! Counting the leaves of the game tree: the usual test of a move generator.

use crate::movegen::{Legality, MoveList, NonPromotions, Wanted};
use crate::moves::Move;
use crate::position::Position;

/// Counts the sequences of `depth` legal moves; the last move of each is not played.
///
/// # Examples
/// ```
/// use shogi::{Position, perft::perft};
///
/// assert_eq!(perft(&mut Position::startpos(), 3), 25_470);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal_moves()),
        _ => sum_over_moves(position, |position| perft(position, depth - 1)),
    }
}

/// Counts the sequences of `depth` legal moves; every move is played and taken back.
pub fn perft_no_bulk(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => sum_over_moves(position, |_| 1),
        _ => sum_over_moves(position, |position| perft_no_bulk(position, depth - 1)),
    }
}

#[inline(always)]
fn sum_over_moves(position: &mut Position, mut below: impl FnMut(&mut Position) -> u64) -> u64 {
    let mut leaves = 0;
    let mut moves = MoveList::new();
    position.generate(Wanted::All, Legality::Legal, NonPromotions::All, &mut moves);
    for mv in &moves {
        position.play(mv);
        leaves += below(position);
        position.take_back();
    }
    leaves
}

/// The count below each legal move, in the order of generation.
///
/// # Examples
/// ```
/// use shogi::{Position, perft::divide};
///
/// let rows = divide(&mut Position::startpos(), 2, true);
/// assert_eq!(rows.len(), 30);
/// assert_eq!(rows.iter().map(|(_, leaves)| leaves).sum::<u64>(), 900);
/// ```
pub fn divide(position: &mut Position, depth: u32, bulk: bool) -> Vec<(Move, u64)> {
    let count = if bulk { perft } else { perft_no_bulk };
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves();
    let mut rows = Vec::with_capacity(moves.len());
    for mv in &moves {
        position.play(mv);
        rows.push((mv, count(position, below)));
        position.take_back();
    }
    rows
}
