//! A part of a batch on its way through the dense layers and back.

use super::WIDTH;
use super::batch::Example;
use super::dense::{DenseLayers, Gradients, Inputs, inputs_of};
use super::linear;
use super::tile::LANES;

/// What all parts of a batch read.
pub(super) struct Shared<'a> {
    stages: &'a [DenseLayers],
    /// The first dense layers' weights, output by output.
    turned: Vec<Vec<Inputs>>,
    linear: &'a [f32],
}

/// The gradients that a part has collected.
pub(super) struct PartGradients {
    pub(super) stages: Vec<Gradients>,
    pub(super) linear: Vec<f32>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(stages: &'a [DenseLayers], linear: &'a [f32]) -> Self {
        Self { stages, turned: stages.iter().map(DenseLayers::turned).collect(), linear }
    }

    /// Replaces the activations of a part by their gradients and collects those of the layers.
    /// `tiles` has for each tile the activations of the part's examples.
    pub(super) fn learn(
        &self,
        tiles: &mut [&mut [[[f32; LANES]; 2]]],
        examples: &[Example],
    ) -> PartGradients {
        let mut gradients = PartGradients {
            stages: self.stages.iter().map(|_| Gradients::new()).collect(),
            linear: vec![0.0; self.linear.len()],
        };
        for (index, example) in examples.iter().enumerate() {
            let mut activations = [&[[0.0; LANES]; 2]; WIDTH / LANES];
            for (slot, tile) in activations.iter_mut().zip(tiles.iter()) {
                *slot = &tile[index];
            }
            let stage = example.stage;
            let (back, slope) = self.stages[stage].learn(
                &inputs_of(&activations),
                linear::output(self.linear, example),
                example.target,
                &self.turned[stage],
                &mut gradients.stages[stage],
            );
            linear::learn(&mut gradients.linear, example, slope);
            for (side, half) in back.chunks_exact(WIDTH).enumerate() {
                for (tile, slot) in tiles.iter_mut().zip(half.chunks_exact(LANES)) {
                    tile[index][side].copy_from_slice(slot);
                }
            }
        }
        gradients
    }
}
