//! Files of positions: one SFEN per line, text behind a tab is kept; and progress while they are
//! worked through.

use crate::failure::Failure;
use serde_json::{Map, Value};
use shogi::{Position, SfenError};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Time between two lines of progress on a terminal, and where it is written to a file.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const IN_FILE: Duration = Duration::from_secs(10);

/// A line of the file.
pub(crate) struct Given {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// The text before the first tab, as it was written.
    pub(crate) sfen: String,
    /// The text behind the first tab.
    pub(crate) kept: Option<String>,
    pub(crate) position: Result<Position, SfenError>,
}

impl Given {
    fn parse(line: usize, text: &str) -> Self {
        let (sfen, kept) = match text.split_once('\t') {
            Some((sfen, kept)) => (sfen, Some(kept.to_owned())),
            None => (text, None),
        };
        Self { line, sfen: sfen.to_owned(), kept, position: sfen.trim().parse() }
    }

    /// The text of the line, behind a result.
    pub(crate) fn after(&self, result: impl Display) -> String {
        let kept = self.kept.as_ref().map_or(String::new(), |kept| format!("\t{kept}"));
        format!("{result}\t{}{kept}", self.sfen)
    }

    /// Adds the parts of the line as members of a JSON object.
    pub(crate) fn add_to(&self, object: &mut Map<String, Value>) {
        object.insert("sfen".to_owned(), self.sfen.as_str().into());
        if let Some(kept) = &self.kept {
            object.insert("kept".to_owned(), kept.as_str().into());
        }
    }
}

/// The positions of a file, `-` for standard input. Empty lines and lines that start with `#` are
/// left out.
pub(crate) fn read(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Given, Failure>> + use<>, Failure> {
    let reader: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(|error| {
            let is_position = path.to_str().is_some_and(|text| text.parse::<Position>().is_ok());
            let hint = if is_position { "; a position is given with --sfen" } else { "" };
            Failure::Usage(format!("file {path:?}: {error}{hint}"))
        })?;
        Box::new(BufReader::new(file))
    };
    let path = path.to_owned();
    // Bytes that are not text are replaced: in an SFEN they make a bad line and do not end the file.
    let lines = reader.split(b'\n').enumerate().map(move |(index, line)| {
        let line = line.map_err(|error| {
            Failure::Failed(format!("file {path:?}, line {}: {error}", index + 1))
        })?;
        let line = String::from_utf8_lossy(&line);
        Ok((index + 1, line.trim_end_matches('\r').to_owned()))
    });
    let lines = lines.filter(|line: &Result<(usize, String), Failure>| {
        line.as_ref().map_or(true, |(_, text)| !text.trim().is_empty() && !text.starts_with('#'))
    });
    Ok(lines.map(|line| line.map(|(number, text)| Given::parse(number, &text))))
}

/// Progress on standard error: one changing line on a terminal, a line now and then elsewhere.
pub(crate) struct Progress {
    start: Instant,
    last: Instant,
    is_terminal: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self { start: now, last: now, is_terminal: io::stderr().is_terminal() }
    }

    /// Tells that `done` positions are done.
    pub(crate) fn step(&mut self, done: u64, text: &str) {
        let interval = if self.is_terminal { ON_TERMINAL } else { IN_FILE };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let rate = done as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let (before, after) = if self.is_terminal { ("\r", "\x1b[K") } else { ("", "\n") };
        // If standard error is closed, progress cannot be shown.
        let _ = write!(io::stderr(), "{before}{text}, {rate:.1}/s{after}");
    }

    /// The last word.
    pub(crate) fn end(&self, text: &str) {
        let before = if self.is_terminal { "\r\x1b[K" } else { "" };
        let _ = writeln!(io::stderr(), "{before}{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_behind_a_tab_is_kept() {
        let given = Given::parse(1, "4k4/9/9/9/9/9/9/9/4K4 b - 1\ta\tb");
        assert_eq!(given.sfen, "4k4/9/9/9/9/9/9/9/4K4 b - 1");
        assert_eq!(given.kept.as_deref(), Some("a\tb"));
        assert!(given.position.is_ok());
        assert_eq!(given.after(5), "5\t4k4/9/9/9/9/9/9/9/4K4 b - 1\ta\tb");
    }

    #[test]
    fn what_is_no_position_is_kept_too() {
        let given = Given::parse(7, "nonsense\tkept");
        assert!(given.position.is_err());
        let mut object = Map::new();
        given.add_to(&mut object);
        let text = Value::Object(object).to_string();
        assert_eq!((given.line, text.as_str()), (7, r#"{"sfen":"nonsense","kept":"kept"}"#));
    }
}
