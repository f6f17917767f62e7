//! Starts of self-play games: positions of recorded games, positions before a king enters the enemy
//! camp, and random moves from the start position.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::{Color, Move, Position};

use crate::records::RecordedGame;

/// The share of starts from records in percent. What neither share covers are random moves from the
/// start position.
const FROM_RECORDS: u32 = 60;
/// The share of starts before a king enters, in percent.
const ENTERING: u32 = 15;
/// The plies after which a start is taken from a recorded game.
const RECORDED_PLIES: std::ops::RangeInclusive<usize> = 8..=32;
/// The number of random moves from the start position.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 6..=8;
/// A start is taken up to this many plies before a king enters.
const BEFORE_ENTERING: usize = 30;
/// Kings this many ranks from their own edge have left home for good.
const ENTERED_RANKS: usize = 5;

/// A source of start positions.
#[derive(Clone, Default, Debug)]
pub struct Starts {
    games: Vec<Vec<Move>>,
    /// Games with the ply at which a king enters.
    entering: Vec<(usize, usize)>,
}

impl Starts {
    /// Starts from recorded games. Without games all starts are random.
    pub fn from_records(games: impl IntoIterator<Item = RecordedGame>) -> Self {
        let mut starts = Self::default();
        for game in games {
            if game.moves.len() <= *RECORDED_PLIES.end() {
                continue;
            }
            if let Some(ply) = entering_ply(&game.moves) {
                starts.entering.push((starts.games.len(), ply));
            }
            starts.games.push(game.moves);
        }
        starts
    }

    /// The numbers of recorded games and of those in which a king enters.
    pub fn counts(&self) -> [usize; 2] {
        [self.games.len(), self.entering.len()]
    }

    /// A position in which the side to move has a legal move.
    pub(super) fn choose(&self, random: &mut Xoshiro256PlusPlus) -> Position {
        loop {
            let percent = random.random_range(0..100);
            let position = if percent < FROM_RECORDS && !self.games.is_empty() {
                let game = &self.games[random.random_range(..self.games.len())];
                after(game, random.random_range(RECORDED_PLIES))
            } else if percent >= 100 - ENTERING && !self.entering.is_empty() {
                let (game, ply) = self.entering[random.random_range(..self.entering.len())];
                let before = random.random_range(0..=BEFORE_ENTERING);
                after(&self.games[game], ply.saturating_sub(before))
            } else {
                random_moves(random)
            };
            if position.has_legal_move() {
                return position;
            }
        }
    }
}

/// The position after the first `plies` moves.
fn after(moves: &[Move], plies: usize) -> Position {
    let mut position = Position::startpos();
    for &mv in moves.iter().take(plies) {
        position.play(mv);
    }
    position
}

fn random_moves(random: &mut Xoshiro256PlusPlus) -> Position {
    let mut position = Position::startpos();
    for _ in 0..random.random_range(RANDOM_PLIES) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[random.random_range(..moves.len())]);
    }
    position
}

/// The first ply after which a king stands beyond the middle of the board.
fn entering_ply(moves: &[Move]) -> Option<usize> {
    let mut position = Position::startpos();
    moves.iter().enumerate().find_map(|(ply, &mv)| {
        let us = position.turn();
        position.play(mv);
        let king = position.king(us)?;
        let rank = king.rank().index();
        let from_home = if us == Color::Black { 8 - rank } else { rank };
        (from_home >= ENTERED_RANKS).then_some(ply + 1)
    })
}
