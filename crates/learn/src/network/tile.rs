//! A slice of the first layer: 64 of its neurons with all their weights. A thread works on whole
//! tiles, whose weights and gradients fit its cache; no two threads touch the same number.

use eval::nnue::Features;
use rand::{Rng, RngExt};

use super::adam::{Learned, Step};
use super::batch::Example;
use super::export::ACTIVATION_ONE;

/// Neurons in a tile.
pub(super) const LANES: usize = 64;

/// The decay of the weights, which keeps rare rows small.
const DECAY: f32 = 0.01;

/// The neurons of a tile.
pub(super) struct Tile {
    /// The weights of all rows; with several blocks they come on top of the shared ones.
    rows: Learned,
    /// The weights that the same rows of all blocks share (the factoriser); none with one block.
    shared: Option<Learned>,
    /// The weights with which the network computes: those of the rows and the shared ones together.
    pub(super) weights: Vec<f32>,
    pub(super) bias: Learned,
    /// For each example and side the neurons' activations, later their gradients.
    pub(super) activations: Vec<[[f32; LANES]; 2]>,
}

impl Tile {
    pub(super) fn new(features: Features, random: &mut impl Rng) -> Self {
        // The sum of 40 rows has a spread of a tenth around the middle of the clipped range.
        let spread = 0.1 * (12.0_f32 / 38.0).sqrt();
        let mut numbers = |rows: usize| {
            let numbers = (0..rows * LANES).map(|_| (random.random::<f32>() - 0.5) * spread);
            Learned::new(numbers.collect(), ACTIVATION_ONE)
        };
        let (rows, shared) = match features.blocks() {
            1 => (numbers(features.rows()), None),
            _ => (
                Learned::new(vec![0.0; features.rows() * LANES], ACTIVATION_ONE),
                Some(numbers(features.block_rows())),
            ),
        };
        let mut tile = Self {
            weights: vec![0.0; features.rows() * LANES],
            rows,
            shared,
            bias: Learned::new(vec![0.5; LANES], ACTIVATION_ONE),
            activations: Vec::new(),
        };
        tile.combine();
        tile
    }

    /// Brings the weights up to date with the numbers that are learned.
    pub(super) fn combine(&mut self) {
        match &self.shared {
            None => self.weights.copy_from_slice(&self.rows.rounded),
            Some(shared) => {
                let shared = &shared.rounded;
                let own = self.rows.rounded.chunks_exact(shared.len());
                for (block, own) in self.weights.chunks_exact_mut(shared.len()).zip(own) {
                    for (weight, (own, shared)) in block.iter_mut().zip(own.iter().zip(shared)) {
                        *weight = own + shared;
                    }
                }
            }
        }
    }

    /// The numbers that are learned.
    pub(super) fn learned(&self) -> impl Iterator<Item = &Learned> {
        [&self.rows, &self.bias].into_iter().chain(&self.shared)
    }

    pub(super) fn learned_mut(&mut self) -> impl Iterator<Item = &mut Learned> {
        [&mut self.rows, &mut self.bias].into_iter().chain(&mut self.shared)
    }

    /// The gradients of the weights.
    #[cfg(test)]
    pub(super) fn gradients(&self) -> &[f32] {
        &self.rows.gradients
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
        let (rows, _) = self.weights.as_chunks::<LANES>();
        let (bias, _) = self.bias.rounded.as_chunks::<LANES>();
        let mut sums = [bias[0]; 2];
        for (sum, on) in sums.iter_mut().zip(example.rows()) {
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
            for (on, gradient) in example.rows().into_iter().zip(gradients) {
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

    /// Moves the weights; `own_decay` is that of what a block adds to the shared ones.
    pub(super) fn step(&mut self, step: Step, own_decay: f32) {
        let mut decay = DECAY;
        if let Some(shared) = &mut self.shared {
            decay = own_decay;
            for block in self.rows.gradients.chunks_exact(shared.gradients.len()) {
                for (sum, gradient) in shared.gradients.iter_mut().zip(block) {
                    *sum += gradient;
                }
            }
            shared.step(step.with_decay(DECAY));
        }
        self.rows.step(step.with_decay(decay));
        self.bias.step(step);
        self.combine();
    }
}
