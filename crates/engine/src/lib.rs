//! The playing program as a library: commands in, events out.
//!
//! An [`Engine`] owns the threads, the hash table, the book, the time plan and the options. Its
//! methods are the commands; its events go to the [`Sink`] that it was made with, from any thread.
//! Its time comes from the [`Clock`] passed in.

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
mod level;
mod model;
mod options;
mod permissions;
mod pool;
mod realization_file;
mod root_hisshi;
mod root_mate;
mod shown_score;
mod task;
mod time;
mod vote;

pub use clock::Clock;
pub use engine::{Engine, Sink};
pub use event::{Answer, Event, Info, MateAnswer, MateProgress};
pub use go::{Clocks, Go, MateTime};
pub use level::Level;
pub use options::{Effect, OptionDescription, OptionError, OptionKind, Options};
pub use search::{Bound, RecipeName};
pub use shown_score::ShownScore;
pub use time::{Iteration, Judge, Plan, TimeContext};
