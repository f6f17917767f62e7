//! The figures of a player over counted moves.
//!
//! Source: the curve of a move's accuracy, its bonus of 1, and the mean of the two means are
//!         lichess's (`AccuracyPercent`); the mean loss with its interval stands first here.

use crate::model::{Figures, Number};

/// A counted move.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// The loss in points.
    pub loss: f64,
    /// Is the move the best one?
    pub is_best: bool,
    /// The weight of the move: how much the game moved around it.
    pub weight: f64,
}

/// Draws of the bootstrap.
const DRAWS: usize = 1_000;
/// The share of draws outside the interval on each side.
const TAIL: f64 = 0.025;

/// The accuracy of one move in percent.
fn of_move(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    let curve = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * loss).exp();
    (curve - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// The weights of the moves by the standard deviation of win probabilities in sliding windows;
/// `curve` has one more entry than there are moves.
pub fn volatility(curve: &[f64]) -> Vec<f64> {
    let moves = curve.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(curve.len().max(1));
    let deviation = |window: &[f64]| {
        let mean = window.iter().sum::<f64>() / window.len() as f64;
        let squares = window.iter().map(|w| (w - mean).powi(2)).sum::<f64>();
        (squares / window.len() as f64).sqrt().clamp(0.5, 12.0)
    };
    // The first window stands for the moves before it is full.
    (0..moves)
        .map(|index| {
            let start = (index + 2).saturating_sub(size).min(curve.len() - size);
            deviation(&curve[start..start + size])
        })
        .collect()
}

/// The figures of some counted moves.
pub fn figures(moves: &[Counted]) -> Figures {
    let count = moves.len() as f64;
    if moves.is_empty() {
        return Figures::default();
    }
    let mean = moves.iter().map(|one| one.loss).sum::<f64>() / count;
    let accuracies: Vec<f64> = moves.iter().map(|one| of_move(one.loss)).collect();
    let weights = moves.iter().map(|one| one.weight).sum::<f64>();
    let weighted = accuracies.iter().zip(moves).map(|(a, one)| a * one.weight).sum::<f64>();
    let harmonic = count / accuracies.iter().map(|a| 1.0 / a.max(1.0)).sum::<f64>();
    let agreed = moves.iter().filter(|one| one.is_best || one.loss <= 1.0).count();
    Figures {
        counted: moves.len() as u32,
        mean_loss: Some(mean.into()),
        mean_loss_interval: Some(interval(moves)),
        accuracy: Some((f64::midpoint(weighted / weights, harmonic)).into()),
        agreement: Some((100.0 * agreed as f64 / count).into()),
    }
}

/// The bootstrap interval of the mean loss, drawn with a generator of its own so that it is always
/// the same.
fn interval(moves: &[Counted]) -> [Number; 2] {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = || {
        // Xorshift (Marsaglia 2003).
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        moves[(seed % moves.len() as u64) as usize].loss
    };
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| (0..moves.len()).map(|_| draw()).sum::<f64>() / moves.len() as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let low = (DRAWS as f64 * TAIL) as usize;
    [means[low], means[DRAWS - 1 - low]].map(Number::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_perfect_and_poor_moves() {
        let perfect = Counted { loss: 0.0, is_best: true, weight: 1.0 };
        let poor = Counted { loss: 20.0, is_best: false, weight: 1.0 };
        let best = figures(&[perfect; 10]);
        assert_eq!(best.accuracy, Some(100.0.into()));
        assert_eq!(best.mean_loss_interval, Some([0.0, 0.0].map(Number::new)));
        let mixed = figures(&[perfect, poor, perfect, poor]);
        assert_eq!(mixed.mean_loss, Some(10.0.into()));
        assert_eq!(mixed.agreement, Some(50.0.into()));
        assert!(mixed.accuracy < Some(80.0.into()));
        assert_eq!(figures(&[]).counted, 0);
    }

    #[test]
    fn every_move_has_a_weight() {
        assert_eq!(volatility(&[50.0]), Vec::<f64>::new());
        assert_eq!(volatility(&[50.0, 60.0]).len(), 1);
        let curve: Vec<f64> = (0..141).map(f64::from).collect();
        assert_eq!(volatility(&curve).len(), 140);
    }
}
