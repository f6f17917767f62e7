//! How far the game has come: how near the pieces are to the enemy camp.
//!
//! Source:  G (Gekisashi 2005): one continuous number for the whole board, no separate stages
//! Here:    the points for ranks and hands are ours, scaled so that half of the floodgate games of
//!          2016 end above three quarters (docs/eval.md)

use shogi::{Bitboard, Color, HandKind, PieceKind, Position};

/// The end of the scale.
pub(super) const FULL: i32 = 256;
/// Points of both sides together at the end of the scale.
const FULL_POINTS: i32 = 56;
/// For each piece but pawns and the king in the enemy camp, and on the three ranks before it.
const RANK_POINTS: [(usize, i32); 4] = [(3, 1), (4, 1), (5, 1), (6, 1)];
/// For each piece but pawns in hand: it can be dropped anywhere.
const HAND_POINTS: i32 = 2;

/// From 0, the start of the game, to 256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Progress(i32);

impl Progress {
    /// The progress of a position.
    pub fn of(position: &Position) -> Self {
        let points: i32 = Color::ALL.into_iter().map(|color| points(position, color)).sum();
        Self((points * FULL / FULL_POINTS).min(FULL))
    }

    /// 0 to 256.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// 0 to 100.
    pub const fn percent(self) -> i32 {
        self.0 * 100 / FULL
    }
}

fn points(position: &Position, color: Color) -> i32 {
    let pawns = position.pieces_of(color, PieceKind::Pawn);
    let others = position.pieces(color) - pawns - position.pieces_of(color, PieceKind::King);
    // A piece deep in the camp is in all four sets.
    let board: i32 = RANK_POINTS
        .iter()
        .map(|&(ranks, points)| points * (others & Bitboard::far_ranks(color, ranks)).len() as i32)
        .sum();
    let hand = position.hand(color);
    let held: u32 = HandKind::ALL
        .into_iter()
        .filter(|&kind| kind != HandKind::Pawn)
        .map(|kind| hand.count(kind))
        .sum();
    board + HAND_POINTS * held as i32
}
