//! The USI protocol: its text both ways, an engine's side and a driver's side.
//!
//! * [`Command`] is a line from a GUI, [`Reply`] a line from an engine; both are read from text and
//!   written as text.
//! * [`Session`] is an engine behind a reader and a writer.
//! * [`Driver`] starts another program and plays with it.

mod clock;
mod command;
mod driver;
mod lines;
mod printable;
mod reply;
mod session;

pub use clock::SystemClock;
pub use command::{
    Command, CommandError, GameResult, GoText, Parsed, PositionCommand, PositionError, RefusedMove,
};
pub use driver::{Driver, DriverError, Played};
pub use printable::printable;
pub use reply::{Checkmate, InfoLine, OptionLine, OptionType, Reply, ReplyError};
pub use session::{Identity, Session};
