//! Match statistics: Elo with its error, likelihood of superiority, SPRT, tests for tables of
//! counts, intervals, ratings. Pure functions; nothing here reads a file or a clock.
//!
//! ```
//! use stats::{Pairs, Sprt};
//!
//! // Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
//! let pairs = Pairs::new([10, 40, 90, 60, 20]);
//! let elo = pairs.elo().expect("both sides scored");
//! assert!(elo.value > 0.0 && elo.error95 > 0.0);
//! let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("bounds in order");
//! assert!(sprt.llr(&pairs).is_finite());
//! ```

mod contingency;
mod counts;
mod elo;
mod intervals;
mod logistic;
mod random;
mod ratings;
mod special;
mod sprt;

pub use contingency::{ChiSquare, chi_square, chi_square_yates, fisher_exact};
pub use counts::{Pairs, WinsDrawsLosses};
pub use elo::{Elo, elo_from_score, score_from_elo};
pub use intervals::{Interval, bootstrap_mean, wilson};
pub use logistic::{Logistic, Observation};
pub use random::SplitMix64;
pub use ratings::{Pairing, Rating, ratings};
pub use special::{normal_cdf, normal_quantile};
pub use sprt::{Sprt, SprtError, Verdict};
