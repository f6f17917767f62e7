//! Labelled positions: what a trainer learns from, 40 bytes each (PackedSfenValue).

use std::collections::HashSet;

use kifu::packed::{Packing, pack};
use kifu::records::Psv;
use shogi::{Color, Position};

use crate::calibration::Calibration;
use crate::played::{PlayedGame, Ply};
use crate::records::RecordedGame;

/// The first ply whose position is taken.
const FIRST_PLY: usize = 12;
/// Scores are cut off here: beyond it a game is decided.
const LARGEST: i32 = 3000;

/// Which games and positions are taken.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    /// The least rating of both players.
    pub rating: i32,
    /// The least number of plies of a game.
    pub plies: usize,
}

impl Default for Selection {
    fn default() -> Self {
        Self { rating: 2800, plies: 50 }
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

    /// The positions of recorded games, with scores on the common scale. A position is left out if
    /// it is in check, if the move played there takes something, or if it has come before. Every
    /// twentieth game is held out.
    pub fn of_games(
        games: &[RecordedGame],
        calibration: &Calibration,
        selection: Selection,
    ) -> Self {
        let mut samples = Self::default();
        let mut seen = HashSet::new();
        for (number, game) in games.iter().enumerate() {
            if game.moves.len() < selection.plies
                || game.ratings.iter().any(|&rating| rating < selection.rating)
            {
                continue;
            }
            let into = if number % 20 == 0 { &mut samples.held_out } else { &mut samples.training };
            positions_of(game, calibration, |position, sample| {
                if seen.insert(position.key()) {
                    into.push(sample);
                }
            });
        }
        samples
    }
}

/// Collects the positions of self-play games, which are on the common scale already.
#[derive(Default)]
pub struct PlayedSamples {
    /// The positions so far.
    pub samples: Samples,
    seen: HashSet<u64>,
    games: usize,
}

impl PlayedSamples {
    /// Takes the positions of a game. A position is left out if it has no score, if it is in check,
    /// if the move played there takes something, if it is decided, or if it has come before. Every
    /// twentieth game is held out.
    pub fn add(&mut self, game: &PlayedGame) {
        let Self { samples, seen, games } = self;
        let into = if *games % 20 == 0 { &mut samples.held_out } else { &mut samples.training };
        *games += 1;
        let winner = game.ending.winner();
        game.for_each_position(|position, Ply { mv, score }| {
            let is_quiet = !position.in_check() && position.piece_on(mv.to()).is_none();
            if let Some(score) = score
                && is_quiet
                && i32::from(score).abs() < LARGEST
                && seen.insert(position.key())
                && let Ok(packed) = pack(&position.setup(), Packing::Psv)
            {
                let side = position.turn();
                into.push(Psv {
                    position: packed,
                    score,
                    move_bits: mv.bits(),
                    ply: position.move_number() as u16,
                    result: winner.map_or(0, |winner| if winner == side { 1 } else { -1 }),
                    padding: 0,
                });
            }
        });
    }
}

fn positions_of(
    game: &RecordedGame,
    calibration: &Calibration,
    mut visit: impl FnMut(&Position, Psv),
) {
    let mut position = Position::startpos();
    for (ply, (&mv, score)) in game.moves.iter().zip(&game.scores).enumerate() {
        let side = position.turn();
        let rating = game.ratings[side.index()];
        let is_quiet = !position.in_check() && position.piece_on(mv.to()).is_none();
        if let Some(score) = score
            && ply >= FIRST_PLY
            && is_quiet
            && let own = if side == Color::Black { *score } else { -score }
            && let Some(score) = calibration.common(rating, own)
            && let Ok(packed) = pack(&position.setup(), Packing::Psv)
        {
            let sample = Psv {
                position: packed,
                score: score.clamp(-LARGEST, LARGEST) as i16,
                move_bits: mv.bits(),
                ply: position.move_number() as u16,
                result: if side == game.winner { 1 } else { -1 },
                padding: 0,
            };
            visit(&position, sample);
        }
        position.play(mv);
    }
}
