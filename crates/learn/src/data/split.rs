//! One file as two, a part to learn from and a part to judge by, that share no game.
//!
//! Source:  positions of one game must not be on both sides, or the judgement is too kind: select766
//! Here:    records do not name their game, so a game is taken to be a run of records whose plies do
//!          not fall back and whose winner is the same; two games may look like one, not one like two

use std::io::Write;
use std::path::Path;

use kifu::records::{FixedRecord, Psv};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::Color;

use super::source::{GameSource, RecordSource, Source, position};
use super::{DataError, Progress, tell};
use crate::game_file::{write_game, write_header};

/// Records a run below which a file counts as shuffled.
const SHORTEST_RUN: u64 = 4;
/// The number of runs that is needed to say so.
const MANY_RUNS: u64 = 100;

/// The result of a split.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Split {
    /// The games (of records: the runs) of both parts, the held-out one second.
    pub games: [u64; 2],
    /// The positions of both parts.
    pub positions: [u64; 2],
}

/// Writes each game of the file to the second output with the probability `share`, else to the
/// first. A shuffled file of records is an error.
pub fn split(
    file: &Path,
    share: f64,
    seed: u64,
    mut outs: [&mut dyn Write; 2],
    progress: &mut Progress<'_>,
) -> Result<Split, DataError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let choose = || usize::from(random.random_bool(share.clamp(0.0, 1.0)));
    match Source::open(file)? {
        Source::Games(games) => split_games(games, file, choose, &mut outs, progress),
        Source::Records(records) => split_records(records, file, choose, &mut outs, progress),
    }
}

fn split_games(
    games: GameSource,
    file: &Path,
    mut choose: impl FnMut() -> usize,
    outs: &mut [&mut dyn Write; 2],
    progress: &mut Progress<'_>,
) -> Result<Split, DataError> {
    for out in &mut *outs {
        write_header(out).map_err(DataError::Output)?;
    }
    let mut split = Split::default();
    for game in games {
        let (game, part) = (game?, choose());
        let mut bytes = Vec::new();
        write_game(&mut bytes, &game).map_err(|error| DataError::input(file, error))?;
        outs[part].write_all(&bytes).map_err(DataError::Output)?;
        split.games[part] += 1;
        split.positions[part] += game.plies.len() as u64;
        tell(progress, split.positions.iter().sum())?;
    }
    Ok(split)
}

fn split_records(
    records: RecordSource,
    file: &Path,
    mut choose: impl FnMut() -> usize,
    outs: &mut [&mut dyn Write; 2],
    progress: &mut Progress<'_>,
) -> Result<Split, DataError> {
    let mut split = Split::default();
    let mut runs = Runs::default();
    let (mut part, mut number) = (0, 0);
    let mut bytes = Vec::with_capacity(Psv::SIZE);
    for record in records {
        let record = record?;
        number += 1;
        if runs.begins_with(&record, position(file, &record, number)?.turn()) {
            part = choose();
            split.games[part] += 1;
        }
        bytes.clear();
        record.write_to(&mut bytes);
        outs[part].write_all(&bytes).map_err(DataError::Output)?;
        split.positions[part] += 1;
        tell(progress, number)?;
    }
    let count: u64 = split.games.iter().sum();
    if count >= MANY_RUNS && number < SHORTEST_RUN * count {
        let reason = "the records are shuffled, so their games cannot be told apart: split first";
        return Err(DataError::input(file, reason));
    }
    Ok(split)
}

/// Plies by which a record may fall back behind the one before in the same game: quiescence leaves
/// are some plies later than the positions they stand for.
const SLACK: u16 = 16;

/// Finds where a run of records of one game begins.
#[derive(Default)]
pub(super) struct Runs {
    /// The ply and the winner of the record before.
    last: Option<(u16, Option<Color>)>,
}

impl Runs {
    /// Does a run begin with the record, whose side to move is `turn`?
    pub(super) fn begins_with(&mut self, record: &Psv, turn: Color) -> bool {
        let winner = match record.result {
            0 => None,
            1.. => Some(turn),
            _ => Some(!turn),
        };
        let last = self.last.replace((record.ply, winner));
        !last
            .is_some_and(|(ply, before)| record.ply.saturating_add(SLACK) > ply && winner == before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_where_the_ply_falls_back_or_the_winner_changes() {
        let mut runs = Runs::default();
        // The ply, the side to move, its result; 46 after 48 are leaves of one game.
        let records = [
            (20, Color::White, 1, true),
            (45, Color::Black, -1, false),
            (48, Color::White, 1, false),
            (46, Color::White, 1, false),
            (90, Color::White, -1, true),
            (9, Color::Black, 1, true),
            (10, Color::White, 0, true),
            (11, Color::Black, 0, false),
        ];
        for (ply, turn, result, begins) in records {
            let record = Psv { ply, result, ..Psv::from_bytes(&[0; Psv::SIZE]) };
            assert_eq!(runs.begins_with(&record, turn), begins, "{ply}");
        }
    }
}
