//! The values and how they move: pure arithmetic.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stats::SplitMix64;

/// Exponents of the gain sequences (Spall 1998), and the share of iterations before the steps
/// begin to shrink.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const STABILITY: f64 = 0.1;

/// An option to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The USI option.
    pub name: String,
    /// The value at the start.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// How far values are moved apart at the end; a change that can be felt.
    pub step: f64,
}

/// A text that is not a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseParameterError(String);

impl fmt::Display for ParseParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "parameter {:?}: expected name,start,min,max,step with min <= start <= max, a whole number \
             between min and max, and step > 0",
            self.0
        )
    }
}

impl std::error::Error for ParseParameterError {}

impl FromStr for Parameter {
    type Err = ParseParameterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || ParseParameterError(text.to_owned());
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [name, numbers @ ..] = parts.as_slice() else { return Err(wrong()) };
        let numbers: Vec<f64> = numbers
            .iter()
            .map(|number| number.parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        let &[start, min, max, step] = numbers.as_slice() else { return Err(wrong()) };
        let is_sound = min <= start && start <= max && (max - min).is_finite();
        // Options are whole numbers.
        let is_sound = is_sound && min.ceil() <= max.floor() && step > 0.0 && step.is_finite();
        if name.is_empty() || !is_sound {
            return Err(wrong());
        }
        Ok(Self { name: (*name).to_owned(), start, min, max, step })
    }
}

/// The values on their way.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    parameters: Vec<Parameter>,
    iterations: u64,
    rate: f64,
    seed: u64,
    values: Vec<f64>,
    history: Vec<Vec<f64>>,
}

impl Course {
    /// The start of `iterations` iterations. `rate` is how much of a step one won game moves the
    /// values at the end.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, rate: f64, seed: u64) -> Self {
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.start).collect();
        Self { parameters, iterations, rate, seed, history: vec![values.clone()], values }
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values at the start and after each iteration.
    pub fn history(&self) -> &[Vec<f64>] {
        &self.history
    }

    /// The mean of the values over the last quarter of the course: less noisy than the last.
    pub fn settled(&self) -> Vec<f64> {
        let from = self.history.len() - self.history.len().div_ceil(4);
        let last = &self.history[from..];
        (0..self.values.len())
            .map(|at| last.iter().map(|values| values[at]).sum::<f64>() / last.len() as f64)
            .collect()
    }

    /// The two sets of whole values that meet in an iteration, from the values now.
    pub fn contenders(&self, iteration: u64) -> [Vec<i64>; 2] {
        let mut rounding = SplitMix64::part(self.seed ^ 1, iteration);
        let moved = self.moves(iteration);
        // Rounding up or down by chance keeps small moves from being lost.
        let offsets: Vec<f64> = moved.iter().map(|_| rounding.unit()).collect();
        [1.0, -1.0].map(|sign| {
            let value = |at: usize| {
                let parameter = &self.parameters[at];
                let value = self.values[at] + sign * moved[at];
                (value + offsets[at]).floor().clamp(parameter.min.ceil(), parameter.max.floor())
                    as i64
            };
            (0..moved.len()).map(value).collect()
        })
    }

    /// Takes note of an iteration: the first contender's games won less games lost.
    pub fn learn(&mut self, iteration: u64, won: f64) {
        let n = self.iterations as f64;
        let k = iteration as f64 + 1.0;
        let stability = STABILITY * n;
        let gain =
            self.rate * ((stability + n) / (stability + k)).powf(ALPHA) / (n / k).powf(2.0 * GAMMA);
        for (at, moved) in self.moves(iteration).into_iter().enumerate() {
            let parameter = &self.parameters[at];
            let next = self.values[at] + gain * moved * won;
            self.values[at] = next.clamp(parameter.min, parameter.max);
        }
        self.history.push(self.values.clone());
    }

    /// How far each value is moved in an iteration, up or down by chance.
    fn moves(&self, iteration: u64) -> Vec<f64> {
        let mut random = SplitMix64::part(self.seed, iteration);
        let size = (self.iterations as f64 / (iteration as f64 + 1.0)).powf(GAMMA);
        let moved = |parameter: &Parameter| {
            let sign = if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
            sign * parameter.step * size
        };
        self.parameters.iter().map(moved).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read() {
        let parameter: Parameter = "Margin,10,0,100,5".parse().unwrap();
        assert_eq!(
            (parameter.name.as_str(), parameter.max, parameter.step),
            ("Margin", 100.0, 5.0)
        );
        for wrong in [
            "",
            "a",
            "a,1,2,3,4",
            "a,5,0,10,0",
            "a,x,0,1,1",
            ",1,0,2,1",
            "a,0.5,0.2,0.8,0.1",
            "a,1,0,2,inf",
        ] {
            assert!(wrong.parse::<Parameter>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_noisy_optimum_is_found() {
        // Two values with their best at 30 and -20; games are coins bent by the loss of each side.
        let parameters: Vec<Parameter> =
            ["A,0,-100,100,8", "B,0,-100,100,8"].map(|text| text.parse().unwrap()).to_vec();
        let mut course = Course::new(parameters, 6000, 0.02, 7);
        let loss = |values: &[i64]| {
            ((values[0] - 30) as f64 / 30.0).powi(2) + ((values[1] + 20) as f64 / 30.0).powi(2)
        };
        let mut coin = SplitMix64::new(3);
        for iteration in 0..6000 {
            let [one, other] = course.contenders(iteration);
            let score = 1.0 / (1.0 + (loss(&one) - loss(&other)).exp());
            let mut game = || if coin.unit() < score { 1.0 } else { -1.0 };
            let won = game() + game();
            course.learn(iteration, won);
        }
        let found = course.settled();
        assert!((found[0] - 30.0).abs() < 6.0 && (found[1] + 20.0).abs() < 6.0, "{found:?}");
        assert_eq!(course.history().len(), 6001);
    }

    #[test]
    fn contenders_stay_in_range_and_differ() {
        let course = Course::new(vec!["A,0,0,3,2".parse().unwrap()], 10, 0.01, 1);
        for iteration in 0..10 {
            let [one, other] = course.contenders(iteration);
            assert_ne!(one, other);
            assert!((0..=3).contains(&one[0]) && (0..=3).contains(&other[0]));
        }
    }
}
