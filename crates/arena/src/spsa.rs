//! Tuning of numeric options by games: simultaneous perturbation stochastic approximation.
//!
//! Source:  Spall 1992, with the gain sequences that engine testers use
//! Here:    one iteration is a pair of games between the values moved one way and the other;
//!          iterations come in batches that share their values, so the course depends on the
//!          seed and the batch, not on the number of workers

mod course;
mod page;
mod store;
mod tune;

pub use course::{Course, Parameter, ParseParameterError};
pub use page::spsa_page;
pub use store::SpsaStore;
pub use tune::{SpsaObserver, SpsaPlan, tune};
