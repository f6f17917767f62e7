//! Opening books of YaneuraOu, as text (`.db`) and as records (`.ybb`): positions, and for each
//! some moves with the reply expected, a value, a depth and a count.
//!
//! Source:  both formats are YaneuraOu's (`source/book/book.cpp` and `book.h` of its version 9.70).
//! Here:    A book may be larger than the memory: its moves are read when they are asked for.

mod binary;
mod text;

use std::fmt;
use std::io::{self, BufRead, Seek, SeekFrom};

use shogi::{Move, Position};

use binary::BinaryIndex;
use text::TextIndex;

pub use text::LineProblem;

/// A move that a book has for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The reply that the book expects; books of records have none.
    pub reply: Option<Move>,
    /// Its value for the side to move, in hundredths of a pawn.
    pub value: i32,
    /// How deep it was searched; 0 where that is not known.
    pub depth: i32,
    /// How often it was played; 1 where that is not known.
    pub count: u64,
}

/// A book that is read where it stands.
pub struct Book<R> {
    input: R,
    index: Index,
}

enum Index {
    Text(TextIndex),
    Binary(BinaryIndex),
}

/// Why a book cannot be used.
#[derive(Debug)]
pub enum BookError {
    /// It cannot be read.
    Io(io::Error),
    /// It does not begin as such books do.
    NoHeader,
    /// A line, given by its number from 1, is wrong.
    Line(u64, LineProblem),
    /// A book of records ends too early.
    Cut,
    /// A book of records has flags that are not known.
    Flags(u64),
    /// The file has changed since it was opened.
    Changed,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the book cannot be read: {error}"),
            Self::NoHeader => write!(
                f,
                "not a book of YaneuraOu: expected {:?} in the first line, or {:?}",
                text::HEADER,
                "YANE-BINBOOK-V1"
            ),
            Self::Line(number, problem) => write!(f, "line {number} of the book: {problem}"),
            Self::Cut => f.write_str("the book ends before its records do"),
            Self::Changed => f.write_str("the book has changed since it was opened"),
            Self::Flags(flags) => write!(f, "the book has flags {flags:#x}, expected 0 or 1"),
        }
    }
}

impl std::error::Error for BookError {}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl<R: BufRead + Seek> Book<R> {
    /// Reads what must be known of a book before it can be asked.
    pub fn open(mut input: R) -> Result<Self, BookError> {
        input.seek(SeekFrom::Start(0))?;
        let index = if input.fill_buf()?.starts_with(&binary::MAGIC) {
            Index::Binary(BinaryIndex::read(&mut input)?)
        } else {
            Index::Text(TextIndex::read(&mut input)?)
        };
        Ok(Self { input, index })
    }

    /// How many positions it has.
    pub fn positions(&self) -> u64 {
        match &self.index {
            Index::Text(index) => index.len(),
            Index::Binary(index) => index.len(),
        }
    }

    /// The legal moves that it has for a position, in its order. Where `same_number` is asked for,
    /// only those noted for the position's own move number.
    pub fn moves(
        &mut self,
        position: &Position,
        same_number: bool,
    ) -> Result<Vec<BookMove>, BookError> {
        let moves = match &self.index {
            Index::Text(index) => index.moves(&mut self.input, position, same_number)?,
            Index::Binary(index) => index.moves(&mut self.input, position, same_number)?,
        };
        Ok(moves.into_iter().filter_map(|found| legal(position, found)).collect())
    }
}

/// The move, if it is legal here; without its reply, if that is not legal.
fn legal(position: &Position, mut found: BookMove) -> Option<BookMove> {
    if !position.is_legal(found.mv) {
        return None;
    }
    let mut after = position.without_past();
    after.play(found.mv);
    found.reply = found.reply.filter(|&reply| after.is_legal(reply));
    Some(found)
}

#[cfg(test)]
mod tests;
