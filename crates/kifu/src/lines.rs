//! The lines of a stream, from which the formats with many games take one game after the other.

use std::io::{self, BufRead};

/// The bytes of one game.
pub(crate) struct Chunk {
    /// The number of its first line.
    pub(crate) line: usize,
    /// Its lines with their ends.
    pub(crate) bytes: Vec<u8>,
    /// Is it longer than the limit, and cut off there?
    pub(crate) is_too_long: bool,
    /// The text by which the next game was recognised, if no separator stands before it.
    pub(crate) unseparated: Option<&'static str>,
}

/// A stream read line by line.
pub(crate) struct Lines<R: ?Sized> {
    number: usize,
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { number: 0, input }
    }
}

impl<R: BufRead + ?Sized> Lines<R> {
    /// The number of lines read.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The bytes that are buffered and not read yet; empty only at the end of the file.
    pub(crate) fn ahead(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    /// Adds the next line to `out` with its end, but no bytes beyond the limit. Returns the length
    /// of the line, none at the end of the file.
    pub(crate) fn read_line(
        &mut self,
        out: &mut Vec<u8>,
        limit: usize,
    ) -> io::Result<Option<usize>> {
        let mut length = 0;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if buffer.is_empty() {
                self.number += usize::from(length > 0);
                return Ok((length > 0).then_some(length));
            }
            let end = buffer.iter().position(|&b| b == b'\n').map(|at| at + 1);
            let taken = end.unwrap_or(buffer.len());
            let room = (limit + 1).saturating_sub(out.len());
            out.extend_from_slice(&buffer[..taken.min(room)]);
            length += taken;
            self.input.consume(taken);
            if end.is_some() {
                self.number += 1;
                return Ok(Some(length));
            }
        }
    }
}
