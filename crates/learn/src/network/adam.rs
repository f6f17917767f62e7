//! Adam: steps in proportion to the mean gradient over its spread.
//!
//! Source:  D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2015); decay apart from
//!          the gradients: I. Loshchilov and F. Hutter, "Decoupled weight decay regularization" (2019)

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Numbers that are learned, with their gradients and moments.
#[derive(Clone)]
pub(super) struct Learned {
    values: Vec<f32>,
    /// The values as whole multiples of the file's unit. The network computes with these, so that
    /// it learns to live with the rounding; gradients move the values.
    pub(super) rounded: Vec<f32>,
    /// How many of the file's units are one.
    one: f32,
    pub(super) gradients: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// One step for all numbers.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// The learning rate with the correction of the first steps.
    rate: f32,
    epsilon: f32,
    /// The largest absolute value of a number.
    limit: f32,
    /// The learning rate without the correction.
    plain_rate: f32,
    /// The factor by which numbers shrink.
    kept: f32,
}

impl Step {
    /// The step with this number, from 1.
    pub(super) fn new(number: u64, rate: f32, limit: f32) -> Self {
        let correction1 = 1.0 - f64::from(BETA1).powf(number as f64);
        let correction2 = (1.0 - f64::from(BETA2).powf(number as f64)).sqrt();
        Self {
            rate: rate * (correction2 / correction1) as f32,
            epsilon: EPSILON * correction2 as f32,
            limit,
            plain_rate: rate,
            kept: 1.0,
        }
    }

    /// The step with a decay of the numbers, in proportion to the learning rate.
    pub(super) fn with_decay(self, decay: f32) -> Self {
        Self { kept: (1.0 - self.plain_rate * decay).max(0.0), ..self }
    }

    pub(super) fn with_limit(self, limit: f32) -> Self {
        Self { limit, ..self }
    }
}

impl Learned {
    /// Numbers of which `one` units are one in the network's file.
    pub(super) fn new(values: Vec<f32>, one: f32) -> Self {
        let zeros = vec![0.0; values.len()];
        let mut learned = Self {
            gradients: zeros.clone(),
            mean: zeros.clone(),
            rounded: zeros.clone(),
            square: zeros,
            one,
            values,
        };
        learned.round();
        learned
    }

    /// Moves the numbers against their gradients and clears these.
    pub(super) fn step(&mut self, step: Step) {
        let (one, part) = (self.one, 1.0 / self.one);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        let numbers = self.values.iter_mut().zip(&mut self.rounded).zip(&mut self.gradients);
        for (((value, rounded), gradient), (mean, square)) in numbers.zip(moments) {
            *mean = BETA1 * *mean + (1.0 - BETA1) * *gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * *gradient * *gradient;
            let moved = *value * step.kept - step.rate * *mean / (square.sqrt() + step.epsilon);
            *value = moved.clamp(-step.limit, step.limit);
            *rounded = (*value * one).round_ties_even() * part;
            *gradient = 0.0;
        }
    }

    /// The values and their moments, for a checkpoint.
    pub(super) fn state(&self) -> impl Iterator<Item = f32> {
        self.values.iter().chain(&self.mean).chain(&self.square).copied()
    }

    /// Takes values and moments from a checkpoint; none if it has too few numbers.
    pub(super) fn set_state(&mut self, numbers: &mut impl Iterator<Item = f32>) -> Option<()> {
        for into in [&mut self.values, &mut self.mean, &mut self.square] {
            for number in into {
                *number = numbers.next()?;
            }
        }
        self.round();
        Some(())
    }

    fn round(&mut self) {
        for (rounded, value) in self.rounded.iter_mut().zip(&self.values) {
            *rounded = (value * self.one).round_ties_even() * (1.0 / self.one);
        }
    }
}
