//! The functions behind the distributions: incomplete gamma function, the normal
//! distribution and its quantiles.

use std::f64::consts::PI;

/// Terms of a series or a continued fraction; far more than any of them needs.
const MOST_TERMS: usize = 10_000;
const TINY: f64 = 1e-300;

/// The probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    let half_square = x * x / 2.0;
    // The complement keeps small tails exact.
    let tail = upper_gamma(0.5, half_square) / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The `x` with `normal_cdf(x) == p`; infinite at 0 and 1, not a number outside.
pub fn normal_quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    // Newton's method from the leading term of the tail; the distribution is convex there, so
    // it comes from one side.
    let mut x = -(-2.0 * p.ln()).sqrt().max(0.1) + 0.1;
    for _ in 0..100 {
        let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
        let step = (normal_cdf(x) - p) / density.max(TINY);
        x -= step.clamp(-1.0, 1.0);
        if step.abs() < 1e-14 {
            break;
        }
    }
    x
}

/// The upper regularised incomplete gamma function Q(a, x).
pub(crate) fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..MOST_TERMS {
            term *= x / (a + n as f64);
            sum += term;
            if term < sum * 1e-17 {
                break;
            }
        }
        return 1.0 - scale * sum;
    }
    // Lentz's continued fraction.
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / TINY;
    let mut d = 1.0 / b;
    let mut product = d;
    for n in 1..MOST_TERMS {
        let n = n as f64;
        let an = -n * (n - a);
        b += 2.0;
        d = non_zero(an * d + b).recip();
        c = non_zero(b + an / c);
        product *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    scale * product
}

fn non_zero(x: f64) -> f64 {
    if x.abs() < TINY { TINY } else { x }
}

/// The logarithm of the gamma function for `x > 0` (Lanczos, g = 7, nine terms).
pub(crate) fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        return (PI / (PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let base = x + 7.5;
    let terms = COEFFICIENTS.iter().zip(1..).map(|(c, n)| c / (x + f64::from(n)));
    let sum: f64 = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    (2.0 * PI).sqrt().ln() + (x + 0.5) * base.ln() - base + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{ContinuousCDF, Normal};
    use statrs::function::gamma;

    #[test]
    fn like_statrs() {
        let normal = Normal::new(0.0, 1.0).unwrap();
        for step in -60..=60 {
            let x = f64::from(step) / 10.0;
            assert!((normal_cdf(x) - normal.cdf(x)).abs() < 1e-10, "{x}");
        }
        for step in 1..100 {
            let p = f64::from(step) / 100.0;
            assert!((normal_quantile(p) - normal.inverse_cdf(p)).abs() < 1e-7, "{p}");
        }
        for a in [0.3, 0.5, 1.0, 2.5, 20.0] {
            for x in [0.01, 0.5, 1.0, 3.0, 40.0] {
                assert!((upper_gamma(a, x) - gamma::gamma_ur(a, x)).abs() < 1e-10, "{a} {x}");
            }
            assert!((ln_gamma(a) - gamma::ln_gamma(a)).abs() < 1e-10, "{a}");
        }
    }

    #[test]
    fn published_quantiles() {
        for (p, x) in [(0.975, 1.959_963_984_540_054), (0.95, 1.644_853_626_951_472_2)] {
            assert!((normal_quantile(p) - x).abs() < 1e-10);
            assert!((normal_quantile(1.0 - p) + x).abs() < 1e-10);
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert!(normal_quantile(1.5).is_nan());
        assert!(normal_quantile(1e-12) < -7.0);
    }
}
