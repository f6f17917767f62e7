//! Matches between USI engines: who plays whom, openings, clocks, the rules by which games end,
//! results that survive a kill, tables and reports.
//!
//! * [`Plan`] says which games are played; every game has a number, and a number always means
//!   the same game.
//! * [`run`] plays what is still to be played and keeps it in a [`Store`].
//! * [`Tally`] is the table.
//! * [`tune`] moves an engine's options to where it wins.

mod clock;
mod date;
mod ending;
mod error;
mod export;
mod game;
mod introduction;
mod limit;
mod mate;
mod opening;
mod plan;
mod player;
mod report;
mod rules;
mod run;
mod schedule;
mod seat;
mod spsa;
mod store;
mod tally;
mod view;

pub use date::local_time;
pub use ending::{Ending, Outcome, ParseEndingError};
pub use error::ArenaError;
pub use export::{record_of, records};
pub use game::{GameRecord, PlayedMove};
pub use introduction::{Messages, OnRefusal};
pub use limit::{Limit, LimitError};
pub use opening::{Opening, opening_digest, random_openings, read_openings, shuffle_openings};
pub use plan::{Mode, Plan, SprtBounds};
pub use player::{Player, make_names_unique, read_players};
pub use report::{html_report, text_report};
pub use rules::{Agreement, Declaration, Rules};
pub use run::{Observer, Workers, run};
pub use schedule::{Fixture, Pairings, Schedule};
pub use spsa::{
    Course, Parameter, ParseParameterError, SpsaObserver, SpsaPlan, SpsaStore, spsa_page, tune,
};
pub use store::{Effort, GameRow, KeptMove, Span, Store, check_vacant, discard};
pub use tally::{PairingTally, SprtCourse, Tally};
pub use view::LiveView;
