//! How hard a move is, judged from the iterations of its search: easy moves save time for hard
//! ones.
//!
//! Source:   Stockfish's `search.cpp`: best-move stability, falling evaluation and the share of
//!           nodes of the best move as factors on the budget
//! Here:     simpler formulas; the numbers are ours

use shogi::Move;

/// The result of one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// The best move.
    pub best: Move,
    /// The score of the best move in hundredths of a pawn.
    pub score: i32,
    /// The share of all nodes that was spent on the best move, from 0 to 1.
    pub node_share: f64,
}

/// The judge of one search, which follows its iterations.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    best: Option<Move>,
    /// The number of iterations since the best move changed.
    stable: u32,
    /// The running mean of the scores, in which later iterations weigh more.
    mean: Option<f64>,
}

/// The factor on the budget just after the best move changed.
const UNSTABLE: f64 = 1.4;
/// The factor falls by this much with every iteration that has the same best move.
const PER_STABLE_ITERATION: f64 = 0.08;
/// The factor falls no more after this many iterations with the same best move.
const STABLE_ITERATIONS: u32 = 8;
/// The factor on the budget if the best move took all nodes, so that it has no rival.
const ALL_NODES: f64 = 0.6;
/// The factor on the budget if the best move took no nodes.
const NO_NODES: f64 = 2.0;
/// The factor grows by 1 for every fall of the score by this many hundredths of a pawn.
const FALL_FOR_DOUBLE: f64 = 300.0;
/// The least and the greatest factor for a rising or falling score.
const FALLING: (f64, f64) = (0.8, 1.6);

impl Judge {
    /// Takes one more iteration and returns the factor on the ordinary budget.
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
