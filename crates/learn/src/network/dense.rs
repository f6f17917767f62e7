//! The dense layers: forwards to the output, backwards from the loss, one example after the other.

use rand::{Rng, RngExt};

use super::adam::{Learned, Step};
use super::export::LARGEST_WEIGHT;
use super::tile::LANES;
use super::{HIDDEN, OUTPUT_CP, WIDTH};
use crate::calibration::COMMON_SCALE;

/// A row of outputs.
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
    fn new() -> Self {
        Self {
            weights1: vec![[0.0; HIDDEN]; 2 * WIDTH],
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
    learned.values.as_chunks::<HIDDEN>().0
}

fn clip(sums: &Outputs) -> Outputs {
    sums.map(|sum| sum.clamp(0.0, 1.0))
}

/// Lets gradients pass where the activation is not at either end.
fn pass(gradient: &mut Outputs, sums: &Outputs) {
    for (gradient, &sum) in gradient.iter_mut().zip(sums) {
        if !(0.0..1.0).contains(&sum) {
            *gradient = 0.0;
        }
    }
}

fn add_scaled(to: &mut Outputs, row: &Outputs, factor: f32) {
    for (to, &row) in to.iter_mut().zip(row) {
        *to += factor * row;
    }
}

fn dot(a: &Outputs, b: &Outputs) -> f32 {
    a.iter().zip(b).map(|(&a, &b)| a * b).sum()
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

impl DenseLayers {
    pub(super) fn new(random: &mut impl Rng) -> Self {
        let mut layer = |inputs: usize, outputs: usize| {
            let spread = 2.0 / (inputs as f32).sqrt();
            let mut number = || (random.random::<f32>() - 0.5) * spread;
            Learned::new((0..inputs * outputs).map(|_| number()).collect())
        };
        Self {
            weights1: layer(2 * WIDTH, HIDDEN),
            weights2: layer(HIDDEN, HIDDEN),
            weights3: layer(HIDDEN, 1),
            bias1: Learned::new(vec![0.5; HIDDEN]),
            bias2: Learned::new(vec![0.5; HIDDEN]),
            bias3: Learned::new(vec![0.0]),
        }
    }

    /// The output for one example; `tiles` hold its activations.
    pub(super) fn output(&self, tiles: &[&[[f32; LANES]; 2]]) -> f32 {
        self.forward(tiles).output
    }

    fn forward(&self, tiles: &[&[[f32; LANES]; 2]]) -> Sums {
        let mut hidden1 = rows(&self.bias1)[0];
        let weights1 = rows(&self.weights1);
        for (side, weights) in weights1.chunks_exact(WIDTH).enumerate() {
            for (tile, weights) in tiles.iter().zip(weights.chunks_exact(LANES)) {
                for (&activation, row) in tile[side].iter().zip(weights) {
                    if activation > 0.0 {
                        add_scaled(&mut hidden1, row, activation);
                    }
                }
            }
        }
        let mut hidden2 = rows(&self.bias2)[0];
        for (&activation, row) in clip(&hidden1).iter().zip(rows(&self.weights2)) {
            add_scaled(&mut hidden2, row, activation);
        }
        let output = self.bias3.values[0] + dot(&clip(&hidden2), &rows(&self.weights3)[0]);
        Sums { hidden1, hidden2, output }
    }

    /// Replaces the activations of a part of a batch by their gradients and collects those of the
    /// layers. `tiles` has for each tile the activations of the part's examples.
    pub(super) fn learn(
        &self,
        tiles: &mut [&mut [[[f32; LANES]; 2]]],
        targets: &[f32],
    ) -> Gradients {
        let mut gradients = Gradients::new();
        let weights1 = rows(&self.weights1);
        let weights2 = rows(&self.weights2);
        for (index, &target) in targets.iter().enumerate() {
            let inputs: Vec<&[[f32; LANES]; 2]> = tiles.iter().map(|tile| &tile[index]).collect();
            let Sums { hidden1, hidden2, output } = self.forward(&inputs);
            let p = probability(output);
            let error = p - target;
            gradients.loss += f64::from(error) * f64::from(error);
            let slope = 2.0 * error * p * (1.0 - p) * OUTPUT_CP / COMMON_SCALE as f32;

            let activations2 = clip(&hidden2);
            gradients.bias3 += slope;
            add_scaled(&mut gradients.weights3, &activations2, slope);
            let mut gradient2 = rows(&self.weights3)[0].map(|weight| weight * slope);
            pass(&mut gradient2, &hidden2);

            add_scaled(&mut gradients.bias2, &gradient2, 1.0);
            let activations1 = clip(&hidden1);
            let mut gradient1 = [0.0; HIDDEN];
            for input in 0..HIDDEN {
                add_scaled(&mut gradients.weights2[input], &gradient2, activations1[input]);
                gradient1[input] = dot(&weights2[input], &gradient2);
            }
            pass(&mut gradient1, &hidden1);
            add_scaled(&mut gradients.bias1, &gradient1, 1.0);

            for side in 0..2 {
                for (number, tile) in tiles.iter_mut().enumerate() {
                    let first = side * WIDTH + number * LANES;
                    for (lane, activation) in tile[index][side].iter_mut().enumerate() {
                        let value = *activation;
                        // At either end of the clipped range nothing flows back to the rows.
                        *activation = 0.0;
                        if value > 0.0 {
                            let row = first + lane;
                            add_scaled(&mut gradients.weights1[row], &gradient1, value);
                            if value < 1.0 {
                                *activation = dot(&weights1[row], &gradient1);
                            }
                        }
                    }
                }
            }
        }
        gradients
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

    pub(super) fn step(&mut self, step: Step) {
        for weights in [&mut self.weights1, &mut self.weights2, &mut self.weights3] {
            weights.step(step.with_limit(LARGEST_WEIGHT));
        }
        for biases in [&mut self.bias1, &mut self.bias2, &mut self.bias3] {
            biases.step(step);
        }
    }
}
