//! Logistic regression with one variable: the chance of success is 1 / (1 + exp(-(a + b x))).
//!
//! Source: Newton's method on the log-likelihood, as in any textbook (Hosmer and Lemeshow 2000, 1.2).

/// An observation: the variable, whether it was a success, and its weight.
pub type Observation = (f64, bool, f64);

/// The intercept and the slope of a logistic curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logistic {
    /// The intercept.
    pub a: f64,
    /// The slope.
    pub b: f64,
}

/// The most steps of Newton's method.
const STEPS: usize = 50;
/// A step below this ends the search.
const ENOUGH: f64 = 1e-10;

impl Logistic {
    /// The chance of success.
    pub fn chance(self, x: f64) -> f64 {
        1.0 / (1.0 + (-(self.a + self.b * x)).exp())
    }

    /// The curve of the greatest likelihood; none if there is no such curve, as when all
    /// observations are successes.
    pub fn fit(observations: &[Observation]) -> Option<Self> {
        // With x in units of its spread the steps are as good as they can be.
        let weight: f64 = observations.iter().map(|one| one.2).sum();
        let square: f64 = observations.iter().map(|one| one.0 * one.0 * one.2).sum();
        let unit = (square / weight).sqrt();
        if !unit.is_finite() || unit <= 0.0 {
            return None;
        }
        let mut curve = Self { a: 0.0, b: 0.0 };
        for _ in 0..STEPS {
            let (mut g, mut h) = ([0.0; 2], [0.0; 3]);
            for &(x, success, weight) in observations {
                let x = x / unit;
                let p = curve.chance(x);
                let error = weight * (f64::from(u8::from(success)) - p);
                let curvature = weight * p * (1.0 - p);
                g[0] += error;
                g[1] += error * x;
                h[0] += curvature;
                h[1] += curvature * x;
                h[2] += curvature * x * x;
            }
            let determinant = h[0] * h[2] - h[1] * h[1];
            let step = [
                (h[2] * g[0] - h[1] * g[1]) / determinant,
                (h[0] * g[1] - h[1] * g[0]) / determinant,
            ];
            if !step[0].is_finite() || !step[1].is_finite() {
                return None;
            }
            // A long step may overshoot where the curve is flat.
            (curve.a, curve.b) =
                (curve.a + step[0].clamp(-2.0, 2.0), curve.b + step[1].clamp(-2.0, 2.0));
            if step[0].abs() < ENOUGH && step[1].abs() < ENOUGH {
                return Some(Self { a: curve.a, b: curve.b / unit });
            }
        }
        None
    }

    /// The mean log loss of the curve; none without observations.
    pub fn log_loss(self, observations: &[Observation]) -> Option<f64> {
        let weight: f64 = observations.iter().map(|one| one.2).sum();
        let loss = |&(x, success, weight): &Observation| {
            let p = self.chance(x).clamp(1e-12, 1.0 - 1e-12);
            -weight * if success { p.ln() } else { (1.0 - p).ln() }
        };
        (weight > 0.0).then(|| observations.iter().map(loss).sum::<f64>() / weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn a_known_curve_is_found() {
        let truth = Logistic { a: 0.3, b: 1.0 / 350.0 };
        let mut random = SplitMix64::part(1, 1);
        let observations: Vec<Observation> = (0..200_000)
            .map(|_| {
                let x = (random.unit() - 0.5) * 4_000.0;
                (x, random.unit() < truth.chance(x), 1.0)
            })
            .collect();
        let found = Logistic::fit(&observations).expect("a curve");
        assert!((found.a - truth.a).abs() < 0.03, "{found:?}");
        assert!((1.0 / found.b - 350.0).abs() < 6.0, "{found:?}");
        let loss = |curve: Logistic| curve.log_loss(&observations).expect("a loss");
        assert!(loss(found) <= loss(truth));
        assert!(loss(found) < loss(Logistic { a: 0.3, b: 1.0 / 600.0 }));
    }

    #[test]
    fn two_by_two_is_exact() {
        // Three of four successes at 1, one of four at 0: odds of 3 and 1/3.
        let mut observations = vec![(1.0, true, 3.0), (1.0, false, 1.0)];
        observations.extend([(0.0, true, 1.0), (0.0, false, 3.0)]);
        let found = Logistic::fit(&observations).expect("a curve");
        assert!((found.a - (1.0_f64 / 3.0).ln()).abs() < 1e-9);
        assert!((found.a + found.b - 3.0_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn some_observations_have_no_curve() {
        assert_eq!(Logistic::fit(&[]), None);
        assert_eq!(Logistic::fit(&[(1.0, true, 1.0), (2.0, true, 1.0)]), None);
        assert_eq!(Logistic { a: 0.0, b: 0.0 }.log_loss(&[]), None);
    }
}
