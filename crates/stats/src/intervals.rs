//! Intervals: Wilson's for a proportion, the bootstrap's for a mean.

use crate::random::SplitMix64;
use crate::special::normal_quantile;

/// An interval of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's score interval of a proportion; everything is possible without trials.
pub fn wilson(successes: u64, trials: u64, confidence: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes.min(trials) as f64 / n;
    let z = normal_quantile(0.5 + confidence.clamp(0.0, 0.999_999_999) / 2.0);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    Interval { low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) }
}

/// The percentile bootstrap's interval of the mean; none without values or rounds.
pub fn bootstrap_mean(
    values: &[f64],
    confidence: f64,
    rounds: usize,
    random: &mut SplitMix64,
) -> Option<Interval> {
    if values.is_empty() || rounds == 0 {
        return None;
    }
    let mut mean = || {
        let drawn = (0..values.len()).map(|_| values[random.below(values.len())]);
        drawn.sum::<f64>() / values.len() as f64
    };
    let mut means: Vec<f64> = (0..rounds).map(|_| mean()).collect();
    means.sort_by(f64::total_cmp);
    let tail = (1.0 - confidence.clamp(0.0, 1.0)) / 2.0;
    let at = |share: f64| means[((share * rounds as f64) as usize).min(rounds - 1)];
    Some(Interval { low: at(tail), high: at(1.0 - tail) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_published() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials, 0.95);
            assert!((found.low - low).abs() < 1e-4 && (found.high - high).abs() < 1e-4);
        }
        assert_eq!(wilson(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn the_bootstrap_agrees_with_theory() {
        // Half zeros, half ones: the mean of 400 has a deviation of 1/40.
        let values: Vec<f64> = (0..400).map(|n| f64::from(n % 2)).collect();
        let mut random = SplitMix64::new(5);
        let found = bootstrap_mean(&values, 0.95, 4000, &mut random).unwrap();
        assert!((found.low - 0.451).abs() < 0.005 && (found.high - 0.549).abs() < 0.005);
        assert_eq!(bootstrap_mean(&[], 0.95, 10, &mut random), None);
    }
}
