//! The board in the browser: a local server with sessions, engines and a page.
//!
//! A browser tab has one WebSocket and one session. A session is a thread that owns the game, the
//! settings and the engine of its tab and takes everything as commands from one channel, so that
//! nothing in it is locked and nothing that blocks is called by an async task. Records, lists and
//! the page itself go through HTTP. This is the only crate with async code.

mod arena_watch;
mod assets;
mod clock;
mod config;
mod game;
mod guard;
mod judge;
mod limits;
mod outbox;
mod permits;
mod problems;
pub mod protocol;
mod questions;
mod record;
mod registry;
mod rehearsal;
mod review;
mod routes;
mod saved;
mod seat;
mod server;
mod session;
mod socket;
mod solver;
mod view;

pub use assets::has_page;
pub use config::{Config, Token};
pub use rehearsal::rehearse;
pub use saved::default_folder as default_games_folder;
pub use server::{Running, ServeError, start};
