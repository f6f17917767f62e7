//! What files of games and records hold.

use std::path::Path;

use kifu::records::Psv;
use shogi::{Color, Position};

use super::source::{GameSource, RecordSource, Source, position};
use super::split::Runs;
use super::told_apart::ToldApart;
use super::{DataError, Progress, tell};
use crate::calibration::{Weighted, scale};
use crate::played::PlayedGame;

/// The rows of the table of scores end below these absolute scores; the last one has the mates.
pub const SCORE_LIMITS: [u32; 8] = [100, 200, 400, 800, 1600, 3000, 31_000, 32_769];
/// The plies of a row of the table of plies.
pub const PLY_STEP: usize = 40;
/// The number of rows of the table of plies; the last has all later ones, too.
const PLY_ROWS: usize = 8;
/// Scores beyond this are decided and say little about the scale.
const LARGEST: i32 = 3000;
/// The number of different scores.
const SCORES: usize = 1 << 16;
/// The names of the ends of games.
const ENDINGS: [&str; 7] = [
    "adjudicated",
    "no legal move",
    "perpetual check",
    "declaration",
    "sennichite",
    "move limit",
    "no contest",
];

/// Counts of games and positions.
pub struct Stats {
    /// The number of games; of records, the number of runs that look like a game.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions without a score.
    pub unscored: u64,
    /// The number of files whose last game is cut off.
    pub cut_off: u64,
    /// The number of games won by Black, by White, and drawn.
    pub winners: [u64; 3],
    /// The number of positions with a king beyond the middle rank.
    pub entered: u64,
    /// The number of positions by absolute score.
    pub scores: [u64; SCORE_LIMITS.len()],
    /// The number of positions by ply.
    pub plies: [u64; PLY_ROWS],
    endings: [u64; ENDINGS.len()],
    told_apart: ToldApart,
    /// For each score the number of wins, draws and losses of the side to move.
    results: Vec<[u64; 3]>,
}

impl Default for Stats {
    fn default() -> Self {
        Self {
            games: 0,
            positions: 0,
            unscored: 0,
            cut_off: 0,
            winners: [0; 3],
            entered: 0,
            scores: [0; SCORE_LIMITS.len()],
            plies: [0; PLY_ROWS],
            endings: [0; ENDINGS.len()],
            told_apart: ToldApart::new(),
            results: vec![[0; 3]; SCORES],
        }
    }
}

impl Stats {
    /// Counts what a file holds.
    pub fn add(&mut self, file: &Path, progress: &mut Progress<'_>) -> Result<(), DataError> {
        match Source::open(file)? {
            Source::Games(games) => self.add_games(games, progress),
            Source::Records(records) => self.add_records(records, file, progress),
        }
    }

    fn add_games(
        &mut self,
        mut games: GameSource,
        progress: &mut Progress<'_>,
    ) -> Result<(), DataError> {
        for game in &mut games {
            self.add_game(&game?);
            tell(progress, self.positions)?;
        }
        self.cut_off += u64::from(games.is_cut_off());
        Ok(())
    }

    fn add_game(&mut self, game: &PlayedGame) {
        let winner = game.ending.winner();
        self.count_game(winner);
        self.endings[usize::from(game.ending.kind())] += 1;
        game.for_each_position(|position, ply| {
            let result = winner.map_or(0, |winner| if winner == position.turn() { 1 } else { -1 });
            self.count_position(position, ply.score, result);
        });
    }

    fn add_records(
        &mut self,
        records: RecordSource,
        file: &Path,
        progress: &mut Progress<'_>,
    ) -> Result<(), DataError> {
        let mut runs = Runs::default();
        for (record, number) in records.zip(1..) {
            let record: Psv = record?;
            let position = position(file, &record, number)?;
            let turn = position.turn();
            if runs.begins_with(&record, turn) {
                self.count_game(match record.result {
                    0 => None,
                    1.. => Some(turn),
                    _ => Some(!turn),
                });
            }
            self.count_position(&position, Some(record.score), record.result);
            tell(progress, self.positions)?;
        }
        Ok(())
    }

    fn count_game(&mut self, winner: Option<Color>) {
        self.games += 1;
        self.winners[winner.map_or(2, Color::index)] += 1;
    }

    fn count_position(&mut self, position: &Position, score: Option<i16>, result: i8) {
        self.positions += 1;
        self.told_apart.add(position.key());
        let is_beyond =
            |color| position.king(color).is_some_and(|king| king.rank().seen_by(color).index() < 4);
        self.entered += u64::from(Color::ALL.into_iter().any(is_beyond));
        let row = (position.move_number().saturating_sub(1) as usize / PLY_STEP).min(PLY_ROWS - 1);
        self.plies[row] += 1;
        let Some(score) = score else {
            self.unscored += 1;
            return;
        };
        let size = u32::from(score.unsigned_abs());
        self.scores[SCORE_LIMITS.partition_point(|&limit| limit <= size)] += 1;
        let column = (1 - result.signum()) as usize;
        self.results[(i32::from(score) - i32::from(i16::MIN)) as usize][column] += 1;
    }

    /// The ends of games that came, and their numbers; empty for records, which do not know them.
    pub fn endings(&self) -> impl Iterator<Item = (&'static str, u64)> {
        ENDINGS.into_iter().zip(self.endings).filter(|&(_, count)| count > 0)
    }

    /// The share of positions that had come before, and whether it was counted rather than
    /// estimated.
    pub fn duplicates(&self) -> (f64, bool) {
        (self.told_apart.repeated(), self.told_apart.is_exact())
    }

    /// The scale for which sigmoid(score / scale) fits the results best, without decided positions;
    /// none if there are not both wins and losses.
    pub fn scale(&self) -> Option<f64> {
        let rows = || {
            (i32::from(i16::MIN)..).zip(&self.results).filter(|(score, _)| score.abs() < LARGEST)
        };
        let sum = |column: usize| rows().map(|(_, counts)| counts[column]).sum::<u64>();
        if sum(0) == 0 || sum(2) == 0 {
            return None;
        }
        let weighted = move || {
            rows().flat_map(|(score, counts)| {
                counts.iter().zip([1.0, 0.5, 0.0]).filter(|&(&count, _)| count > 0).map(
                    move |(&count, result)| Weighted {
                        score: f64::from(score),
                        result,
                        weight: count as f64,
                    },
                )
            })
        };
        Some(scale(weighted))
    }
}
