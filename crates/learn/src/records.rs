//! Games from a table with a line a game: ratings, end, winner, moves and the programs' scores.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

use shogi::{Color, Move, Position};

/// How a zstd file begins.
pub(crate) const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The longest line that is read, in bytes; a game of 2,000 moves has about 20,000.
const LONGEST_LINE: u64 = 1 << 20;

/// A game with what its programs said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The ratings of Black and White.
    pub ratings: [i32; 2],
    /// The winner.
    pub winner: Color,
    /// The moves from the start position, all legal.
    pub moves: Vec<Move>,
    /// For each move the score of the program that played it, in centipawns from Black's side; none
    /// where the record has none.
    pub scores: Vec<Option<i32>>,
}

/// Why a line of the table is not a game.
#[derive(Debug)]
pub enum RecordError {
    /// The table cannot be read.
    Io(io::Error),
    /// A field of a line cannot be understood.
    Field {
        /// The number of the line, from 1.
        line: usize,
        /// The name of the field.
        field: &'static str,
        /// The text of the field, shortened.
        text: String,
    },
    /// A line is longer than any game.
    TooLong {
        /// The number of the line, from 1.
        line: usize,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the games cannot be read: {error}"),
            Self::Field { line, field, text } => {
                write!(f, "line {line}: {text:?} cannot be understood as {field}")
            }
            Self::TooLong { line } => {
                write!(f, "line {line}: longer than {LONGEST_LINE} bytes, expected one game a line")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads the games of a table, which may be compressed by zstd. Lines that start with `#` are
/// skipped, and so are games whose end is not a resignation: their logs break off.
pub fn read_games(
    mut input: impl BufRead + Send + 'static,
) -> io::Result<impl Iterator<Item = Result<RecordedGame, RecordError>>> {
    let is_compressed = input.fill_buf()?.starts_with(&ZSTD_MAGIC);
    let mut reader: Box<dyn BufRead> = if is_compressed {
        Box::new(BufReader::new(zstd::stream::read::Decoder::with_buffer(input)?))
    } else {
        Box::new(input)
    };
    let mut number = 0;
    Ok(std::iter::from_fn(move || {
        loop {
            let mut text = String::new();
            match reader.by_ref().take(LONGEST_LINE).read_line(&mut text) {
                Ok(0) => return None,
                Ok(length) if length as u64 == LONGEST_LINE => {
                    return Some(Err(RecordError::TooLong { line: number + 1 }));
                }
                Ok(_) => {}
                Err(error) => return Some(Err(error.into())),
            }
            number += 1;
            if text.starts_with('#') || text.trim().is_empty() {
                continue;
            }
            match parse(number, text.trim_end()) {
                Ok(Some(game)) => return Some(Ok(game)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }))
}

fn parse(line: usize, text: &str) -> Result<Option<RecordedGame>, RecordError> {
    let mut fields = text.split('\t');
    let mut field = |name: &'static str| Field { line, name, text: fields.next().unwrap_or("") };
    let ratings = [field("Black's rating").number()?, field("White's rating").number()?];
    if field("the end").text != "%TORYO" {
        return Ok(None);
    }
    let winner = field("the winner");
    let winner = match winner.text {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(winner.error()),
    };
    field("the number of plies").number()?;
    let moves = legal_moves(field("moves"))?;
    let scores = field("scores");
    let scores: Vec<Option<i32>> = scores
        .text
        .split(',')
        .map(|word| word.parse().map(|score| (score != 0).then_some(score)))
        .collect::<Result<_, _>>()
        .map_err(|_| scores.error())?;
    let mut scores = scores;
    scores.resize(moves.len(), None);
    Ok(Some(RecordedGame { ratings, winner, moves, scores }))
}

fn legal_moves(field: Field<'_>) -> Result<Vec<Move>, RecordError> {
    let mut position = Position::startpos();
    field
        .text
        .split(' ')
        .map(|word| {
            let mv = position
                .parse_legal_move(word)
                .map_err(|_| Field { text: word, ..field }.error())?;
            position.play(mv);
            Ok(mv)
        })
        .collect()
}

/// A field of a line, for messages.
#[derive(Clone, Copy)]
struct Field<'a> {
    line: usize,
    name: &'static str,
    text: &'a str,
}

impl Field<'_> {
    fn number(self) -> Result<i32, RecordError> {
        self.text.parse().map_err(|_| self.error())
    }

    fn error(self) -> RecordError {
        let text = self.text.chars().take(40).collect();
        RecordError::Field { line: self.line, field: self.name, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "#black_rating\twhite_rating\n\
        3314\t2983\t%TORYO\tw\t3\t7g7f 3c3d 2g2f\t0,-50,31\n\
        3298\t3107\t%ERROR\tb\t1\t2g2f\t0\n";

    #[test]
    fn games_are_read_and_broken_logs_left_out() {
        let games: Vec<_> = read_games(TABLE.as_bytes()).unwrap().map(Result::unwrap).collect();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].ratings, [3314, 2983]);
        assert_eq!(games[0].winner, Color::White);
        assert_eq!(games[0].scores, [None, Some(-50), Some(31)]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &'static str| {
            read_games(text.as_bytes()).unwrap().next().unwrap().unwrap_err().to_string()
        };
        assert_eq!(
            error("1\t2\t%TORYO\tw\t1\t7g7e\t0\n"),
            "line 1: \"7g7e\" cannot be understood as moves"
        );
        assert_eq!(
            error("x\t2\t%TORYO\tw\t1\t7g7f\t0\n"),
            "line 1: \"x\" cannot be understood as Black's rating"
        );
    }
}
