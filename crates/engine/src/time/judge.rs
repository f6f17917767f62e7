//! How hard a move is, from what its iterations looked like: easy ones save time for hard ones.
//!
//! Source:  the field's common three signs; values ours, `docs/time.md`

use shogi::Move;

/// What an iteration found.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// The best move.
    pub best: Move,
    /// Its score in hundredths of a pawn.
    pub score: i32,
    /// The part of all nodes that was spent on it.
    pub node_share: f64,
}

/// Follows the iterations of one search.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    best: Option<Move>,
    /// Iterations since the best move changed.
    stable: u32,
    /// Mean score of the iterations so far, the late ones weighing more.
    mean: Option<f64>,
}

/// The longer a move has been the best, the surer it is.
const STABLE_ITERATIONS: u32 = 8;
const UNSTABLE: f64 = 1.4;
const PER_STABLE_ITERATION: f64 = 0.08;
/// A move that takes most nodes has no rival.
const ALL_NODES: f64 = 0.6;
const NO_NODES: f64 = 2.0;
/// A falling score asks for more time: one more budget for this many hundredths of a pawn.
const FALL_FOR_DOUBLE: f64 = 300.0;
const FALLING: (f64, f64) = (0.8, 1.6);

impl Judge {
    /// How many ordinary budgets the move deserves, after one more iteration.
    pub fn weigh(&mut self, iteration: &Iteration) -> f64 {
        if self.best == Some(iteration.best) {
            self.stable += 1;
        } else {
            self.best = Some(iteration.best);
            self.stable = 0;
        }
        let score = f64::from(iteration.score.clamp(-5000, 5000));
        let mean = self.mean.unwrap_or(score);
        self.mean = Some(mean * 0.75 + score * 0.25);

        let stability =
            UNSTABLE - PER_STABLE_ITERATION * f64::from(self.stable.min(STABLE_ITERATIONS));
        let share = iteration.node_share.clamp(0.0, 1.0);
        let rivals = NO_NODES + (ALL_NODES - NO_NODES) * share;
        let falling = (1.0 + (mean - score) / FALL_FOR_DOUBLE).clamp(FALLING.0, FALLING.1);
        stability * rivals * falling
    }
}
