//! Positions made ready for the trainer: the rows that are on, and the wanted win probability.

use eval::nnue::Features;
use kifu::records::Psv;
use rayon::prelude::*;
use shogi::Position;

use super::ARCHITECTURE;
use crate::calibration::COMMON_SCALE;

/// Rows that are on for one side: 38 pieces and two kings.
pub(super) const ACTIVE: usize = 40;

/// One position for the trainer.
#[derive(Clone, Copy)]
pub(super) struct Example {
    /// The rows of the side to move and of the other side.
    pub(super) rows: [[u32; ACTIVE]; 2],
    /// The win probability wanted, from the side to move.
    pub(super) target: f32,
}

/// Which record comes next, and whether left and right are exchanged in it.
pub(super) type Pick = (u32, bool);

/// Turns records into examples, in their order; `score_share` of the target comes from the score,
/// the rest from the result. Records that are not positions with a full set are left out.
pub(super) fn prepare(samples: &[Psv], picks: &[Pick], score_share: f32) -> Vec<Example> {
    let mut examples: Vec<Option<Example>> = Vec::new();
    picks
        .par_iter()
        .map(|&(index, is_mirrored)| example(&samples[index as usize], is_mirrored, score_share))
        .collect_into_vec(&mut examples);
    examples.into_iter().flatten().collect()
}

/// The example of one record; none if it is not a legal position with all pieces.
pub(super) fn example(sample: &Psv, is_mirrored: bool, score_share: f32) -> Option<Example> {
    let setup = sample.setup().ok()?;
    let setup = if is_mirrored { setup.mirrored() } else { setup };
    let position = Position::try_from(setup).ok()?;
    let us = position.turn();
    let mut rows = [[0; ACTIVE]; 2];
    for (perspective, rows) in [us, !us].into_iter().zip(&mut rows) {
        let mut count = 0;
        ARCHITECTURE.features.for_each_row(&position, perspective, |row| {
            if let Some(slot) = rows.get_mut(count) {
                *slot = row as u32;
            }
            count += 1;
        });
        if count != ACTIVE && ARCHITECTURE.features == Features::KP {
            return None;
        }
    }
    let by_score = 1.0 / (1.0 + (-f32::from(sample.score) / COMMON_SCALE as f32).exp());
    let by_result = (f32::from(sample.result) + 1.0) / 2.0;
    Some(Example { rows, target: score_share * by_score + (1.0 - score_share) * by_result })
}
