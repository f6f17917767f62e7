//! A slice of the first layer: 64 of its neurons with all their weights. A thread works on whole
//! tiles, whose weights and gradients fit its cache; no two threads touch the same number.

use rand::{Rng, RngExt};

use super::adam::{Learned, Step};
use super::batch::Example;
use super::export::ACTIVATION_ONE;

/// Neurons in a tile.
pub(super) const LANES: usize = 64;

/// The decay of the rows' weights, which keeps rare rows small.
const DECAY: f32 = 0.01;

/// The neurons of a tile.
pub(super) struct Tile {
    pub(super) rows: Learned,
    pub(super) bias: Learned,
    /// For each example and side the neurons' activations, later their gradients.
    pub(super) activations: Vec<[[f32; LANES]; 2]>,
}

impl Tile {
    pub(super) fn new(rows: usize, random: &mut impl Rng) -> Self {
        // The sum of 40 rows has a spread of a tenth around the middle of the clipped range.
        let spread = 0.1 * (12.0_f32 / 38.0).sqrt();
        let mut number = || (random.random::<f32>() - 0.5) * spread;
        Self {
            rows: Learned::new((0..rows * LANES).map(|_| number()).collect(), ACTIVATION_ONE),
            bias: Learned::new(vec![0.5; LANES], ACTIVATION_ONE),
            activations: Vec::new(),
        }
    }

    /// Computes the activations of all examples.
    pub(super) fn forward(&mut self, examples: &[Example]) {
        let mut activations = std::mem::take(&mut self.activations);
        activations.clear();
        activations.extend(examples.iter().map(|example| self.activation(example)));
        self.activations = activations;
    }

    /// The activations of one example: sums of rows, clipped to 0..1.
    pub(super) fn activation(&self, example: &Example) -> [[f32; LANES]; 2] {
        let (rows, _) = self.rows.rounded.as_chunks::<LANES>();
        let (bias, _) = self.bias.rounded.as_chunks::<LANES>();
        let mut sums = [bias[0]; 2];
        for (sum, on) in sums.iter_mut().zip(&example.rows) {
            for &row in on {
                let row = &rows[row as usize];
                for lane in 0..LANES {
                    sum[lane] += row[lane];
                }
            }
            for value in sum {
                *value = value.clamp(0.0, 1.0);
            }
        }
        sums
    }

    /// Adds the gradients of the activations, which have replaced these, to the rows that were on.
    pub(super) fn backward(&mut self, examples: &[Example]) {
        let (rows, _) = self.rows.gradients.as_chunks_mut::<LANES>();
        let (bias, _) = self.bias.gradients.as_chunks_mut::<LANES>();
        for (example, gradients) in examples.iter().zip(&self.activations) {
            for (on, gradient) in example.rows.iter().zip(gradients) {
                for lane in 0..LANES {
                    bias[0][lane] += gradient[lane];
                }
                for &row in on {
                    let row = &mut rows[row as usize];
                    for lane in 0..LANES {
                        row[lane] += gradient[lane];
                    }
                }
            }
        }
    }

    pub(super) fn step(&mut self, step: Step) {
        self.rows.step(step.with_decay(DECAY));
        self.bias.step(step);
    }
}
