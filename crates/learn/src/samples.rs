//! Labelled positions: what a trainer learns from, 40 bytes each (PackedSfenValue).

use std::path::PathBuf;

use kifu::records::Psv;
use shogi::{Color, Position};

use crate::calibration::{COMMON_SCALE, Calibration, Weighted, scale};
use crate::data::{DataError, Filter, Kept, Source, label};
use crate::played::PlayedGame;
use crate::records::RecordedGame;

/// The first ply whose position is taken.
const FIRST_PLY: usize = 12;
/// Scores are cut off here: beyond it a game is decided.
const LARGEST: i16 = 3000;

/// Which games and positions are taken.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The least rating of both players.
    pub rating: i32,
    /// The least number of plies of a game.
    pub plies: usize,
    /// Are positions taken to learn from whose move takes something?
    pub captures: bool,
}

impl Default for Selection {
    fn default() -> Self {
        Self { rating: 2800, plies: 50, captures: false }
    }
}

/// Positions to learn from, and others, of other games, to judge by.
#[derive(Default)]
pub struct Samples {
    /// The positions to learn from.
    pub training: Vec<Psv>,
    /// The positions of the held-out games.
    pub held_out: Vec<Psv>,
}

impl Samples {
    /// Adds the positions of other games.
    pub fn append(&mut self, mut other: Self) {
        self.training.append(&mut other.training);
        self.held_out.append(&mut other.held_out);
    }

    /// The positions of files of PackedSfenValue records: those to learn from, and those to judge by,
    /// which must be of other games.
    pub fn of_records(training: &[PathBuf], held_out: &[PathBuf]) -> Result<Self, DataError> {
        let read = |files: &[PathBuf]| -> Result<Vec<Psv>, DataError> {
            let mut all = Vec::new();
            for file in files {
                for (number, record) in Source::records(file)?.enumerate() {
                    let record = record?;
                    let setup = record.setup().map_err(|error| error.to_string());
                    let position = setup
                        .and_then(|it| Position::try_from(it).map_err(|error| error.to_string()));
                    position.map_err(|error| DataError::Input {
                        file: file.clone(),
                        reason: format!("record {} is no position: {error}", number + 1),
                    })?;
                    all.push(record);
                }
            }
            Ok(all)
        };
        Ok(Self { training: read(training)?, held_out: read(held_out)? })
    }

    /// Brings the scores to the common scale; returns the scale that fits the results best.
    pub fn calibrate(&mut self) -> f64 {
        // Decided positions and mates say little about the scale.
        let scored = || {
            let open = self
                .training
                .iter()
                .filter(|sample| sample.score.unsigned_abs() < LARGEST.unsigned_abs());
            open.map(|sample| Weighted {
                score: f64::from(sample.score),
                result: f64::from(sample.result + 1) / 2.0,
                weight: 1.0,
            })
        };
        let scale = scale(scored);
        for sample in self.training.iter_mut().chain(&mut self.held_out) {
            let score = f64::from(sample.score) * COMMON_SCALE / scale;
            sample.score = score.clamp(-f64::from(LARGEST), f64::from(LARGEST)) as i16;
        }
        scale
    }

    /// The positions of recorded games, with scores on the common scale. A position is left out if
    /// it is in check, if the move played there takes something (unless these are wanted to learn
    /// from), or if it has come before. Every twentieth game is held out.
    pub fn of_games(
        games: &[RecordedGame],
        calibration: &Calibration,
        selection: Selection,
    ) -> Self {
        let mut samples = Self::default();
        let kept = Kept { largest: None, ..Kept::default() };
        let mut filter = Filter::new(kept, usize::MAX);
        for (number, game) in games.iter().enumerate() {
            if game.moves.len() < selection.plies
                || game.ratings.iter().any(|&rating| rating < selection.rating)
            {
                continue;
            }
            let is_held_out = number % 20 == 0;
            filter.keep_captures(selection.captures && !is_held_out);
            let into = if is_held_out { &mut samples.held_out } else { &mut samples.training };
            positions_of(game, calibration, &mut filter, into);
        }
        samples
    }
}

/// Collects the positions of self-play games.
pub struct PlayedSamples {
    samples: Samples,
    filter: Filter,
    captures: bool,
    games: usize,
}

impl PlayedSamples {
    /// Begins without games; `captures` says whether positions are taken to learn from whose move
    /// takes something.
    pub fn new(captures: bool) -> Self {
        // The positions are in memory, so their keys may be, too.
        let filter = Filter::new(Kept::default(), usize::MAX);
        Self { samples: Samples::default(), filter, captures, games: 0 }
    }

    /// Takes the positions of a game that the filter keeps. Every twentieth game is held out.
    pub fn add(&mut self, game: &PlayedGame) {
        let Self { samples, filter, captures, games } = self;
        let is_held_out = *games % 20 == 0;
        filter.keep_captures(*captures && !is_held_out);
        let into = if is_held_out { &mut samples.held_out } else { &mut samples.training };
        *games += 1;
        filter.positions_of(game, |sample| into.push(sample));
    }

    /// Returns the positions with their scores on the common scale, and the scale that fits the
    /// results best: short searches win less often than their scores say.
    pub fn calibrated(mut self) -> (Samples, f64) {
        let scale = self.samples.calibrate();
        (self.samples, scale)
    }
}

fn positions_of(
    game: &RecordedGame,
    calibration: &Calibration,
    filter: &mut Filter,
    into: &mut Vec<Psv>,
) {
    let mut position = Position::startpos();
    for (ply, (&mv, score)) in game.moves.iter().zip(&game.scores).enumerate() {
        let side = position.turn();
        let rating = game.ratings[side.index()];
        if let Some(score) = score
            && ply >= FIRST_PLY
            && let own = if side == Color::Black { *score } else { -score }
            && let Some(score) = calibration.common(rating, own)
            && let score = score.clamp(-i32::from(LARGEST), LARGEST.into()) as i16
            && filter.keeps(&position, mv, Some(score))
        {
            into.extend(label(&position, mv, score, Some(game.winner)));
        }
        position.play(mv);
    }
}
