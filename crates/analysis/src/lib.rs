//! Analysis that says why: a game in, a report out whose every claim can be checked again.
//!
//! | part | what | entry |
//! |---|---|---|
//! | [`model`] | the report as data | [`model::GameReport`] |
//! | [`subject`] | the game, and why it may not be analysed | [`Subject`] |
//! | [`units`] | units of work: chunks of the sweep, deeper looks at moments | [`units::Work::run`] |
//! | [`machine`] | searcher and solvers of a unit | [`machine::Machine`] |
//! | [`part`] | the part of a game that is judged | [`part::Part`] |
//! | `curve` | the win probabilities that are shown | |
//! | `passes` | which units follow from what is known | |
//! | `analyse` | sweep, judgement, deeper looks, judgement again, report | [`analyse()`] |
//! | [`store`] | finished units in a file | [`store::Store`] |
//! | [`lines`] | two lines played out and compared; forks, hanging and trapped pieces; terms | [`lines::compare()`] |
//! | [`shapes`] | castles and openings | [`shapes::of_game`] |
//! | [`sentences`] | templates in both languages, with evidence | [`sentences::of_moment`], [`sentences::of_ply`], [`sentences::of_game`] |
//! | [`check`] | all evidence once more | [`check::check`] |
//! | [`report`] | the forms of a report | [`report::write`]; [`report::Folder`] and [`report::Quiz`] over many games |
//! | [`terminal`] | the table in a terminal | [`terminal`] |
//!
//! Nothing here reads files, standard input or a clock.

pub mod accuracy;
mod analyse;
mod assemble;
pub mod check;
pub mod classes;
pub mod context;
mod curve;
pub mod digest;
mod judge;
pub mod lines;
pub mod look;
pub mod machine;
pub mod model;
mod moments;
pub mod naturalness;
pub mod part;
mod passes;
pub mod position;
pub mod report;
pub mod scale;
pub mod sentences;
pub mod shapes;
pub mod signature;
pub mod states;
pub mod store;
pub mod subject;
pub mod terminal;
pub mod units;

pub use analyse::{Forgetful, Memory, Progress, Request, analyse};
pub use assemble::{english_line, identify, japanese_line};
pub use context::GameContext;
pub use subject::{Error, Subject};
