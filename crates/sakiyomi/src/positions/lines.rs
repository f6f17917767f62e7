//! Positions in lines: an SFEN, and text behind a tab. A line may have any length and costs a fixed
//! amount of memory.

use super::Given;
use crate::failure::Failure;
use shogi::Position;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// The most bytes of a line; a longer one is an error in its place.
const LONGEST: usize = 64 << 10;
/// The most bytes that are skipped to find the end of a longer line; behind them the file is given
/// up.
const MOST_SKIPPED: u64 = 32 << 20;
/// The part of a line that is too long, in characters, that is shown.
const SHOWN: usize = 60;

/// The positions of a reader.
pub(super) struct Positions<R> {
    reader: R,
    path: PathBuf,
    line: usize,
    is_over: bool,
}

impl<R: BufRead> Positions<R> {
    pub(super) fn new(reader: R, path: &Path) -> Self {
        Self { reader, path: path.to_owned(), line: 0, is_over: false }
    }

    fn fail(&mut self, reason: &dyn std::fmt::Display) -> Failure {
        self.is_over = true;
        Failure::Failed(format!("file {:?}, line {}: {reason}", self.path, self.line))
    }

    /// Reads a line without its end; none behind the last one.
    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let most = LONGEST as u64 + 1;
        if self.reader.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        let has_end = bytes.last() == Some(&b'\n');
        if has_end || bytes.len() <= LONGEST {
            return Ok(Some(Line::Whole(bytes)));
        }
        Ok(Some(if self.skip_line()? { Line::Cut(bytes) } else { Line::Endless }))
    }

    /// Skips the rest of a line; returns whether it has an end.
    fn skip_line(&mut self) -> io::Result<bool> {
        let mut skipped = 0;
        while skipped < MOST_SKIPPED {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let is_over = buffer.is_empty() || end.is_some();
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.reader.consume(used);
            if is_over {
                return Ok(true);
            }
            skipped += used as u64;
        }
        Ok(false)
    }
}

enum Line {
    Whole(Vec<u8>),
    /// The beginning of a line that is too long.
    Cut(Vec<u8>),
    /// A line without an end.
    Endless,
}

impl<R: BufRead> Iterator for Positions<R> {
    type Item = Result<Given, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            match self.read() {
                Ok(None) => return None,
                Ok(Some(Line::Whole(bytes))) if is_skipped(&bytes) => {}
                Ok(Some(Line::Whole(bytes))) => return Some(Ok(given(self.line, &bytes))),
                Ok(Some(Line::Cut(bytes))) if bytes.starts_with(b"#") => {}
                Ok(Some(Line::Cut(bytes))) => return Some(Ok(too_long(self.line, &bytes))),
                Ok(Some(Line::Endless)) => {
                    let reason = "more than 32 MB without a line end; expected one SFEN per line";
                    return Some(Err(self.fail(&reason)));
                }
                Err(error) => return Some(Err(self.fail(&error))),
            }
        }
        None
    }
}

/// Is a line empty or a remark?
pub(super) fn is_skipped(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"#")
}

/// Is a line a position, with or without text behind it?
pub(super) fn is_position(line: &[u8]) -> bool {
    given(0, line).position.is_ok()
}

/// Bytes that are not text are replaced: in an SFEN they make a bad line and do not end the file.
fn given(line: usize, bytes: &[u8]) -> Given {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches(['\n', '\r']);
    let (sfen, kept) = match text.split_once('\t') {
        Some((sfen, kept)) => (sfen, Some(kept.to_owned())),
        None => (text, None),
    };
    let position = sfen.trim().parse::<Position>().map_err(|error| error.to_string());
    let headers = kifu::Headers::default();
    Given { line, sfen: sfen.to_owned(), kept, position, is_record: false, headers }
}

fn too_long(line: usize, bytes: &[u8]) -> Given {
    let text = String::from_utf8_lossy(bytes);
    // The rest may be anything, so it is not repeated.
    let sfen = text.chars().take(SHOWN).filter(|c| !c.is_control()).chain(['…']).collect();
    let position = Err(format!("longer than {LONGEST} bytes"));
    let headers = kifu::Headers::default();
    Given { line, sfen, kept: None, position, is_record: false, headers }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Result<Given, Failure>> {
        Positions::new(bytes, Path::new("x")).collect()
    }

    #[test]
    fn text_behind_a_tab_is_kept() {
        let given = given(1, b"4k4/9/9/9/9/9/9/9/4K4 b - 1\ta\tb\r\n");
        assert_eq!(given.sfen, "4k4/9/9/9/9/9/9/9/4K4 b - 1");
        assert_eq!(given.kept.as_deref(), Some("a\tb"));
        assert!(given.position.is_ok());
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_read() {
        let mut text = vec![b'x'; 3 * LONGEST];
        text.extend(b"\n# remark\n\n4k4/9/9/9/9/9/9/9/4K4 b - 1");
        let found = all(&text);
        assert_eq!(found.len(), 2);
        let first = found[0].as_ref().expect("a line");
        assert_eq!(first.position.as_ref().err().unwrap(), "longer than 65536 bytes");
        assert_eq!(first.sfen.chars().count(), SHOWN + 1);
        let second = found[1].as_ref().expect("a line");
        assert!(second.line == 4 && second.position.is_ok());
    }

    #[test]
    fn a_line_without_end_ends_the_file() {
        let reader = io::BufReader::new(io::repeat(0));
        let found: Vec<_> = Positions::new(reader, Path::new("zero")).collect();
        assert!(matches!(&found[..], [Err(Failure::Failed(reason))] if reason.contains("line 1")));
    }
}
