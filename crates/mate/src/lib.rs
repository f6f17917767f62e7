//! Mate problems: does the side to move mate by giving check with every move?
//!
//! A [`Solver`] says yes with a line, no, or that it does not know. Yes and no come from verifiers
//! that do not rely on the search: see `strategy` and `refutation`. The crate reads no clock and
//! does no input or output; a budget of nodes and a callback say when to stop.
//!
//! ```
//! use mate::{Limits, Solver, Verdict};
//!
//! let position: shogi::Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
//! let answer = Solver::new(1).solve(&position, &Limits::default(), &mut || false);
//! let Verdict::Mate(mate) = answer.verdict else { panic!("a gold on the head") };
//! assert_eq!(mate.line(), ["G*5b".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
mod budget;
mod conclude;
mod cooks;
mod dfpn;
mod expand;
mod hands;
pub mod hisshi;
mod interpositions;
mod line;
mod node;
mod notes;
mod path;
mod prefetch;
mod progress;
mod recall;
mod refutation;
mod repetitions;
mod seen_checks;
mod solver;
mod strategy;
mod table;
mod value;
mod variations;
mod verdict;

pub use budget::Stopped;
pub use cooks::{Cook, CookKind, Cooks};
pub use progress::Progress;
pub use solver::{LEAST_MEGABYTES, Limits, Solver};
pub use variations::{Variation, Variations};
pub use verdict::{Answer, Mate, NoMate, Reason, Verdict};
