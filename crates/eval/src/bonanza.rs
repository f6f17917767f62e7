//! Bonanza's evaluation: eleven groups of features, each with a weight that can be learned.
//!
//! Source:  B (Bonanza 2006), appendix: "features of a position that the static evaluation considers"
//! Here:    the paper names the features in a line each and gives no numbers; the file of a group
//!          says how it is read. As in the paper, weights are learned from records; the learner begins
//!          with the guesses of [`BonanzaWeights::seed`]
//!
//! | group | features | file |
//! |---|---|---|
//! | material | 13 | `material.rs` |
//! | a king and two other pieces | 51.7 million | `king_pairs.rs` |
//! | a king, a friend next to it, another friend | 117,045 | `king_neighbours.rs` |
//! | two pieces next to each other | 1,000 | `neighbours.rs` |
//! | pieces on the lines of +R +B R B N L | 168 | `lines.rs` |
//! | squares open to +R +B R B L | 105 | `mobility.rs` |
//! | pins | 225 | `pins.rs` |
//! | own pawns on the bishop's colour | 10 | `bishop_colour.rs` |
//! | pawn and knight can advance, silver can retreat | 8 | `small_steps.rs` |
//! | pawns before and behind +R R L | 96 | `file_pawns.rs` |
//! | attacks on the 25 squares around the king | 15,625 | `king_surroundings.rs` |
//!
//! Every feature counts for one side and is told as that side sees the board; a mirrored board has
//! the same features. So swapped colours turn the value round, and a mirror keeps it, whatever the
//! weights are. The value is material + (all other groups) / 32.

pub mod bishop_colour;
mod evaluator;
mod features;
mod file;
pub mod file_pawns;
mod groups;
mod kinds;
pub mod king_neighbours;
pub mod king_pairs;
pub mod king_surroundings;
pub mod lines;
pub mod material;
pub mod mobility;
pub mod neighbours;
pub mod pins;
mod scene;
mod seed;
pub mod small_steps;
mod weights;

pub use crate::weights_file::{Encoding, WeightsError};
pub use evaluator::Bonanza;
pub use features::{Feature, for_each_feature, for_each_feature_of};
pub use groups::Group;
pub use weights::{BonanzaWeights, SCALE};

#[cfg(test)]
mod tests;
