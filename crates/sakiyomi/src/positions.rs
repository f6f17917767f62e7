//! Files of positions: one SFEN per line, text behind a tab is kept; or a game record.

mod lines;
mod records;

use crate::failure::Failure;
use kifu::Printable;
use serde_json::{Map, Value};
use shogi::Position;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The first bytes of a file, by which records are recognised.
const HEAD: usize = 64 << 10;

/// A position of a file.
pub(crate) struct Given {
    /// The number of its line, from 1.
    pub(crate) line: usize,
    /// The position as it was written; in a record its SFEN.
    pub(crate) sfen: String,
    /// The text behind the first tab.
    pub(crate) kept: Option<String>,
    /// The position, or why there is none.
    pub(crate) position: Result<Position, String>,
    /// Is it from a game record?
    pub(crate) is_record: bool,
    /// The names and values of that record.
    pub(crate) headers: kifu::Headers,
}

impl Given {
    /// The text of the line, behind a result. Control characters are escaped, because it may go to
    /// a terminal.
    pub(crate) fn after(&self, result: impl Display) -> String {
        let kept = self.kept.as_ref().map_or(String::new(), |kept| format!("\t{kept}"));
        format!("{result}\t{}", Printable(&format!("{}{kept}", self.sfen)))
    }

    /// Adds the parts of the line as members of a JSON object.
    pub(crate) fn add_to(&self, object: &mut Map<String, Value>) {
        object.insert("sfen".to_owned(), self.sfen.as_str().into());
        if let Some(kept) = &self.kept {
            object.insert("kept".to_owned(), kept.as_str().into());
        }
    }
}

/// The positions of a file, one by one.
pub(crate) type Positions = Box<dyn Iterator<Item = Result<Given, Failure>>>;

/// Reads positions from a file of lines, `-` for standard input. Empty lines and lines that start
/// with `#` are left out.
pub(crate) fn read_lines(path: &Path) -> Result<Positions, Failure> {
    Ok(Box::new(lines::Positions::new(open(path)?, path)))
}

/// Reads positions from a file of lines or a game record (KIF, KI2, BOD, CSA, JKF), which is
/// recognised by its content. `ply` is the number of moves after which a record is
/// asked for its position.
pub(crate) fn read(path: &Path, ply: Option<u32>) -> Result<Positions, Failure> {
    let mut input = open(path)?;
    let problem = |error: io::Error| Failure::Failed(format!("file {path:?}: {error}"));
    let mut head = Vec::new();
    // The first line mostly tells, and more of it may come only after an answer.
    let first = loop {
        let room = HEAD.saturating_sub(head.len()) as u64;
        let read = input.by_ref().take(room).read_until(b'\n', &mut head).map_err(problem)?;
        let line = &head[head.len() - read..];
        if read == 0 || !lines::is_skipped(line) {
            break line;
        }
    };
    let is_record = !lines::is_position(first) && {
        let room = HEAD.saturating_sub(head.len()) as u64;
        input.by_ref().take(room).read_to_end(&mut head).map_err(problem)?;
        records::is_record(&head)
    };
    let input = io::Cursor::new(head).chain(input);
    Ok(if is_record {
        records::positions(input, path, ply)
    } else if let Some(ply) = ply {
        let shown = path.display();
        return Err(Failure::Usage(format!("--ply {ply}: {shown} is not a game record")));
    } else {
        Box::new(lines::Positions::new(input, path))
    })
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|error| {
        let is_position = path.to_str().is_some_and(|text| text.parse::<Position>().is_ok());
        let hint = if is_position { "; a position is given with --sfen" } else { "" };
        Failure::Usage(format!("file {path:?}: {error}{hint}"))
    })?;
    Ok(Box::new(BufReader::new(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_behind_its_result() {
        let mut input = lines::Positions::new(&b"nonsense\tkept\ttoo\n"[..], Path::new("x"));
        let given = input.next().expect("a line").expect("read");
        assert_eq!(given.after(5), "5\tnonsense\tkept\ttoo");
        let mut object = Map::new();
        given.add_to(&mut object);
        let text = Value::Object(object).to_string();
        assert_eq!(text, r#"{"sfen":"nonsense","kept":"kept\ttoo"}"#);
    }
}
