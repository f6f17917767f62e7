//! Game records and training records of shogi.
//!
//! Every format of game records is read into one type, [`Game`], and written from it: KIF, KI2,
//! CSA, JKF and lines of USI moves. Readers take what users have: encodings are found by content,
//! dialects are understood, and what is damaged is repaired with a [`Warning`] where only one
//! legal reading exists or refused with a [`ReadError`]. No move is dropped without a word.
//!
//! ```
//! use kifu::{Encoding, Format, ReadOptions};
//!
//! let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n";
//! let record = kifu::read_one(text.as_bytes(), &ReadOptions::named("game.kif"))?;
//! assert_eq!(record.game.moves().count(), 2);
//! let csa = kifu::write(&record.game, Format::Csa, Encoding::Utf8);
//! assert_eq!(csa.bytes, b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
//! # Ok::<(), kifu::ReadError>(())
//! ```

mod board;
pub mod book;
mod builder;
pub mod comments;
mod csa;
pub mod encoding;
mod ending;
mod format;
mod game;
mod jkf;
mod kakinoki;
mod lines;
mod loss;
pub mod markup;
mod names;
pub mod notation;
pub mod packed;
mod problem;
pub mod records;
mod replay;
mod source;
pub mod svg;
mod text;
mod usi;
mod written;

pub use comments::{Evaluation, RecordedScore};
pub use encoding::Encoding;
pub use ending::{Ending, GameResult};
pub use format::{Format, ParseFormatError};
pub use game::{AddError, ClockTime, Game, Headers, Node, NodeId, Step, header};
pub use loss::{Loss, Losses};
pub use problem::{Place, Printable, Problem, Quoted, ReadError, Severity, Warning, WarningKind};
pub use replay::Replay;
pub use source::{GameReader, ReadOptions, Record, read_all, read_one};
pub use written::{Written, write, write_text};
