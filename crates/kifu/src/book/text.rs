//! Books as text: `#YANEURAOU-DB2016 1.00`, then positions and below each its moves.
//!
//! Source:  YaneuraOu: the format, and what stands for fields that are missing.
//! Here:    Reading a book through leaves sixteen bytes for each position, a hash and a place; it
//!          need not be sorted.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::io::{BufRead, Read, Seek, SeekFrom};

use shogi::{Move, Position};

use super::{BookError, BookMove};

pub(super) const HEADER: &str = "#YANEURAOU-DB2016";
/// The longest line, in bytes; real ones have less than two hundred.
const LONGEST: u64 = 4096;

/// The reason why a line is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// It has more bytes than any position or move needs.
    TooLong,
    /// It is not UTF-8.
    NotText,
    /// Board, turn and hands are expected behind `sfen`.
    NotAPosition,
    /// It is expected to begin with a move such as `7g7f`, or `none`.
    NotAMove(String),
    /// The word should be a number.
    NotANumber(String),
    /// Its moves belong to no position.
    NoPosition,
}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "expected at most {LONGEST} bytes"),
            Self::NotText => f.write_str("expected UTF-8"),
            Self::NotAPosition => f.write_str("expected board, turn and hands behind \"sfen\""),
            Self::NotAMove(word) => {
                write!(f, "expected a move such as 7g7f or \"none\", found {word:?}")
            }
            Self::NotANumber(word) => write!(f, "expected a number, found {word:?}"),
            Self::NoPosition => f.write_str("a move, but no position before it"),
        }
    }
}

/// Hashes of positions and where their lines begin, in order.
pub(super) struct TextIndex(Vec<(u64, u64)>);

impl TextIndex {
    /// Reads through a book from its beginning.
    pub(super) fn read(input: &mut (impl BufRead + Seek)) -> Result<Self, BookError> {
        input.seek(SeekFrom::Start(0))?;
        let mut lines = BookLines { input, offset: 0, number: 0, text: Vec::new() };
        let mut index = Vec::new();
        while lines.next()? {
            if lines.number == 1 {
                let mark = "\u{feff}".as_bytes();
                let text = lines.text.strip_prefix(mark).unwrap_or(&lines.text);
                if !text.starts_with(HEADER.as_bytes()) {
                    return Err(BookError::NoHeader);
                }
                continue;
            }
            match lines.read()? {
                BookLine::Position(found) => index.push((found.hash(), lines.offset)),
                BookLine::Move(_) if index.is_empty() => {
                    return Err(lines.problem(LineProblem::NoPosition));
                }
                BookLine::Move(_) | BookLine::Nothing => {}
            }
        }
        if lines.number == 0 {
            return Err(BookError::NoHeader);
        }
        index.sort_unstable();
        index.shrink_to_fit();
        Ok(Self(index))
    }

    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) fn moves(
        &self,
        input: &mut (impl BufRead + Seek),
        position: &Position,
        same_number: bool,
    ) -> Result<Vec<BookMove>, BookError> {
        let sfen = position.to_sfen();
        let Some(wanted) = SfenWords::read(&sfen) else { return Ok(Vec::new()) };
        let hash = wanted.hash();
        let first = self.0.partition_point(|&(other, _)| other < hash);
        for &(_, offset) in self.0[first..].iter().take_while(|&&(other, _)| other == hash) {
            let moves = moves_at(input, offset, &wanted, same_number);
            // All lines were good once.
            let moves = moves.map_err(|error| match error {
                BookError::Line(..) => BookError::Changed,
                other => other,
            })?;
            if let Some(moves) = moves {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }
}

/// The moves of the entry there, if it is the one wanted.
fn moves_at(
    input: &mut (impl BufRead + Seek),
    offset: u64,
    wanted: &SfenWords<'_>,
    same_number: bool,
) -> Result<Option<Vec<BookMove>>, BookError> {
    input.seek(SeekFrom::Start(offset))?;
    let mut lines = BookLines { input, offset, number: 0, text: Vec::new() };
    match lines.next()?.then(|| lines.read()).transpose()? {
        Some(BookLine::Position(found)) if found.is(wanted, same_number) => {}
        Some(BookLine::Position(_)) => return Ok(None),
        _ => return Err(BookError::Changed),
    }
    let mut moves: Vec<BookMove> = Vec::new();
    while lines.next()? {
        match lines.read()? {
            BookLine::Nothing => {}
            BookLine::Move(mv) if moves.iter().all(|other| other.mv != mv.mv) => moves.push(mv),
            BookLine::Move(_) => {}
            BookLine::Position(_) => break,
        }
    }
    Ok(Some(moves))
}

/// The lines of a book, which have a bounded length, and where they begin.
struct BookLines<'a, R> {
    input: &'a mut R,
    /// Where the present line begins.
    offset: u64,
    /// The number of the present line, from 1.
    number: u64,
    text: Vec<u8>,
}

impl<R: BufRead> BookLines<'_, R> {
    /// Goes to the next line. Is there one?
    fn next(&mut self) -> Result<bool, BookError> {
        self.offset += self.text.len() as u64;
        self.number += 1;
        self.text.clear();
        let mut rest = self.input.by_ref().take(LONGEST);
        let length = rest.read_until(b'\n', &mut self.text)? as u64;
        if length == LONGEST && self.text.last() != Some(&b'\n') {
            return Err(self.problem(LineProblem::TooLong));
        }
        if length == 0 {
            self.number -= 1;
        }
        Ok(length > 0)
    }

    fn problem(&self, problem: LineProblem) -> BookError {
        BookError::Line(self.number, problem)
    }

    /// Reads the present line.
    fn read(&self) -> Result<BookLine<'_>, BookError> {
        if self.text.starts_with(b"#") || self.text.starts_with(b"//") {
            return Ok(BookLine::Nothing);
        }
        str::from_utf8(&self.text)
            .map_err(|_| LineProblem::NotText)
            .and_then(BookLine::read)
            .map_err(|problem| self.problem(problem))
    }
}

/// The content of a line.
enum BookLine<'a> {
    Nothing,
    Position(SfenWords<'a>),
    Move(BookMove),
}

impl<'a> BookLine<'a> {
    fn read(text: &'a str) -> Result<Self, LineProblem> {
        let mut words = text.split_ascii_whitespace();
        let Some(first) = words.next() else { return Ok(Self::Nothing) };
        if first == "sfen" {
            let position = SfenWords::read(text.trim_ascii_start().trim_start_matches("sfen"));
            return position.map(Self::Position).ok_or(LineProblem::NotAPosition);
        }
        let (mv, reply) = (book_move(first)?, words.next().map_or(Ok(None), book_move)?);
        let value = number(words.next(), 0)?;
        let depth = number(words.next(), 0)?;
        let count = number(words.next(), 1)?;
        Ok(mv.map_or(Self::Nothing, |mv| Self::Move(BookMove { mv, reply, value, depth, count })))
    }
}

fn book_move(word: &str) -> Result<Option<Move>, LineProblem> {
    if word.eq_ignore_ascii_case("none") || word == "resign" {
        return Ok(None);
    }
    word.parse().map(Some).map_err(|_| LineProblem::NotAMove(word.to_owned()))
}

fn number<T: std::str::FromStr>(word: Option<&str>, default: T) -> Result<T, LineProblem> {
    let Some(word) = word else { return Ok(default) };
    word.parse().map_err(|_| LineProblem::NotANumber(word.to_owned()))
}

/// A position as the words of its SFEN.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SfenWords<'a> {
    board: &'a str,
    turn: &'a str,
    hands: &'a str,
    number: Option<&'a str>,
}

impl<'a> SfenWords<'a> {
    fn read(sfen: &'a str) -> Option<Self> {
        let mut words = sfen.split_ascii_whitespace();
        Some(Self {
            board: words.next()?,
            turn: words.next()?,
            hands: words.next()?,
            number: words.next(),
        })
    }

    /// A hash of everything but the move number.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for word in [self.board, self.turn, self.hands] {
            hasher.write(word.as_bytes());
            hasher.write_u8(b' ');
        }
        hasher.finish()
    }

    fn is(&self, other: &Self, same_number: bool) -> bool {
        (self.board, self.turn, self.hands) == (other.board, other.turn, other.hands)
            && (!same_number || self.number.is_none() || self.number == other.number)
    }
}
