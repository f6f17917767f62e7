//! Sequential probability ratio test for pairs of games.
//!
//! Source:  Wald 1945; the generalised form (GSPRT) of Van den Bergh, as engine testers use it
//! Here:    the likelihood of each hypothesis is that of the distribution of pair results nearest
//!          to the counts among those with the hypothesis' mean (exact, by its one multiplier);
//!          results that never came count as a thousandth of a pair

use std::fmt;

use crate::counts::{Pairs, mean_and_variance};
use crate::elo::{NORMALISED_SCALE, score_from_elo};

/// Keeps the likelihood of results that have not come yet above nothing.
const UNSEEN: f64 = 1e-3;

/// A test between two differences in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
    is_normalised: bool,
}

/// The outcome of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is at least the upper one (H1).
    Accepted,
    /// The difference is at most the lower one (H0).
    Rejected,
    /// More games are needed.
    Open,
}

/// Why a test cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// The lower difference is not below the upper one.
    Bounds,
    /// An error rate is not between 0 and 1/2.
    Rates,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bounds => "expected two Elo differences, the lower one first",
            Self::Rates => "expected error rates above 0 and below 0.5",
        })
    }
}

impl std::error::Error for SprtError {}

impl Sprt {
    /// H0: `elo0`, H1: `elo1`; H1 is wrongly accepted at a rate of `alpha`, H0 at `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Bounds);
        }
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_rate(alpha) || !is_rate(beta) {
            return Err(SprtError::Rates);
        }
        let lower = (beta / (1.0 - alpha)).ln();
        let upper = ((1.0 - beta) / alpha).ln();
        Ok(Self { elo0, elo1, lower, upper, is_normalised: false })
    }

    /// The same bounds in normalised Elo.
    pub fn normalised(self) -> Self {
        Self { is_normalised: true, ..self }
    }

    /// At or below this log likelihood ratio H0 is accepted.
    pub fn lower(&self) -> f64 {
        self.lower
    }

    /// At or above this log likelihood ratio H1 is accepted.
    pub fn upper(&self) -> f64 {
        self.upper
    }

    /// The log likelihood ratio of H1 against H0; 0 without pairs.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let histogram = pairs.histogram().map(|(value, count)| (value, count.max(UNSEEN)));
        let (score0, score1) = self.scores(&histogram);
        let total: f64 = histogram.iter().map(|(_, weight)| weight).sum();
        let (Some(multiplier0), Some(multiplier1)) =
            (multiplier(&histogram, score0), multiplier(&histogram, score1))
        else {
            return 0.0;
        };
        // The total is that of the pairs played: the unseen part does not count as evidence.
        let scale = pairs.pairs() as f64 / total;
        let ratio = |&(value, weight): &(f64, f64)| {
            let (shift0, shift1) = (value - score0, value - score1);
            weight * ((1.0 + multiplier0 * shift0) / (1.0 + multiplier1 * shift1)).ln()
        };
        histogram.iter().map(ratio).sum::<f64>() * scale
    }

    /// The outcome after these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let llr = self.llr(pairs);
        if llr >= self.upper {
            Verdict::Accepted
        } else if llr <= self.lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }

    /// The expected scores of the hypotheses.
    fn scores(&self, histogram: &[(f64, f64)]) -> (f64, f64) {
        if !self.is_normalised {
            return (score_from_elo(self.elo0), score_from_elo(self.elo1));
        }
        // Of one game, as if the games of a pair were independent.
        let deviation = (2.0 * mean_and_variance(histogram).1).sqrt();
        let score = |elo: f64| (0.5 + elo / NORMALISED_SCALE * deviation).clamp(0.001, 0.999);
        (score(self.elo0), score(self.elo1))
    }
}

/// The most likely distribution with the mean `score` has the weights w / (1 + m (value -
/// score)); this is its m.
fn multiplier(histogram: &[(f64, f64)], score: f64) -> Option<f64> {
    let least = histogram.first()?.0 - score;
    let most = histogram.last()?.0 - score;
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // The excess falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut at = 0.0;
    for _ in 0..200 {
        let (mut excess, mut slope) = (0.0, 0.0);
        for &(value, weight) in histogram {
            let part = (value - score) / (1.0 + at * (value - score));
            excess += weight * part;
            slope -= weight * part * part;
        }
        if excess > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - excess / slope;
        let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
        if (next - at).abs() < 1e-12 {
            return Some(next);
        }
        at = next;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn walds_bounds() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        assert!((sprt.upper() - 2.944_438_979_166_44).abs() < 1e-12);
        assert!((sprt.lower() + 2.944_438_979_166_44).abs() < 1e-12);
        assert_eq!(Sprt::new(5.0, 0.0, 0.05, 0.05), Err(SprtError::Bounds));
        assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Rates));
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().llr(&Pairs::default()), 0.0);
    }

    #[test]
    fn near_the_normal_approximation() {
        // For many pairs: n (s1 - s0) (2 mean - s0 - s1) / (2 variance).
        let pairs = Pairs::new([500, 2_000, 5_000, 2_200, 550]);
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
        let (mean, variance) = pairs.mean_and_variance();
        let (s0, s1) = (0.5, score_from_elo(5.0));
        let expected = 10_250.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((sprt.llr(&pairs) - expected).abs() < 0.02, "{} {expected}", sprt.llr(&pairs));
    }

    #[test]
    fn the_two_hypotheses_are_mirror_images() {
        let sprt = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap();
        let forward = sprt.llr(&Pairs::new([3, 10, 40, 22, 9]));
        let backward = sprt.llr(&Pairs::new([9, 22, 40, 10, 3]));
        assert!((forward + backward).abs() < 1e-9);
        assert!(sprt.llr(&Pairs::new([10, 20, 40, 20, 10])).abs() < 1e-9);
        assert!(sprt.normalised().llr(&Pairs::new([3, 10, 40, 22, 9])) > 0.0);
    }

    /// How often of `tests` H1 is accepted where pairs come with these probabilities.
    fn accepted(sprt: &Sprt, probabilities: [f64; 5], tests: u64) -> f64 {
        let mut count = 0;
        for test in 0..tests {
            let mut random = SplitMix64::part(20, test);
            let mut pairs = Pairs::default();
            let verdict = loop {
                let mut left = random.unit();
                let at = probabilities.iter().position(|p| {
                    left -= p;
                    left < 0.0
                });
                pairs.add(at.unwrap_or(4));
                match sprt.verdict(&pairs) {
                    Verdict::Open => {}
                    verdict => break verdict,
                }
            };
            count += u64::from(verdict == Verdict::Accepted);
        }
        count as f64 / tests as f64
    }

    /// A distribution of pairs with the mean of an Elo difference.
    fn tilted(elo: f64) -> [f64; 5] {
        let base = [(0.0, 0.08), (0.25, 0.2), (0.5, 0.42), (0.75, 0.2), (1.0, 0.1)];
        let score = score_from_elo(elo);
        let multiplier = multiplier(&base, score).unwrap();
        base.map(|(value, weight)| weight / (1.0 + multiplier * (value - score)))
    }

    #[test]
    fn error_rates_are_as_promised() {
        let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
        let wrong = accepted(&sprt, tilted(0.0), 10_000);
        let right = accepted(&sprt, tilted(30.0), 10_000);
        assert!(wrong <= 0.05, "false accepts: {wrong}");
        assert!(right >= 0.95, "false rejects: {}", 1.0 - right);
        // A test that never errs would ask for too many games.
        assert!(wrong > 0.03 && right < 0.97, "{wrong} {right}");
    }
}
