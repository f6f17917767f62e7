//! Learning: positions with labels from game records, and a trainer that makes networks of them.
//!
//! The way of the data: [`records`] reads games, [`calibration`] finds what the programs' scores
//! mean in games won, [`samples`] turns games into labelled positions, [`network`] learns from them
//! and writes nn.bin files that the engine reads. With such a network [`selfplay`] plays more games,
//! which [`game_file`] keeps; [`data`] works on the files of games and positions. [`stream`] reads the
//! games of all kinds of records, to count ([`statistics`]) and to learn from.

pub mod calibration;
pub mod comparison;
pub mod data;
pub mod game_file;
pub mod naturalness;
pub mod network;
pub mod played;
pub mod records;
pub mod samples;
pub mod selfplay;
pub mod statistics;
pub mod stream;
