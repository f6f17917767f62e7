//! A file of positions: one result line for each, in order.

use super::choice::Chosen;
use crate::failure::Failure;
use serde_json::json;
use shogi::Position;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

pub(super) fn run(
    chosen: &mut Chosen,
    path: &Path,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let failed =
        |error: io::Error| Failure::Failed(format!("{} cannot be read: {error}", path.display()));
    let is_stdin = path == Path::new("-");
    let input: Box<dyn BufRead> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(failed)?))
    };
    let mut out = BufWriter::new(out);
    let mut counts = Counts::default();
    for line in input.split(b'\n') {
        let line = line.map_err(failed)?;
        let line = String::from_utf8_lossy(&line);
        if let Some(line) = Line::parse(line.trim_end_matches('\r')) {
            counts.lines += 1;
            let result = line.sfen.trim().parse().map(|position: Position| chosen.value(&position));
            counts.bad += u64::from(result.is_err());
            let result = result.map(|value| value.get()).map_err(|error| error.to_string());
            match result {
                result if json => line.write_json(result, &mut out)?,
                Ok(value) => line.write(&value.to_string(), &mut out)?,
                Err(error) => line.write(&format!("error {error}"), &mut out)?,
            }
            // Someone may be waiting for the answer at the other end of a pipe.
            if is_stdin {
                out.flush()?;
            }
        }
    }
    out.flush()?;
    counts.outcome()
}

#[derive(Default)]
struct Counts {
    lines: u64,
    bad: u64,
}

impl Counts {
    fn outcome(&self) -> Result<(), Failure> {
        match self.bad {
            0 => Ok(()),
            bad => Err(Failure::Failed(format!(
                "{bad} of {} lines could not be evaluated; each has its reason in its place",
                self.lines
            ))),
        }
    }
}

/// A position with the text kept for it.
struct Line<'a> {
    sfen: &'a str,
    /// With the tab before it.
    kept: &'a str,
}

impl<'a> Line<'a> {
    /// None for an empty line or a comment.
    fn parse(line: &'a str) -> Option<Self> {
        if line.trim().is_empty() || line.starts_with('#') {
            return None;
        }
        let (sfen, kept) = line.split_at(line.find('\t').unwrap_or(line.len()));
        Some(Self { sfen, kept })
    }

    fn write(&self, result: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{result}\t{}{}", self.sfen, self.kept)
    }

    fn write_json(&self, result: Result<i32, String>, out: &mut dyn Write) -> io::Result<()> {
        let mut object = match result {
            Ok(value) => json!({ "value": value, "sfen": self.sfen }),
            Err(error) => json!({ "error": error, "sfen": self.sfen }),
        };
        if let Some(kept) = self.kept.strip_prefix('\t') {
            object["kept"] = kept.into();
        }
        writeln!(out, "{object}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_at_the_first_tab() {
        assert!(Line::parse("").is_none());
        assert!(Line::parse("  ").is_none());
        assert!(Line::parse("# a comment").is_none());
        let line = Line::parse("sfen\ta\tb").expect("a position");
        assert_eq!((line.sfen, line.kept), ("sfen", "\ta\tb"));
        let mut out = Vec::new();
        line.write("5", &mut out).expect("memory");
        assert_eq!(out, b"5\tsfen\ta\tb\n");
    }
}
