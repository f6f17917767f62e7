//! The playing program as a library: commands in, events out.
//!
//! An [`Engine`] owns the threads, the hash table, the book, the clock's budget and the options. Its
//! methods are the commands; what it has to say it tells the [`Sink`] it was made with, from
//! whichever thread has something to say. Its time comes from the [`Clock`] passed in.

mod answer;
mod book;
mod clock;
mod control;
mod engine;
mod event;
mod go;
mod leader;
mod mate;
mod model;
mod options;
mod permissions;
mod pool;
mod root_mate;
mod stamp;
mod table;
mod task;
mod time;
mod vote;

pub use clock::Clock;
pub use engine::{Engine, Sink};
pub use event::{Answer, Event, Info, MateAnswer, ShownScore};
pub use go::{Clocks, Go, MateTime};
pub use options::{Description, Kind, OptionError, Options};
pub use search::Bound;
pub use time::{Iteration, Judge, Plan, Terms};
