//! The alpha-beta family: one skeleton, and the techniques that make it strong, each in a file of
//! its own with its source and its off switch.
//!
//! A [`Worker`] is one searching thread. What threads share is in [`Shared`]; what a thread keeps
//! from move to move is its [`Memory`]. Time is read through a [`Clock`] that the caller provides.

mod depth;
mod ends;
mod give_up;
mod learn;
mod limits;
mod look;
mod memory;
mod node;
mod order;
mod quiescence;
mod root;
mod score;
mod shared;
mod skip;
mod technique;
mod tt;
mod worker;

pub use limits::{Clock, Limits, NoClock};
pub use memory::Memory;
pub use root::{Controller, NoController, Outcome, Report, RootMove};
pub use score::{MAX_PLY, Score, Window};
pub use shared::Shared;
pub use technique::{Switches, Technique, UnknownTechnique};
pub use tt::{Bound, Known, TranspositionTable};
pub use worker::{Rules, Settings, Worker};
