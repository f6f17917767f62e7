//! Weights files of our own: what their formats share. docs/weights-files.md specifies them.
//!
//! A file is a header of fixed fields, the length of the payload, a checksum over all of this, and
//! the payload: the entries of the tables in a fixed order, 16 bits each.

mod checksum;
mod compact;
mod error;
mod fields;
mod format;
mod payload;

pub use error::{Expectation, Finding, WeightsError};
pub(crate) use fields::Fields;
pub use format::{Encoding, Format};
pub(crate) use payload::{decode, encode, write};
