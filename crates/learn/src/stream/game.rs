//! A game of the stream.

use kifu::GameResult;
use shogi::{Bitboard, Color, Move, Position};

/// The use of a game: positions of one game are never on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    /// The game is learned from.
    #[default]
    Learning,
    /// The game is held out to judge by.
    HeldOut,
}

/// A game that was read from a record, whose moves are all legal.
#[derive(Clone, Debug)]
pub struct StreamGame {
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result; none if the record does not tell it, as the game was broken off.
    pub result: Option<GameResult>,
    /// The ratings of Black and White, where the record has them.
    pub ratings: [Option<i32>; 2],
    /// Did the winner's king stand in the enemy camp when the game was decided?
    pub is_entering_king_win: bool,
    /// The use of the game.
    pub part: Part,
    /// A number made of the start and the moves, which tells games apart.
    pub key: u64,
}

impl StreamGame {
    /// Makes a game of legal moves; the position `last` is the one behind all of them.
    pub(super) fn new(
        start: Position,
        last: &Position,
        moves: Vec<Move>,
        result: Option<GameResult>,
        ratings: [Option<i32>; 2],
    ) -> Self {
        let mated = (!last.has_legal_move()).then(|| GameResult::Win(!last.turn()));
        let result = result.or(mated);
        let key = moves
            .iter()
            .fold(mixed(start.key()), |key, mv| mixed(key.wrapping_add(u64::from(mv.bits()))));
        let is_entering_king_win = matches!(result, Some(GameResult::Win(winner))
            if is_in_enemy_camp(last, winner));
        Self { start, moves, result, ratings, is_entering_king_win, part: Part::Learning, key }
    }

    /// The winner; none if the game was drawn or broken off.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            Some(GameResult::Win(winner)) => Some(winner),
            _ => None,
        }
    }

    /// Calls `visit` with the position before each move, the move, and the number of moves before it.
    /// The position knows the moves that led to it.
    pub fn for_each_position(&self, mut visit: impl FnMut(&Position, Move, usize)) {
        let mut position = self.start.clone();
        position.reserve(self.moves.len());
        for (ply, &mv) in self.moves.iter().enumerate() {
            visit(&position, mv, ply);
            position.play(mv);
        }
    }
}

/// Does the side's king stand on one of the three ranks farthest from its home?
pub(super) fn is_in_enemy_camp(position: &Position, side: Color) -> bool {
    position.king(side).is_some_and(|king| Bitboard::promotion_zone(side).has(king))
}

/// The number with its bits mixed: the finaliser of splitmix64 (Steele, Lea and Flood 2014).
pub(super) fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
