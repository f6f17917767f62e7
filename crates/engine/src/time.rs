//! Time management: how much of the clock a move may take. `docs/time.md` explains the formulas.

mod judge;
mod plan;

pub use judge::{Iteration, Judge};
pub use plan::{Plan, TimeContext};
