//! Elo differences with their errors, normalised Elo, likelihood of superiority.
//!
//! The error is that of the mean score, carried over to the Elo scale at both ends of the
//! interval. Normalised Elo (Van den Bergh) is the difference in units of the spread of one
//! game, so that it tells how many games a proof needs whatever the rate of draws:
//! (score - 1/2) / deviation, times 800 / ln 10.

use crate::counts::{Pairs, WinsDrawsLosses, mean_and_variance};
use crate::special::{normal_cdf, normal_quantile};

/// A difference in playing strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference on the logistic scale.
    pub value: f64,
    /// Half the width of the 95% interval.
    pub error95: f64,
    /// The lower end of the 95% interval; may be infinite.
    pub low: f64,
    /// The upper end of the 95% interval; may be infinite.
    pub high: f64,
    /// The difference in normalised Elo.
    pub normalised: f64,
    /// Half the width of its 95% interval.
    pub normalised_error95: f64,
    /// The probability that the first side is the stronger one, if nothing else is known.
    pub superiority: f64,
}

/// The Elo difference of an expected score; infinite at 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of an Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Elo per unit of (score - 1/2) / deviation.
pub(crate) const NORMALISED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

impl Elo {
    /// From the mean score, the variance of an observation, the number of observations, and how
    /// many games one observation has.
    fn new(mean: f64, variance: f64, observations: f64, games_each: f64) -> Self {
        let value = elo_from_score(mean);
        let (mean, variance) =
            if variance > 0.0 { (mean, variance) } else { with_doubt(mean, observations) };
        let deviation = variance.sqrt();
        let error = deviation / observations.sqrt();
        let reach = normal_quantile(0.975) * error;
        let low = elo_from_score((mean - reach).max(0.0));
        let high = elo_from_score((mean + reach).min(1.0));
        let superiority = normal_cdf((mean - 0.5) / error);
        // The deviation of a single game, as if the games of an observation were independent.
        let per_game = deviation * games_each.sqrt();
        let normalised = |difference: f64| difference / per_game * NORMALISED_SCALE;
        Self {
            value,
            error95: if (high - low).is_finite() { (high - low) / 2.0 } else { f64::INFINITY },
            low,
            high,
            normalised: normalised(mean - 0.5),
            normalised_error95: normalised(reach),
            superiority,
        }
    }
}

/// Mean and variance of results that were all the same, with half an observation of any result added:
/// a few equal results do not prove that others cannot occur.
fn with_doubt(mean: f64, observations: f64) -> (f64, f64) {
    /// Of 0, 1/4, 1/2, 3/4 and 1.
    const VARIANCE_OF_ANY: f64 = 0.125;
    let all = observations + 0.5;
    let doubtful = (observations * mean + 0.25) / all;
    let of_seen = observations * (mean - doubtful).powi(2);
    let of_any = 0.5 * (VARIANCE_OF_ANY + (0.5 - doubtful).powi(2));
    (doubtful, (of_seen + of_any) / all)
}

impl WinsDrawsLosses {
    /// The difference that single games show; none without games.
    pub fn elo(&self) -> Option<Elo> {
        (self.games() > 0).then(|| {
            let (mean, variance) = mean_and_variance(&self.histogram());
            Elo::new(mean, variance, self.games() as f64, 1.0)
        })
    }

    /// The likelihood of superiority from decided games alone, as rating lists print it.
    pub fn superiority(&self) -> f64 {
        let decided = (self.wins + self.losses) as f64;
        if decided == 0.0 {
            return 0.5;
        }
        normal_cdf((self.wins as f64 - self.losses as f64) / decided.sqrt())
    }
}

impl Pairs {
    /// The difference that pairs show; none without pairs.
    pub fn elo(&self) -> Option<Elo> {
        (self.pairs() > 0).then(|| {
            let (mean, variance) = self.mean_and_variance();
            Elo::new(mean, variance, self.pairs() as f64, 2.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo() {
        assert_eq!(elo_from_score(0.5), 0.0);
        // The table of the logistic curve: 0.64 is 100, 0.76 is 200, 10/11 is 400.
        assert!((elo_from_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((score_from_elo(100.0) - 0.640_064_9).abs() < 1e-7);
        assert!((score_from_elo(200.0) - 0.759_746_9).abs() < 1e-7);
        assert_eq!(elo_from_score(1.0), f64::INFINITY);
        assert_eq!(elo_from_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn games_by_hand() {
        // 60 wins, 20 draws, 20 losses: mean 0.7, variance 0.6 * 0.09 + 0.2 * 0.04 + 0.2 * 0.49.
        let elo = WinsDrawsLosses::new(60, 20, 20).elo().unwrap();
        assert!((elo.value - 147.190_7).abs() < 1e-3, "{elo:?}");
        let reach = 1.959_963_984_540_054 * 0.16f64.sqrt() / 10.0;
        assert!((elo.low - elo_from_score(0.7 - reach)).abs() < 1e-9);
        assert!((elo.high - elo_from_score(0.7 + reach)).abs() < 1e-9);
        assert!((elo.normalised - 0.2 / 0.4 * 347.435_585_522_601_4).abs() < 1e-9);
        // The mean is five errors above a half.
        assert!((elo.superiority - 0.999_999_713_348_428).abs() < 1e-12);
        // 40 / sqrt(80) = 4.472 deviations.
        let decided = WinsDrawsLosses::new(60, 20, 20).superiority();
        assert!((decided - 0.999_996_127_891_9).abs() < 1e-9, "{decided}");
    }

    #[test]
    fn pairs_of_independent_games_say_what_games_say() {
        // 0, 1/2, 1, 3/2, 2 points from a fair coin: 1/4, 0, 1/2, 0, 1/4.
        let pairs = Pairs::new([250, 0, 500, 0, 250]).elo().unwrap();
        let games = WinsDrawsLosses::new(1000, 0, 1000).elo().unwrap();
        assert!((pairs.error95 - games.error95).abs() < 1e-9);
        assert!((pairs.normalised_error95 - games.normalised_error95).abs() < 1e-9);
        assert!((pairs.error95 - 15.22).abs() < 0.02, "{}", pairs.error95);
    }

    #[test]
    fn equal_results_are_no_certainty() {
        let elo = WinsDrawsLosses::new(5, 0, 0).elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!((0.99..1.0).contains(&elo.superiority), "{elo:?}");
        assert!(elo.low.is_finite() && elo.normalised > 100.0, "{elo:?}");
        let elo = Pairs::new([3, 0, 0, 0, 0]).elo().unwrap();
        assert!(elo.superiority > 0.0 && elo.superiority < 0.01, "{elo:?}");
        let one = Pairs::new([0, 0, 1, 0, 0]).elo().unwrap();
        assert_eq!((one.value, one.superiority), (0.0, 0.5));
        assert!(one.error95 > 300.0, "{one:?}");
        let many = Pairs::new([0, 0, 1000, 0, 0]).elo().unwrap();
        assert!((0.01..1.0).contains(&many.error95), "{many:?}");
        assert_eq!(Pairs::default().elo(), None);
    }
}
