//! What the games are like: results, lengths, openings, progress, entering-king wins.

use std::collections::BTreeMap;

use eval::classic::Progress;
use kifu::GameResult;
use shogi::{Color, Move, Position};

use crate::stream::StreamGame;

/// The step of the table of lengths.
pub const LENGTH_STEP: usize = 20;
/// The parts of a game whose mean progress is told.
pub const TENTHS: usize = 10;
/// The rows of the table of lengths; the last one is open.
const LENGTHS: usize = 21;
/// The number of first moves by which openings are told apart.
const OPENING_PLIES: usize = 4;
/// The largest number of openings that are told apart; games of others are only games.
const MOST_OPENINGS: usize = 1 << 16;

/// The games with the same first moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The number of games.
    pub games: u64,
    /// The number of games that Black and White won.
    pub wins: [u64; 2],
}

/// The counts of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameCounts {
    /// The number of games.
    pub games: u64,
    /// The number of games that Black and White won.
    pub wins: [u64; 2],
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black and White won with the king in the enemy camp.
    pub entering_king_wins: [u64; 2],
    /// The number of moves of all games.
    pub plies: u64,
    /// The number of moves of the shortest game; 0 without games.
    pub shortest: u64,
    /// The number of moves of the longest game.
    pub longest: u64,
    /// The number of games by their length, in steps of [`LENGTH_STEP`]; the last one is open.
    pub lengths: [u64; LENGTHS],
    /// The sum of the progress of the positions in each tenth of a game, and their number.
    progress: [[u64; 2]; TENTHS],
    openings: BTreeMap<Vec<Move>, Opening>,
}

impl GameCounts {
    /// Adds a game, but its positions.
    pub(super) fn add_game(&mut self, game: &StreamGame) {
        let plies = game.moves.len() as u64;
        self.games += 1;
        self.plies += plies;
        self.shortest = if self.games == 1 { plies } else { self.shortest.min(plies) };
        self.longest = self.longest.max(plies);
        let row = (game.moves.len().saturating_sub(1) / LENGTH_STEP).min(LENGTHS - 1);
        self.lengths[row] += 1;
        self.draws += u64::from(game.result == Some(GameResult::Draw));
        if let Some(winner) = game.winner() {
            self.wins[winner.index()] += 1;
            self.entering_king_wins[winner.index()] += u64::from(game.is_entering_king_win);
        }
        // Handicap games and diagrams have openings of their own kind.
        if game.start.key() != Position::startpos().key() {
            return;
        }
        let first = &game.moves[..game.moves.len().min(OPENING_PLIES)];
        let mut opening = Opening { games: 1, wins: [0; 2] };
        if let Some(winner) = game.winner() {
            opening.wins[winner.index()] = 1;
        }
        self.add_opening(first, opening);
    }

    fn add_opening(&mut self, first: &[Move], more: Opening) {
        if self.openings.len() >= MOST_OPENINGS && !self.openings.contains_key(first) {
            return;
        }
        let sum = self.openings.entry(first.to_vec()).or_default();
        sum.games += more.games;
        Color::ALL.iter().for_each(|side| sum.wins[side.index()] += more.wins[side.index()]);
    }

    /// Adds the position before move number `ply` (from 0) of a game of `plies` moves.
    pub(super) fn add_position(&mut self, position: &Position, ply: usize, plies: usize) {
        let tenth = &mut self.progress[(ply * TENTHS / plies.max(1)).min(TENTHS - 1)];
        tenth[0] += Progress::of(position).get().max(0) as u64;
        tenth[1] += 1;
    }

    /// Adds the counts of other games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.shortest = match (self.games, other.games) {
            (_, 0) => self.shortest,
            (0, _) => other.shortest,
            _ => self.shortest.min(other.shortest),
        };
        self.games += other.games;
        self.draws += other.draws;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        for side in Color::ALL.map(Color::index) {
            self.wins[side] += other.wins[side];
            self.entering_king_wins[side] += other.entering_king_wins[side];
        }
        self.lengths.iter_mut().zip(other.lengths).for_each(|(sum, more)| *sum += more);
        for (sum, more) in self.progress.iter_mut().zip(other.progress) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
        for (first, &more) in &other.openings {
            self.add_opening(first, more);
        }
    }

    /// The mean progress, 0 to 256, in each tenth of a game; none where there is no position.
    pub fn mean_progress(&self) -> [Option<f64>; TENTHS] {
        self.progress.map(|[sum, count]| (count > 0).then(|| sum as f64 / count as f64))
    }

    /// The first moves of most games, the most frequent ones first; of games from the usual start.
    pub fn openings(&self, most: usize) -> Vec<(&[Move], Opening)> {
        let mut all: Vec<_> =
            self.openings.iter().map(|(first, &games)| (first.as_slice(), games)).collect();
        // A stable sort keeps the order of moves among equals.
        all.sort_by_key(|one| std::cmp::Reverse(one.1.games));
        all.truncate(most);
        all
    }
}
