//! The systems, each in one short file.

mod bonanza;
mod classical;
mod gekisashi;
mod learner;
mod tacos;
mod tournament;
mod yuuchan;

pub(crate) use bonanza::Bonanza;
pub(crate) use gekisashi::Gekisashi;
pub(crate) use learner::Learner;
pub(crate) use tacos::Tacos;
pub(crate) use tournament::Tournament;
pub(crate) use yuuchan::Yuuchan;
