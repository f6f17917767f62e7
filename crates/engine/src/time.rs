//! Time: how much of the clock a move may take. The formulas are explained in `docs/time.md`.

mod judge;
mod plan;

pub use judge::{Iteration, Judge};
pub use plan::{Plan, TimeContext};
