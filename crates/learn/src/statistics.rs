//! Statistics of game records: how often moves of each category are played, and what the games are
//! like.
//!
//! Known as: transition probabilities of realization probability search
//! Source:   G (Gekisashi 2005), table 1: probabilities by the kind of the move, counted from records
//! Here:     every category that a move fits counts; positions with one legal move are left out. A
//!           second measure, played moves over all moves of a category, weighs the single move
//!
//! [`gather`] walks through a [`Stream`](crate::stream::Stream) with several threads; its result does not
//! depend on their number. [`tables`] writes what was counted in the forms that the search and the
//! analysis read.

mod choice;
mod games;
mod gather;
mod held_out;
mod moves;
pub mod tables;

pub use choice::{Choice, Phase, Stratum};
pub use games::{GameCounts, LENGTH_STEP, Opening, TENTHS};
pub use gather::{GatherError, Gathered, gather};
pub use held_out::{HeldOut, Judgement};
pub use moves::{Count, MoveCounts};

#[cfg(test)]
mod tests;
