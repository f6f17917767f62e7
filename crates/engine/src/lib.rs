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
mod file_stamp;
mod go;
mod go_mate;
mod hash_table;
mod leader;
mod model;
mod options;
mod permissions;
mod pool;
mod root_mate;
mod shown_score;
mod task;
mod time;
mod vote;

pub use clock::Clock;
pub use engine::{Engine, Sink};
pub use event::{Answer, Event, Info, MateAnswer};
pub use go::{Clocks, Go, MateTime};
pub use options::{OptionDescription, OptionError, OptionKind, Options};
pub use search::{Bound, RecipeName};
pub use shown_score::ShownScore;
pub use time::{Iteration, Judge, Plan, TimeContext};
