//! How far the game has come: how near the pieces are to the enemy camp.
//!
//! Source:  G (Gekisashi 2005): one continuous number for the whole board, no separate stages
//! Here:    the points for ranks and hands are ours, scaled so that half of the floodgate games of
//!          2016 end above three quarters (docs/record/eval.md)

use shogi::{Bitboard, Color, HandKind, PieceKind, Position, Rank};

/// The end of the scale.
pub(super) const FULL: i32 = 256;
/// Points of both sides together at the end of the scale.
const FULL_POINTS: i32 = 42;
/// A piece but pawns and the king has a point for each of these lines that it has crossed: into the
/// sixth, fifth and fourth rank from the far end, and into the enemy camp.
const LINES: [usize; 4] = [6, 5, 4, 3];
/// Points for each piece in hand but pawns: it can be dropped anywhere.
const HAND_POINTS: u32 = 2;

/// `FAR_RANKS[side][count]` are the `count` ranks nearest to the enemy's end of the board.
static FAR_RANKS: [[Bitboard; 10]; 2] = {
    let mut table = [[Bitboard::EMPTY; 10]; 2];
    let mut count = 0;
    while count < 9 {
        let next = Rank::ALL[count];
        let black = Bitboard::rank(next.seen_by(Color::Black));
        let white = Bitboard::rank(next.seen_by(Color::White));
        table[0][count + 1] = table[0][count].union(black);
        table[1][count + 1] = table[1][count].union(white);
        count += 1;
    }
    table
};

/// From 0, the start of the game, to 256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Progress(i32);

impl Progress {
    /// The progress from which a game is in its middlegame: the mean of the third tenth of 1,000
    /// games (docs/eval.md).
    pub const MIDDLEGAME: i32 = 34;
    /// The progress from which a game is in its endgame, by the same measurement.
    pub const ENDGAME: i32 = 128;

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
    let board: u32 =
        LINES.iter().map(|&line| (others & FAR_RANKS[color.index()][line]).len()).sum();
    let hand = position.hand(color);
    let held: u32 = HandKind::ALL
        .into_iter()
        .filter(|&kind| kind != HandKind::Pawn)
        .map(|kind| hand.count(kind))
        .sum();
    (board + HAND_POINTS * held) as i32
}
