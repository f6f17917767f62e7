//! Relations of three pieces: both kings and a piece (KKP), a king and two pieces (KPP).
//!
//! Source:  E (entering king 2012), section 2, after Bonanza 6
//! Here:    the tables are stored folded, so that mirrored and colour-flipped relations *are* one
//!          weight; sums follow the moves lazily
//!
//! A hand counts as one piece for each kind, on a square of its own for each number held (none
//! included). A relation of a king and the same piece twice stands for king and piece. The value
//! is material + (KKP + KPP) / 32 + the entering-king term; kings that are missing have no
//! relations.

pub mod entries;
mod evaluator;
mod file;
mod fold;
mod piece_king;
pub mod relatives;
mod seed;
mod states;
mod weights;

pub use evaluator::{Parts, ThreePiece};
pub(crate) use file::EntryCursor;
pub use states::{OWN_STATES, STATES, State};
pub use weights::{FOLDED_KINGS, SCALE, ThreePieceWeights};

pub use crate::weights_file::{Encoding, Expectation, Finding, WeightsError};
