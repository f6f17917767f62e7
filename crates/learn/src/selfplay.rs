//! Self-play: games of a search against itself, from varied starts, to learn from.
//!
//! Source:  soft limits of nodes, agreed scores that end most games, starts from records, a choice
//!          among several lines in the opening: Stoat, YaneuraOu's and nodchip's generators, rshogi
//! Here:    the games depend on the seed alone, not on the number of threads; a share of the games is
//!          played to its end by the rules; starts before a king enters the enemy camp

mod player;
mod run;
mod start;

pub use player::{Choices, Teacher};
pub(crate) use player::{HARD_LIMIT, SoftLimit, TABLE};
pub use run::{Generated, generate};
pub use start::Starts;
