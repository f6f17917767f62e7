//! Castles and openings by name: data in a table of our own, matched after every move of a side.
//!
//! Squares in the table are Black's; White's side is matched with the board turned by 180 degrees.

mod atom;
mod course;
mod found;
mod table;

pub use atom::{Atom, Condition};
pub use course::{Course, RookStyle};
pub use found::{Shape, Shapes, matching_style, names, of_game};
pub use table::{Entry, Kind, Table, TableError, TableProblem, digest};

#[cfg(test)]
mod tests;
