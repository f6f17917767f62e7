//! The systems, each in one short file.

mod tournament;

pub(crate) use tournament::Tournament;
