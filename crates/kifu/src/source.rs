//! Reads the games of a file, one by one. Formats that hold many games are streamed; others are
//! read whole. No game may be longer than a limit, so memory is bounded whatever the file is.

use std::io::{BufRead, Chain, Cursor, Read};
use std::sync::Arc;

use crate::builder::Messages;
use crate::encoding::{self, Encoding};
use crate::format::{Format, Games, NextGame};
use crate::game::Game;
use crate::lines::{Chunk, Lines};
use crate::problem::{Place, Problem, ReadError, Severity, Warning, WarningKind};

/// A game that was read, and the warnings about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game.
    pub game: Game,
    /// Repairs, and notes that are worth knowing.
    pub warnings: Vec<Warning>,
    /// The format it was in.
    pub format: Format,
    /// The encoding it was in.
    pub encoding: Encoding,
    /// The line of the file on which it starts, from 1.
    pub first_line: usize,
}

impl Record {
    /// How many warnings say that something was repaired.
    pub fn repairs(&self) -> usize {
        self.warnings.iter().filter(|warning| warning.severity() == Severity::Repair).count()
    }
}

/// The options for reading.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The file's name, for messages.
    pub name: Arc<str>,
    /// The format; if none is given, it is found by content.
    pub format: Option<Format>,
    /// The most bytes of one game.
    pub limit: usize,
}

impl ReadOptions {
    /// The usual limit: the longest real records, with comments, have a few megabytes.
    pub const LIMIT: usize = 32 << 20;

    /// The usual options for a file of this name.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), format: None, limit: Self::LIMIT }
    }
}

/// The first bytes, by which the format is found.
const HEAD: usize = 64 << 10;

/// Reads all games of a file in memory; an error of one game does not hide the others.
pub fn read_all(bytes: &[u8], options: &ReadOptions) -> Vec<Result<Record, ReadError>> {
    GameReader::new(bytes, options.clone()).collect()
}

/// Reads the first game of a file in memory, and ignores any others; a file without a game is an
/// error. [`read_all`] tells how many games there are.
pub fn read_one(bytes: &[u8], options: &ReadOptions) -> Result<Record, ReadError> {
    let mut games = GameReader::new(bytes, options.clone());
    games.next().unwrap_or_else(|| {
        let messages = Messages::new(Arc::clone(&options.name));
        Err(messages.error(&Place::Line(1), "", Problem::NotARecord))
    })
}

/// The games of a file as an iterator.
pub struct GameReader<R> {
    input: Option<R>,
    options: ReadOptions,
    state: State<R>,
}

type Input<R> = Chain<Cursor<Vec<u8>>, R>;

enum State<R> {
    /// Nothing has been read yet.
    Start,
    /// The file is in a format that holds many games.
    Many(Lines<Input<R>>, NextGame, Format),
    /// Nothing is left to read.
    Done,
}

impl<R: BufRead> GameReader<R> {
    /// Reads from `input`.
    pub fn new(input: R, options: ReadOptions) -> Self {
        Self { input: Some(input), options, state: State::Start }
    }

    fn error(&self, line: usize, problem: Problem) -> ReadError {
        Messages::new(Arc::clone(&self.options.name)).error(&Place::Line(line), "", problem)
    }

    fn start(&mut self) -> Option<Result<Record, ReadError>> {
        self.state = State::Done;
        let mut input = self.input.take()?;
        let mut head = Vec::new();
        if let Err(error) = (&mut input).take(HEAD as u64).read_to_end(&mut head) {
            return Some(Err(self.error(1, Problem::Io(error.to_string()))));
        }
        let is_wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
        let format = self.options.format.or_else(|| Format::detect(&decoded_head(&head)));
        let Some(format) = format else {
            return Some(Err(self.error(1, Problem::NotARecord)));
        };
        let input = Cursor::new(head).chain(input);
        // Bytes of UTF-16 are not to be searched for the ends of lines.
        if let (Games::Many { next, .. }, false) = (&format.spec().games, is_wide) {
            self.state = State::Many(Lines::new(input), *next, format);
            return self.next();
        }
        let mut bytes = Vec::new();
        match input.take(self.options.limit as u64 + 1).read_to_end(&mut bytes) {
            Err(error) => Some(Err(self.error(1, Problem::Io(error.to_string())))),
            Ok(read) if read > self.options.limit => {
                Some(Err(self.error(1, Problem::TooLong(self.options.limit as u64))))
            }
            Ok(_) => Some(self.parse(&bytes, 1, format)),
        }
    }

    /// Reads one game from its bytes.
    fn parse(&self, bytes: &[u8], line: usize, format: Format) -> Result<Record, ReadError> {
        let mut decoded = encoding::decode(bytes);
        if decoded.text.contains('\r') && !decoded.text.contains('\n') {
            decoded.text = decoded.text.replace('\r', "\n");
        }
        let mut messages = Messages::new(Arc::clone(&self.options.name));
        if let Some(bad) = decoded.first_bad_line {
            let read = decoded.text.lines().nth(bad - 1).unwrap_or_default();
            let meant = format!("bytes that are not {} became �", decoded.encoding.name());
            messages.warn(&Place::Line(line + bad - 1), WarningKind::Encoding, read, &meant);
        }
        let text = &decoded.text;
        let (game, warnings) = (format.spec().read)(text, line, messages)?;
        Ok(Record { game, warnings, format, encoding: decoded.encoding, first_line: line })
    }
}

/// The head as text; a character cut in two at its end does not count.
fn decoded_head(head: &[u8]) -> String {
    let whole = if head.len() < HEAD {
        head
    } else {
        let end = head.iter().rposition(|&b| b == b'\n').map_or(head.len(), |at| at + 1);
        &head[..end]
    };
    let text = encoding::decode(whole).text;
    if text.contains('\n') { text } else { text.replace('\r', "\n") }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let limit = self.options.limit;
        let (chunk, format) = match &mut self.state {
            State::Done => return None,
            State::Start => return self.start(),
            State::Many(lines, next_game, format) => (next_game(lines, limit), *format),
        };
        match chunk {
            Ok(Some(Chunk { line, is_too_long: true, .. })) => {
                Some(Err(self.error(line, Problem::TooLong(limit as u64))))
            }
            Ok(Some(Chunk { line, bytes, unseparated, .. })) => {
                let mut record = self.parse(&bytes, line, format);
                if let (Ok(record), Some(read)) = (&mut record, unseparated) {
                    let separator = format.separator().trim_end();
                    record.warnings.push(Warning {
                        file: Arc::clone(&self.options.name),
                        place: Place::Line(line),
                        kind: WarningKind::Separator,
                        read: read.to_owned(),
                        meant: format!(
                            "another game begins; the line {separator} before it is missing"
                        ),
                    });
                }
                Some(record)
            }
            Ok(None) => {
                self.state = State::Done;
                None
            }
            Err(error) => {
                self.state = State::Done;
                Some(Err(self.error(1, Problem::Io(error.to_string()))))
            }
        }
    }
}
