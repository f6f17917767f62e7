//! Learning: positions with labels from game records, and a trainer that makes networks of them.
//!
//! The way of the data: [`records`] reads games, [`calibration`] finds what the programs' scores
//! mean in games won, [`samples`] turns games into labelled positions, [`network`] learns from them
//! and writes nn.bin files that the engine reads.

pub mod calibration;
pub mod network;
pub mod records;
pub mod samples;
