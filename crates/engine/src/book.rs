//! The opening book and the choice of one of its moves.
//!
//! Source:   YaneuraOu 9.70: which moves may be played (`NarrowBook`, `BookEvalDiff`,
//!           `BookEvalBlackLimit`, `BookEvalWhiteLimit`, `BookDepthLimit`), choice by counts,
//!           `BookIgnoreRate`, `BookPvMoves`, `IgnoreBookPly`, and the look for the position with
//!           the colours exchanged (`FlippedBook`)
//! Here:     the options alone decide; if the book names no reply, its own best move is expected;
//!           only the chosen move's line is shown

use std::fmt;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::BufReader;
use std::path::PathBuf;

use kifu::book::{Book, BookError, BookMove};
use search::Bound;
use shogi::{Action, Move, Position};

use crate::event::{Answer, Info};
use crate::file_stamp::FileStamp;
use crate::options::Options;
use crate::shown_score::ShownScore;

/// A book file that has been read through.
pub(crate) struct OpeningBook {
    stamp: FileStamp,
    book: Book<BufReader<File>>,
}

/// A chosen move of the book, and the number of moves that it was chosen from.
pub(crate) struct Choice {
    found: BookMove,
    /// The line that the book expects, from the chosen move on.
    line: Vec<Move>,
    /// The number of moves of the line that are shown.
    shown: usize,
    candidates: usize,
}

impl Choice {
    fn score(&self) -> ShownScore {
        ShownScore::Centipawns(self.found.value)
    }

    pub(crate) fn note(&self) -> String {
        format!("book move {}, one of {}", self.found.mv, self.candidates)
    }

    /// Returns the book's line in the form of a searched one.
    pub(crate) fn info(&self) -> Info {
        Info {
            depth: self.found.depth,
            deepest: 0,
            time_ms: 0,
            nodes: 0,
            hashfull: 0,
            rank: None,
            score: self.score(),
            bound: Bound::Exact,
            pv: self.line[..self.shown.min(self.line.len())].to_vec(),
        }
    }

    pub(crate) fn answer(&self) -> Answer {
        Answer {
            action: Action::Play(self.found.mv),
            ponder: self.line.get(1).copied(),
            nodes: 0,
            score: Some(self.score()),
        }
    }
}

/// A book file that cannot be used, with the reason.
#[derive(Debug)]
pub(crate) struct BookFailure(PathBuf, BookError);

impl fmt::Display for BookFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

impl OpeningBook {
    pub(crate) fn open(stamp: FileStamp) -> Result<Self, BookFailure> {
        let book = File::open(stamp.path())
            .map_err(BookError::Io)
            .and_then(|file| Book::open(BufReader::new(file)));
        match book {
            Ok(book) => Ok(Self { stamp, book }),
            Err(error) => Err(BookFailure(stamp.path().to_owned(), error)),
        }
    }

    /// Returns the identity of the file.
    pub(crate) fn stamp(&self) -> &FileStamp {
        &self.stamp
    }

    pub(crate) fn positions(&self) -> u64 {
        self.book.positions()
    }

    /// Chooses a move for the position, if the book has one that the options allow.
    pub(crate) fn choose(
        &mut self,
        position: &Position,
        options: &Options,
    ) -> Result<Option<Choice>, BookFailure> {
        if position.move_number() > options.book_moves {
            return Ok(None);
        }
        self.look_up(position, options)
            .map_err(|error| BookFailure(self.stamp.path().to_owned(), error))
    }

    fn look_up(
        &mut self,
        position: &Position,
        options: &Options,
    ) -> Result<Option<Choice>, BookError> {
        let random = || RandomState::new().hash_one(());
        if random() % 100 < options.book_ignore_rate {
            return Ok(None);
        }
        let limit = options.book_eval_limit[position.turn().index()];
        let candidates = worth_playing(self.moves(position, options)?, options, limit);
        let Some(found) = draw(&candidates, options.book_counts, random()) else {
            return Ok(None);
        };
        let line = self.line(position, found, options)?;
        Ok(Some(Choice { found, line, shown: options.book_pv_moves, candidates: candidates.len() }))
    }

    /// Returns the line from a move on that the book expects: the reply that it names, or its best
    /// move in the position.
    fn line(
        &mut self,
        position: &Position,
        first: BookMove,
        options: &Options,
    ) -> Result<Vec<Move>, BookError> {
        let mut line = vec![first.mv];
        let mut named = first.reply;
        let mut position = position.without_past();
        position.play(first.mv);
        // The answer needs a reply to ponder on, even if only one move is shown.
        while line.len() < options.book_pv_moves.max(2) {
            let next = match named.take() {
                Some(reply) => reply,
                None => {
                    let moves = self.moves(&position, options)?;
                    let Some(best) = moves.iter().max_by_key(|found| found.value) else { break };
                    named = best.reply;
                    best.mv
                }
            };
            if !position.is_legal(next) {
                break;
            }
            line.push(next);
            position.play(next);
        }
        Ok(line)
    }

    /// Returns the book's moves for the position, or for the same position with the colours
    /// exchanged.
    fn moves(
        &mut self,
        position: &Position,
        options: &Options,
    ) -> Result<Vec<BookMove>, BookError> {
        let same_number = !options.ignore_book_ply;
        let moves = self.book.moves(position, same_number)?;
        if !moves.is_empty() || !options.flipped_book {
            return Ok(moves);
        }
        let Ok(twin) = Position::try_from(position.setup().turned()) else { return Ok(moves) };
        // The move number is ignored: a game that began with the other colour is a move ahead or
        // behind.
        let mut moves = self.book.moves(&twin, false)?;
        for found in &mut moves {
            found.mv = found.mv.turned();
            found.reply = found.reply.map(|reply| reply.turned());
        }
        Ok(moves)
    }
}

/// Keeps the moves that are searched deep enough, good enough, and not much worse than the best
/// one.
fn worth_playing(mut moves: Vec<BookMove>, options: &Options, limit: i32) -> Vec<BookMove> {
    if options.narrow_book {
        keep_common(&mut moves);
    }
    moves.retain(|found| found.depth >= options.book_depth_limit);
    let best = moves.iter().map(|found| found.value).max().unwrap_or(limit);
    let least = limit.max(best.saturating_sub(options.book_eval_diff));
    moves.retain(|found| found.value >= least);
    moves
}

/// Removes the moves with less than a tenth of all counts; a book without counts stays whole.
fn keep_common(moves: &mut Vec<BookMove>) {
    let total: u128 = moves.iter().map(|found| u128::from(found.count)).sum();
    moves.retain(|found| u128::from(found.count) * 10 >= total);
}

/// Draws one of the moves: each as likely as its count says if `by_count`, otherwise all alike. If
/// no move has a count, all are alike.
fn draw(moves: &[BookMove], by_count: bool, random: u64) -> Option<BookMove> {
    let by_count = by_count && moves.iter().any(|found| found.count > 0);
    let weight = |found: &BookMove| if by_count { found.count.min(u32::MAX.into()) } else { 1 };
    let total: u64 = moves.iter().map(weight).sum();
    let mut rest = random.checked_rem(total)?;
    moves.iter().copied().find(|found| {
        let is_here = rest < weight(found);
        rest = rest.saturating_sub(weight(found));
        is_here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mv: &str, value: i32, depth: i32, count: u64) -> BookMove {
        BookMove { mv: mv.parse().unwrap(), reply: None, value, depth, count }
    }

    fn names(moves: &[BookMove]) -> String {
        moves.iter().map(|found| found.mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn good_and_deep_enough() {
        let moves = vec![
            found("7g7f", 50, 20, 0),
            found("2g2f", 20, 20, 0),
            found("5g5f", 19, 20, 0),
            found("1g1f", 90, 3, 0),
        ];
        let mut options = Options { book_depth_limit: 4, ..Options::default() };
        assert_eq!(names(&worth_playing(moves.clone(), &options, 0)), "7g7f 2g2f");
        assert_eq!(names(&worth_playing(moves.clone(), &options, 21)), "7g7f");
        assert_eq!(names(&worth_playing(moves.clone(), &options, 51)), "");
        options.book_depth_limit = 0;
        assert_eq!(names(&worth_playing(moves, &options, 0)), "1g1f");
        assert_eq!(names(&worth_playing(Vec::new(), &options, 0)), "");
    }

    #[test]
    fn a_narrow_book_has_no_rare_moves() {
        let moves = vec![found("7g7f", 0, 0, 90), found("2g2f", 0, 0, 10), found("5g5f", 0, 0, 9)];
        let mut options = Options { narrow_book: true, ..Options::default() };
        assert_eq!(names(&worth_playing(moves.clone(), &options, 0)), "7g7f");
        let uncounted = vec![found("7g7f", 0, 0, 0), found("2g2f", 0, 0, 0)];
        assert_eq!(names(&worth_playing(uncounted, &options, 0)), "7g7f 2g2f");
        options.narrow_book = false;
        assert_eq!(names(&worth_playing(moves, &options, 0)), "7g7f 2g2f 5g5f");
    }

    #[test]
    fn drawn_alike_or_by_their_counts() {
        let moves = [found("7g7f", 0, 0, 3), found("2g2f", 0, 0, 0), found("5g5f", 0, 0, 1)];
        let drawn = |by_count| {
            let drawn = (0..12).map(|random| draw(&moves, by_count, random).unwrap());
            let mut times = [0; 3];
            for one in drawn {
                times[moves.iter().position(|&other| other == one).unwrap()] += 1;
            }
            times
        };
        assert_eq!(drawn(false), [4, 4, 4]);
        assert_eq!(drawn(true), [9, 0, 3]);
        assert_eq!(draw(&moves[1..2], true, 5), Some(moves[1]));
        assert_eq!(draw(&[], false, 5), None);
    }
}
