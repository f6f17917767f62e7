//! Files of positions: one SFEN per line, text behind a tab is kept; and progress while they are
//! worked through.

use crate::failure::Failure;
use shogi::Position;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines of progress on a terminal, and where it is written to a file.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const IN_FILE: Duration = Duration::from_secs(10);

/// A line of the file.
pub(crate) enum Given {
    /// A position.
    Position {
        /// As it was written.
        sfen: String,
        /// The text behind the first tab.
        kept: Option<String>,
        position: Box<Position>,
    },
    /// Something else, in the same two parts.
    Bad { line: usize, text: String, kept: Option<String>, problem: String },
}

/// The positions of a file, `-` for standard input. Empty lines and lines that start with `#` are
/// left out.
pub(crate) fn read(
    name: &str,
) -> Result<impl Iterator<Item = Result<Given, Failure>> + use<>, Failure> {
    let reader: Box<dyn BufRead> = if name == "-" {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(name).map_err(|error| {
            let is_position = name.parse::<Position>().is_ok();
            let hint = if is_position { "; a position is given with --sfen" } else { "" };
            Failure::Usage(format!("file {name:?}: {error}{hint}"))
        })?;
        Box::new(BufReader::new(file))
    };
    let name = name.to_owned();
    // Bytes that are no text are replaced: in an SFEN they make a bad line, not the end of the file.
    let lines = reader.split(b'\n').enumerate().map(move |(index, line)| {
        let line = line.map_err(|error| {
            Failure::Failed(format!("file {name:?}, line {}: {error}", index + 1))
        })?;
        let line = String::from_utf8_lossy(&line);
        Ok((index + 1, line.trim_end_matches('\r').to_owned()))
    });
    let lines = lines.filter(|line: &Result<(usize, String), Failure>| {
        line.as_ref().map_or(true, |(_, text)| !text.trim().is_empty() && !text.starts_with('#'))
    });
    Ok(lines.map(|line| line.map(|(number, text)| parse(number, &text))))
}

fn parse(line: usize, text: &str) -> Given {
    let (sfen, kept) = match text.split_once('\t') {
        Some((sfen, kept)) => (sfen, Some(kept.to_owned())),
        None => (text, None),
    };
    match sfen.parse::<Position>() {
        Ok(position) => {
            Given::Position { sfen: sfen.to_owned(), kept, position: Box::new(position) }
        }
        Err(error) => Given::Bad { line, text: sfen.to_owned(), kept, problem: error.to_string() },
    }
}

/// A text as a JSON string.
pub(crate) fn json_text(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            c if u32::from(c) < 0x20 => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json.push('"');
    json
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

    /// So many are done.
    pub(crate) fn step(&mut self, done: u64, text: &str) {
        let interval = if self.is_terminal { ON_TERMINAL } else { IN_FILE };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let rate = done as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let (before, after) = if self.is_terminal { ("\r", "\x1b[K") } else { ("", "\n") };
        // Where standard error is closed, there is nobody to tell.
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
        let Given::Position { sfen, kept, .. } = parse(1, "4k4/9/9/9/9/9/9/9/4K4 b - 1\ta\tb")
        else {
            panic!("a position");
        };
        assert_eq!(sfen, "4k4/9/9/9/9/9/9/9/4K4 b - 1");
        assert_eq!(kept.as_deref(), Some("a\tb"));
        assert!(matches!(parse(7, "nonsense\tkept"), Given::Bad { line: 7, .. }));
    }

    #[test]
    fn json_strings_are_escaped() {
        assert_eq!(json_text("a\"b\\c\td"), "\"a\\\"b\\\\c\\u0009d\"");
    }
}
