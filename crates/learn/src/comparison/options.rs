//! The choices of a course of learning.

use search::Comparison;

/// How weights are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By small whole numbers in the direction of the gradient's sign, as in Bonanza.
    Sign,
    /// By the gradient, scaled by its usual size.
    Gradient,
}

/// The choices of a course of learning.
#[derive(Clone, Debug)]
pub struct LearnerOptions {
    /// The recipe, the depth and the half width of the window of the searches.
    pub comparison: Comparison,
    /// The steepness of the sigmoid at its middle, in 1/256 of a point.
    pub slope: f32,
    /// How weights are changed.
    pub method: Method,
    /// The steps by gradient at the start and at the end, in points; they fall along a cosine.
    pub rates: [f32; 2],
    /// The part of the rate by which piece values and steps of the king move.
    pub value_rate: f32,
    /// What a point of a positional weight costs at each position, in millionths of the target.
    pub penalty: f32,
    /// The positions of an iteration; fewer if their memory is used up before.
    pub positions: usize,
    /// The updates with the lines of one search.
    pub updates: usize,
    /// The most iterations.
    pub iterations: usize,
    /// Learning ends after so many iterations without a better target.
    pub patience: usize,
    /// The held-out positions that are looked at after each iteration.
    pub held_out: usize,
    /// The most memory of an iteration's lines, in megabytes.
    pub megabytes: usize,
    /// The start of the random numbers.
    pub seed: u64,
}

impl Default for LearnerOptions {
    fn default() -> Self {
        Self {
            comparison: Comparison { recipe: None, depth: 1, window: 256 },
            slope: 7.0,
            method: Method::Gradient,
            rates: [0.8, 0.2],
            value_rate: 1.0,
            penalty: 0.2,
            positions: 10_000,
            updates: 32,
            iterations: 30,
            patience: 5,
            held_out: 2_000,
            megabytes: 1024,
            seed: 1,
        }
    }
}

impl LearnerOptions {
    /// The choices of a course that takes less than a minute.
    pub fn quick() -> Self {
        Self { positions: 2_000, updates: 4, iterations: 4, held_out: 500, ..Self::default() }
    }

    /// The choices as a text, which a checkpoint keeps so that it is not used for other ones.
    pub(super) fn text(&self) -> String {
        format!("{self:?}")
    }

    /// The size of a step in an iteration.
    pub(super) fn rate(&self, iteration: usize) -> f32 {
        let [start, end] = self.rates;
        let last = self.iterations.saturating_sub(1).max(1);
        let done = (iteration as f32 / last as f32).min(1.0);
        end + (start - end) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos())
    }
}
