//! The target: how many moves look better than the one played, and its gradient.

use std::sync::atomic::{AtomicI64, Ordering};

use super::compared::{Compared, unpacked};
use super::options::LearnerOptions;

/// A gradient of 1 in the whole numbers that are added up.
pub(super) const ONE: f32 = (1 << 24) as f32;

/// A soft step: 0 for a move that is far worse than the played one, 1 for one that is far better.
#[derive(Clone, Copy)]
pub(super) struct Sigmoid {
    slope: f32,
    window: f32,
}

impl Sigmoid {
    pub(super) fn new(options: &LearnerOptions) -> Self {
        Self { slope: options.slope / 256.0, window: options.comparison.window as f32 }
    }

    /// The target of a difference in points.
    #[inline]
    pub(super) fn value(self, difference: f32) -> f32 {
        let inside = difference.clamp(-self.window, self.window);
        1.0 / (1.0 + (-self.slope * inside).exp())
    }

    /// The slope of the target, which is flat outside the window.
    #[inline]
    pub(super) fn slope(self, difference: f32) -> f32 {
        if difference.abs() >= self.window {
            return 0.0;
        }
        let value = self.value(difference);
        self.slope * value * (1.0 - value)
    }
}

/// The difference of a sibling with these weights, in points.
#[inline]
pub(super) fn difference(base: f32, entries: &[u32], weights: &[f32]) -> f32 {
    entries.iter().fold(base, |sum, &entry| {
        let (weight, count) = unpacked(entry);
        sum + weights[weight] * count as f32
    })
}

/// The target's sum over some positions.
#[cfg(test)]
pub(super) fn target(compared: &Compared, weights: &[f32], sigmoid: Sigmoid) -> f64 {
    let of_siblings = |(base, entries): (f32, &[u32])| {
        f64::from(sigmoid.value(difference(base, entries, weights)))
    };
    compared
        .rows()
        .map(|row| f64::from(row.better) + row.siblings().map(of_siblings).sum::<f64>())
        .sum()
}

/// Adds the gradient of the target to `gradients` and returns the target's sum. Whole numbers have
/// the same sum in every order, so threads need not wait for each other.
pub(super) fn collect(
    compared: &Compared,
    weights: &[f32],
    sigmoid: Sigmoid,
    gradients: &[AtomicI64],
) -> f64 {
    let mut target = 0.0;
    for row in compared.rows() {
        target += f64::from(row.better);
        for (base, entries) in row.siblings() {
            let difference = difference(base, entries, weights);
            target += f64::from(sigmoid.value(difference));
            let slope = (sigmoid.slope(difference) * ONE) as i64;
            if slope == 0 {
                continue;
            }
            for &entry in entries {
                let (weight, count) = unpacked(entry);
                gradients[weight].fetch_add(slope * i64::from(count), Ordering::Relaxed);
            }
        }
    }
    target
}
