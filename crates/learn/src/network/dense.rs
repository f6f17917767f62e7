//! The dense layers: forwards to the output, backwards from the loss, one example after the other.

use rand::{Rng, RngExt};

use super::adam::{Learned, Step};
use super::export::{LARGEST_WEIGHT, OUTPUT_ONE, WEIGHT_ONE};
use super::tile::LANES;
use super::{HIDDEN, OUTPUT_CP, WIDTH};
use crate::calibration::COMMON_SCALE;

/// Inputs of the first dense layer: the accumulators of both sides.
const INPUTS: usize = 2 * WIDTH;

pub(super) type Inputs = [f32; INPUTS];
type Outputs = [f32; HIDDEN];

/// Two hidden layers and an output. Weights are ordered input by input, so that loops go over
/// outputs.
#[derive(Clone)]
pub(super) struct DenseLayers {
    pub(super) weights1: Learned,
    pub(super) bias1: Learned,
    pub(super) weights2: Learned,
    pub(super) bias2: Learned,
    pub(super) weights3: Learned,
    pub(super) bias3: Learned,
}

/// Gradients of the layers over a part of a batch, and its loss.
pub(super) struct Gradients {
    weights1: Vec<Outputs>,
    bias1: Outputs,
    weights2: [Outputs; HIDDEN],
    bias2: Outputs,
    weights3: Outputs,
    bias3: f32,
    /// The sum of the squared errors in win probability.
    pub(super) loss: f64,
}

impl Gradients {
    pub(super) fn new() -> Self {
        Self {
            weights1: vec![[0.0; HIDDEN]; INPUTS],
            bias1: [0.0; HIDDEN],
            weights2: [[0.0; HIDDEN]; HIDDEN],
            bias2: [0.0; HIDDEN],
            weights3: [0.0; HIDDEN],
            bias3: 0.0,
            loss: 0.0,
        }
    }
}

fn rows(learned: &Learned) -> &[Outputs] {
    learned.rounded.as_chunks::<HIDDEN>().0
}

fn clip(sums: &Outputs) -> Outputs {
    let mut clipped = *sums;
    for value in &mut clipped {
        *value = value.clamp(0.0, 1.0);
    }
    clipped
}

/// Lets gradients pass where the activation is not at either end.
fn pass(gradient: &mut Outputs, sums: &Outputs) {
    for index in 0..HIDDEN {
        if !(0.0..1.0).contains(&sums[index]) {
            gradient[index] = 0.0;
        }
    }
}

/// Adds a row times a factor. Loops over arrays of known length become vector instructions.
#[inline(always)]
fn add_scaled<const N: usize>(to: &mut [f32; N], row: &[f32; N], factor: f32) {
    for index in 0..N {
        to[index] += factor * row[index];
    }
}

fn dot(a: &Outputs, b: &Outputs) -> f32 {
    let mut sum = 0.0;
    for index in 0..HIDDEN {
        sum += a[index] * b[index];
    }
    sum
}

/// The sums of the layers for one example.
struct Sums {
    hidden1: Outputs,
    hidden2: Outputs,
    output: f32,
}

/// The win probability of an output.
pub(super) fn probability(output: f32) -> f32 {
    1.0 / (1.0 + (-output * OUTPUT_CP / COMMON_SCALE as f32).exp())
}

/// The activations of one example side by side, as the first dense layer takes them.
pub(super) fn inputs_of(tiles: &[&[[f32; LANES]; 2]]) -> Inputs {
    let mut inputs = [0.0; INPUTS];
    for (side, half) in inputs.chunks_exact_mut(WIDTH).enumerate() {
        for (tile, slot) in tiles.iter().zip(half.chunks_exact_mut(LANES)) {
            slot.copy_from_slice(&tile[side]);
        }
    }
    inputs
}

impl DenseLayers {
    pub(super) fn new(random: &mut impl Rng) -> Self {
        let mut layer = |inputs: usize, outputs: usize| {
            let spread = 2.0 / (inputs as f32).sqrt();
            let mut number = || (random.random::<f32>() - 0.5) * spread;
            Learned::new((0..inputs * outputs).map(|_| number()).collect(), WEIGHT_ONE)
        };
        Self {
            weights1: layer(INPUTS, HIDDEN),
            weights2: layer(HIDDEN, HIDDEN),
            weights3: layer(HIDDEN, 1),
            bias1: Learned::new(vec![0.5; HIDDEN], OUTPUT_ONE),
            bias2: Learned::new(vec![0.5; HIDDEN], OUTPUT_ONE),
            bias3: Learned::new(vec![0.0], OUTPUT_ONE),
        }
    }

    /// The output for one example; `tiles` hold its activations.
    pub(super) fn output(&self, tiles: &[&[[f32; LANES]; 2]]) -> f32 {
        self.forward(&inputs_of(tiles)).output
    }

    fn forward(&self, inputs: &Inputs) -> Sums {
        let mut hidden1 = rows(&self.bias1)[0];
        for (&input, row) in inputs.iter().zip(rows(&self.weights1)) {
            add_scaled(&mut hidden1, row, input);
        }
        let mut hidden2 = rows(&self.bias2)[0];
        for (&activation, row) in clip(&hidden1).iter().zip(rows(&self.weights2)) {
            add_scaled(&mut hidden2, row, activation);
        }
        let output = self.bias3.rounded[0] + dot(&clip(&hidden2), &rows(&self.weights3)[0]);
        Sums { hidden1, hidden2, output }
    }

    /// The weights of the first dense layer, output by output, for the way back.
    pub(super) fn turned(&self) -> Vec<Inputs> {
        let mut turned = vec![[0.0; INPUTS]; HIDDEN];
        for (input, row) in rows(&self.weights1).iter().enumerate() {
            for (output, &weight) in row.iter().enumerate() {
                turned[output][input] = weight;
            }
        }
        turned
    }

    /// Collects the gradients of one example, for which the linear path gives `linear`; returns
    /// those of its inputs and of the output.
    pub(super) fn learn(
        &self,
        inputs: &Inputs,
        linear: f32,
        target: f32,
        turned: &[Inputs],
        gradients: &mut Gradients,
    ) -> (Inputs, f32) {
        let Sums { hidden1, hidden2, output } = self.forward(inputs);
        let output = output + linear;
        let p = probability(output);
        let error = p - target;
        gradients.loss += f64::from(error) * f64::from(error);
        let slope = 2.0 * error * p * (1.0 - p) * OUTPUT_CP / COMMON_SCALE as f32;

        gradients.bias3 += slope;
        add_scaled(&mut gradients.weights3, &clip(&hidden2), slope);
        let mut gradient2 = [0.0; HIDDEN];
        add_scaled(&mut gradient2, &rows(&self.weights3)[0], slope);
        pass(&mut gradient2, &hidden2);

        add_scaled(&mut gradients.bias2, &gradient2, 1.0);
        let activations1 = clip(&hidden1);
        let mut gradient1 = [0.0; HIDDEN];
        for (input, weights) in rows(&self.weights2).iter().enumerate() {
            add_scaled(&mut gradients.weights2[input], &gradient2, activations1[input]);
            gradient1[input] = dot(weights, &gradient2);
        }
        pass(&mut gradient1, &hidden1);
        add_scaled(&mut gradients.bias1, &gradient1, 1.0);

        for (row, &input) in gradients.weights1.iter_mut().zip(inputs) {
            add_scaled(row, &gradient1, input);
        }
        let mut back = [0.0; INPUTS];
        for (weights, &gradient) in turned.iter().zip(&gradient1) {
            add_scaled(&mut back, weights, gradient);
        }
        // At either end of the clipped range nothing flows back to the rows.
        for index in 0..INPUTS {
            if inputs[index] <= 0.0 || inputs[index] >= 1.0 {
                back[index] = 0.0;
            }
        }
        (back, slope)
    }

    /// Adds the gradients of a part.
    pub(super) fn collect(&mut self, part: &Gradients) {
        let add = |learned: &mut Learned, gradients: &[f32]| {
            for (sum, gradient) in learned.gradients.iter_mut().zip(gradients) {
                *sum += gradient;
            }
        };
        add(&mut self.weights1, part.weights1.as_flattened());
        add(&mut self.bias1, &part.bias1);
        add(&mut self.weights2, part.weights2.as_flattened());
        add(&mut self.bias2, &part.bias2);
        add(&mut self.weights3, &part.weights3);
        add(&mut self.bias3, &[part.bias3]);
    }

    pub(super) fn learned(&self) -> [&Learned; 6] {
        let Self { weights1, bias1, weights2, bias2, weights3, bias3 } = self;
        [weights1, bias1, weights2, bias2, weights3, bias3]
    }

    pub(super) fn learned_mut(&mut self) -> [&mut Learned; 6] {
        let Self { weights1, bias1, weights2, bias2, weights3, bias3 } = self;
        [weights1, bias1, weights2, bias2, weights3, bias3]
    }

    pub(super) fn step(&mut self, step: Step) {
        for weights in [&mut self.weights1, &mut self.weights2, &mut self.weights3] {
            weights.step(step.with_limit(LARGEST_WEIGHT));
        }
        for biases in [&mut self.bias1, &mut self.bias2, &mut self.bias3] {
            biases.step(step);
        }
    }
}
