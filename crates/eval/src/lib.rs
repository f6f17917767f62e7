//! Evaluators: what a position is worth, from the side to move.
//!
//! | module | what it is | source |
//! |---|---|---|
//! | [`material`] | piece values as named sets | G table 2, B, E |
//! | [`classic`] | material, activity near the kings, progress, small knowledge; every term has a name | G |
//! | [`three_piece`] | both kings and a piece, a king and two pieces; weights file | E |
//! | [`bonanza`] | eleven groups of features: king pairs, neighbours, lines, mobility, pins, attacks; weights file | B |
//! | [`entering_king`] | steps of the king to the enemy camp | E |
//! | [`weights_file`] | formats of weights files of our own, and errors of their readers | - |
//! | [`nnue`] | HalfKP, K-P and KingZone networks in the nn.bin format | Nasu 2018; the format as YaneuraOu has it; KingZone is ours |
//!
//! An [`Evaluator`] is told what happens to a position (play, pass, take back) and answers with an
//! [`Eval`] when asked; it computes nothing before. [`AnyEvaluator`] holds one of them, a [`Model`]
//! has the weights from which every thread makes its own, and [`EvaluatorName`] lists them by name.
//!
//! ```
//! use eval::{AnyEvaluator, Eval, Evaluator, material::Material};
//! use shogi::Position;
//!
//! let mut position = Position::startpos();
//! let mut evaluator = AnyEvaluator::from(Material::default());
//! evaluator.reset(&position);
//! for usi in ["7g7f", "3c3d", "8h2b+"] {
//!     position.play(usi.parse()?);
//!     evaluator.played(&position);
//! }
//! // White has lost a bishop, and Black's has become a horse.
//! assert_eq!(evaluator.evaluate(&position), Eval::new(-(2 * 800 + 350)));
//! position.take_back();
//! evaluator.taken_back();
//! assert_eq!(evaluator.evaluate(&position), Eval::ZERO);
//! # Ok::<(), shogi::ParseMoveError>(())
//! ```

mod any;
pub mod bonanza;
mod change;
pub mod classic;
mod embedded;
pub mod entering_king;
mod evaluator;
mod evaluator_name;
pub mod mapped;
pub mod material;
mod model;
pub mod nnue;
#[cfg(test)]
mod random_games;
pub mod three_piece;
mod value;
pub mod weights_file;

pub use any::AnyEvaluator;
pub use change::{Change, HandChange, Placed};
pub use evaluator::Evaluator;
pub use evaluator_name::{EvaluatorName, UnknownEvaluator};
pub use model::{LoadError, Model, ModelError, PublishedUnit};
pub use value::Eval;
