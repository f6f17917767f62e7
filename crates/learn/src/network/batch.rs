//! Positions made ready for the trainer: the rows that are on, and the wanted win probability.

use eval::nnue::Features;
use kifu::records::Psv;
use rayon::prelude::*;
use shogi::Position;

use crate::calibration::COMMON_SCALE;

/// The most rows that are on for one side: 38 pieces and two kings.
const MOST_ROWS: usize = 40;

/// One position for the trainer.
#[derive(Clone, Copy)]
pub(super) struct Example {
    /// The rows of the side to move and of the other side; `count` of each are in use.
    rows: [[u32; MOST_ROWS]; 2],
    count: usize,
    /// The stage of the game.
    pub(super) stage: usize,
    /// The win probability wanted, from the side to move.
    pub(super) target: f32,
}

impl Example {
    /// The rows that are on for the side to move and for the other side.
    #[inline(always)]
    pub(super) fn rows(&self) -> [&[u32]; 2] {
        self.rows.each_ref().map(|rows| &rows[..self.count])
    }
}

/// Which record comes next, and whether left and right are exchanged in it.
pub(super) type Pick = (u32, bool);

/// Turns records into examples, in their order; `score_share` of the target comes from the score,
/// the rest from the result. Records that are not positions with both kings are left out.
pub(super) fn prepare(
    features: Features,
    samples: &[Psv],
    picks: &[Pick],
    score_share: f32,
) -> Vec<Example> {
    let mut examples: Vec<Option<Example>> = Vec::new();
    picks
        .par_iter()
        .map(|&(index, is_mirrored)| {
            example(features, &samples[index as usize], is_mirrored, score_share)
        })
        .collect_into_vec(&mut examples);
    examples.into_iter().flatten().collect()
}

/// The example of one record; none if it is not a legal position with both kings.
pub(super) fn example(
    features: Features,
    sample: &Psv,
    is_mirrored: bool,
    score_share: f32,
) -> Option<Example> {
    let setup = sample.setup().ok()?;
    let setup = if is_mirrored { setup.mirrored() } else { setup };
    let position = Position::try_from(setup).ok()?;
    let us = position.turn();
    let mut rows = [[0; MOST_ROWS]; 2];
    let mut counts = [0; 2];
    for (perspective, (rows, count)) in [us, !us].into_iter().zip(rows.iter_mut().zip(&mut counts))
    {
        features.for_each_row(&position, perspective, |row| {
            if let Some(slot) = rows.get_mut(*count) {
                *slot = row as u32;
            }
            *count += 1;
        });
    }
    let count = counts[0];
    if count == 0 || count > MOST_ROWS || counts[1] != count {
        return None;
    }
    let by_score = 1.0 / (1.0 + (-f32::from(sample.score) / COMMON_SCALE as f32).exp());
    let by_result = (f32::from(sample.result) + 1.0) / 2.0;
    let target = score_share * by_score + (1.0 - score_share) * by_result;
    Some(Example { rows, count, stage: features.stage(&position), target })
}
