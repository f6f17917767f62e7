//! Helpers that the tests share.
#![allow(dead_code)] // Each test uses a part of it.

pub mod suites;

use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

/// Reads a position of a suite.
pub fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// The wanted moves, sorted, so that lists can be compared as sets with their duplicates.
pub fn generated(
    position: &Position,
    wanted: Wanted,
    legality: Legality,
    non_promotions: NonPromotions,
) -> Vec<Move> {
    let mut list = MoveList::new();
    position.generate(wanted, legality, non_promotions, &mut list);
    sorted(&list)
}

pub fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort();
    moves
}

/// Every well-formed move, legal or not.
pub fn well_formed_moves() -> Vec<Move> {
    (0..=u16::MAX).filter_map(Move::from_bits).collect()
}
