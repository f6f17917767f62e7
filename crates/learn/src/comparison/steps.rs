//! One update of the weights, by the sign of the gradient or by the gradient.
//!
//! Source:  Bonanza 6 for steps by sign: as many units as two random bits have ones; piece values
//!          sorted by their gradients move by 2, 2, 1, 1, 1, 0 ... -2, so that their sum stays.
//!          RMSprop (Hinton 2012) and a soft threshold for what the penalty takes away (FOBOS: Duchi
//!          and Singer 2009), as in Gikou, for steps by gradient
//! Here:    a weight without a feature in the searched positions stays as it is; the gradient is per
//!          position, and a constant beside its usual size lets rare features move less

use super::objective::ONE;
use super::options::{LearnerOptions, Method};
use super::table::{ParameterGroup, Rule};

/// The part of the mean square that an update keeps.
const KEPT: f32 = 0.95;
/// The gradient of a feature below which it moves less than by the rate.
const USUAL: f32 = 1e-4;
/// The largest weight, in its unit; the sum of four still fits into an entry of a table.
pub(super) const LARGEST: f32 = 8191.0;
/// By how much the piece values move, the one with the largest gradient first.
const MOVES_OF_VALUES: [f32; 13] =
    [-2.0, -2.0, -1.0, -1.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0];

/// What an update needs beside the gradient.
pub(super) struct Update<'a> {
    pub(super) options: &'a LearnerOptions,
    /// The number of the update, from the first of all.
    pub(super) number: u64,
    /// The iteration, which decides on the rate.
    pub(super) iteration: usize,
    /// The positions of the gradient.
    pub(super) positions: u64,
}

impl Update<'_> {
    /// Changes the weights of a group, in points, by their gradients.
    pub(super) fn apply(
        &self,
        group: &ParameterGroup,
        first: usize,
        weights: &mut [f32],
        squares: &mut [f32],
        gradients: &[i64],
    ) {
        match (self.options.method, group.rule) {
            (Method::Sign, Rule::PieceValues) => self.sort_values(first, weights, gradients),
            (Method::Sign, _) => self.by_sign(group, first, weights, gradients),
            (Method::Gradient, _) => self.by_gradient(group, weights, squares, gradients),
        }
        let largest = LARGEST * group.rule.unit();
        for weight in weights {
            *weight = weight.clamp(-largest, largest);
        }
    }

    fn sort_values(&self, first: usize, weights: &mut [f32], gradients: &[i64]) {
        if gradients.iter().all(|&gradient| gradient == 0) {
            return;
        }
        let mut order: Vec<usize> = (0..weights.len()).collect();
        // The target falls against the gradient; chance decides between equal ones.
        order.sort_by_key(|&index| (-gradients[index], self.random(first + index)));
        for (index, change) in order.into_iter().zip(MOVES_OF_VALUES) {
            weights[index] += change;
        }
    }

    fn by_sign(
        &self,
        group: &ParameterGroup,
        first: usize,
        weights: &mut [f32],
        gradients: &[i64],
    ) {
        let unit = group.rule.unit();
        let penalty = match group.rule {
            Rule::Positional => self.penalty() * self.positions as f32,
            Rule::PieceValues | Rule::Steps => 0.0,
        };
        for (index, (weight, &gradient)) in weights.iter_mut().zip(gradients).enumerate() {
            if gradient == 0 {
                continue;
            }
            let pull = if *weight == 0.0 { 0.0 } else { penalty.copysign(*weight) };
            let slope = gradient as f32 / ONE + pull;
            let bits = (self.random(first + index) & 3).count_ones() as f32;
            if slope > 0.0 {
                *weight -= bits * unit;
            } else if slope < 0.0 {
                *weight += bits * unit;
            }
        }
    }

    fn by_gradient(
        &self,
        group: &ParameterGroup,
        weights: &mut [f32],
        squares: &mut [f32],
        gradients: &[i64],
    ) {
        let positions = self.positions.max(1) as f32;
        let mean = match group.rule {
            // The sum of the values stays: the search's margins are in their unit.
            Rule::PieceValues => {
                gradients.iter().sum::<i64>() as f32 / gradients.len().max(1) as f32
            }
            Rule::Positional | Rule::Steps => 0.0,
        };
        let rate = self.options.rate(self.iteration)
            * if group.rule == Rule::Positional { 1.0 } else { self.options.value_rate };
        let mut moved = 0.0;
        for ((weight, square), &gradient) in weights.iter_mut().zip(&mut *squares).zip(gradients) {
            if gradient == 0 {
                continue;
            }
            let slope = (gradient as f32 - mean) / ONE / positions;
            let kept = if *square == 0.0 { 0.0 } else { KEPT };
            *square = kept * *square + (1.0 - kept) * slope * slope;
            let step = rate / (square.sqrt() + USUAL);
            let before = *weight;
            *weight -= step * slope;
            if group.rule == Rule::Positional {
                let pull = step * self.penalty();
                *weight = weight.signum() * (weight.abs() - pull).max(0.0);
            }
            moved += *weight - before;
        }
        if group.rule == Rule::PieceValues {
            // Steps are scaled value by value, so their sum need not be zero.
            let each = moved / weights.len().max(1) as f32;
            weights.iter_mut().for_each(|weight| *weight -= each);
        }
    }

    /// What a point of a weight costs at each position.
    fn penalty(&self) -> f32 {
        self.options.penalty * 1e-6
    }

    /// Random bits of a weight in this update.
    fn random(&self, weight: usize) -> u64 {
        // The finaliser of splitmix64 (Steele, Lea and Flood 2014).
        let seed = self.options.seed.rotate_left(48) ^ self.number.rotate_left(28) ^ weight as u64;
        let mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A weight in points as the whole number of units that evaluators have.
pub(super) fn rounded(weight: f32, rule: Rule) -> i16 {
    (weight / rule.unit()).round().clamp(-LARGEST, LARGEST) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: ParameterGroup =
        ParameterGroup { name: "material", len: 13, rule: Rule::PieceValues };
    const RELATIONS: ParameterGroup =
        ParameterGroup { name: "pairs", len: 3, rule: Rule::Positional };

    fn apply(method: Method, group: &ParameterGroup, gradients: &[i64]) -> Vec<f32> {
        let options = LearnerOptions { method, ..LearnerOptions::default() };
        let update = Update { options: &options, number: 3, iteration: 0, positions: 10 };
        let mut weights = vec![100.0; group.len];
        let mut squares = vec![0.0; group.len];
        update.apply(group, 0, &mut weights, &mut squares, gradients);
        weights
    }

    #[test]
    fn piece_values_keep_their_sum_and_go_against_the_gradient() {
        let gradients: Vec<i64> = (0..13).map(|kind| (kind * 7 % 13 - 6) << 22).collect();
        for method in [Method::Sign, Method::Gradient] {
            let weights = apply(method, &VALUES, &gradients);
            assert!((weights.iter().sum::<f32>() - 1300.0).abs() < 0.01, "{weights:?}");
            let (least, most) = (gradients.iter().min(), gradients.iter().max());
            let at = |wanted: Option<&i64>| {
                weights[gradients.iter().position(|it| Some(it) == wanted).expect("one of them")]
            };
            assert!(at(least) > 100.0 && at(most) < 100.0, "{method:?} {weights:?}");
        }
    }

    #[test]
    fn a_weight_without_a_gradient_stays_and_a_penalty_draws_to_zero() {
        let one = ONE as i64;
        for method in [Method::Sign, Method::Gradient] {
            // By sign a step can be none by chance, so some seeds are tried.
            let weights = apply(method, &RELATIONS, &[one, 0, -one]);
            assert!(weights[0] <= 100.0 && weights[1] == 100.0 && weights[2] >= 100.0);
            let small = apply(method, &RELATIONS, &[1, 1, 1]);
            assert!(small.iter().all(|&weight| weight <= 100.0), "{method:?} {small:?}");
            assert!(small.iter().any(|&weight| weight < 100.0), "{method:?} {small:?}");
        }
    }

    #[test]
    fn whole_numbers_are_units() {
        assert_eq!(rounded(1.0, Rule::Positional), 32);
        assert_eq!(rounded(-3.6, Rule::Steps), -4);
        assert_eq!(rounded(1e9, Rule::Positional), LARGEST as i16);
    }
}
