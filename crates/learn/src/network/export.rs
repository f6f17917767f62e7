//! From floats to the whole numbers of an nn.bin file.
//!
//! Source:  Nasu (2018): activations of 127 for one, dense weights in 64ths

use eval::nnue::{QuantisedLayer, QuantisedWeights};

use super::adam::Learned;
use super::dense::DenseLayers;
use super::tile::LANES;
use super::train::Trainer;
use super::{HIDDEN, WIDTH, architecture};

/// The activation that stands for one.
pub(super) const ACTIVATION_ONE: f32 = 127.0;
/// The dense weight that stands for one.
pub(super) const WEIGHT_ONE: f32 = 64.0;
/// The output that stands for one.
pub(super) const OUTPUT_ONE: f32 = ACTIVATION_ONE * WEIGHT_ONE;
/// The divisor with which engines get centipawns from the output.
pub(super) const FV_SCALE: f32 = 16.0;
/// The largest dense weight that eight bits can hold.
pub(super) const LARGEST_WEIGHT: f32 = 127.0 / WEIGHT_ONE;

/// Engines cut sums off to whole activations; with this much more they round them.
const HALF: i32 = WEIGHT_ONE as i32 / 2;

fn to_i16(value: f32) -> i16 {
    (value * ACTIVATION_ONE).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

/// Quantises the network.
pub(super) fn quantise(trainer: &Trainer) -> QuantisedWeights {
    let architecture = architecture(trainer.features());
    let mut rows = vec![0; architecture.features.rows() * WIDTH];
    for (number, tile) in trainer.tiles.iter().enumerate() {
        let (from, _) = tile.weights.as_chunks::<LANES>();
        for (row, from) in rows.chunks_exact_mut(WIDTH).zip(from) {
            for (lane, &value) in from.iter().enumerate() {
                row[number * LANES + lane] = to_i16(value);
            }
        }
    }
    let bias = trainer.tiles.iter().flat_map(|tile| &tile.bias.rounded);
    let linear = trainer.linear.rounded.iter().map(|&weight| (weight * OUTPUT_ONE).round() as i32);
    let stage = |dense: &DenseLayers| {
        [
            layer(&dense.bias1, HALF, &dense.weights1, HIDDEN),
            layer(&dense.bias2, HALF, &dense.weights2, HIDDEN),
            layer(&dense.bias3, 0, &dense.weights3, 1),
        ]
    };
    QuantisedWeights {
        architecture,
        bias: bias.map(|&value| to_i16(value)).collect(),
        rows,
        linear: linear.collect(),
        stages: trainer.stages.iter().map(stage).collect(),
    }
}

/// A layer whose weights are turned from input by input to output by output.
fn layer(biases: &Learned, add: i32, weights: &Learned, outputs: usize) -> QuantisedLayer {
    let inputs = weights.rounded.len() / outputs;
    let weight = |output: usize, input: usize| {
        (weights.rounded[input * outputs + output] * WEIGHT_ONE).round().clamp(-127.0, 127.0) as i8
    };
    QuantisedLayer {
        biases: biases
            .rounded
            .iter()
            .map(|&bias| (bias * OUTPUT_ONE).round() as i32 + add)
            .collect(),
        weights: (0..outputs)
            .flat_map(|output| (0..inputs).map(move |input| (output, input)))
            .map(|(output, input)| weight(output, input))
            .collect(),
    }
}
