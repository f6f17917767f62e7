//! Reads one file of games, whatever it holds: the first bytes tell.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use kifu::{Ending, Game, GameReader as KifuReader, GameResult, NodeId, ReadOptions, Record};
use shogi::{Color, DeclarationResult, DeclarationRule, Position};

use super::{StreamError, StreamGame};
use crate::game_file::{self, GameReader};
use crate::played::PlayedGame;
use crate::records::{RecordError, RecordedGame, ZSTD_MAGIC, read_games};

/// The first bytes by which a file is recognised.
const HEAD: u64 = 64 << 10;
/// The tabs that a line of a table of games has at least.
const TABS: usize = 5;

type Input = Box<dyn BufRead + Send>;

/// The games of one file.
pub(super) struct Reader {
    file: PathBuf,
    /// None once the file is read or too damaged to go on.
    kind: Option<Kind>,
}

enum Kind {
    /// A game record in a format of `kifu`.
    Records(Box<KifuReader<Input>>),
    /// A table with a line a game.
    Table(Box<dyn Iterator<Item = Result<RecordedGame, RecordError>>>),
    /// Self-play games.
    Games(GameReader<Input>),
}

impl Reader {
    /// Opens a file and looks at its beginning.
    pub(super) fn open(path: &Path) -> Result<Self, StreamError> {
        let file = path.to_owned();
        let problem = |error| StreamError::Io { path: path.to_owned(), error };
        let opened = File::open(path).map_err(problem)?;
        let mut input: Input = Box::new(BufReader::with_capacity(1 << 16, opened));
        if input.fill_buf().map_err(problem)?.starts_with(&ZSTD_MAGIC) {
            let decoder = zstd::stream::read::Decoder::with_buffer(input).map_err(problem)?;
            input = Box::new(BufReader::new(decoder));
        }
        let mut head = Vec::new();
        input.by_ref().take(HEAD).read_to_end(&mut head).map_err(problem)?;
        if head.is_empty() {
            return Err(StreamError::Empty(file));
        }
        let is_of_games = game_file::is_beginning(&head);
        let is_table = is_table(&head);
        let input: Input = Box::new(BufReader::new(Cursor::new(head).chain(input)));
        let kind = if is_of_games {
            let games = GameReader::new(input);
            Kind::Games(games.map_err(|error| StreamError::Games { file: file.clone(), error })?)
        } else if is_table {
            Kind::Table(Box::new(read_games(input).map_err(problem)?))
        } else {
            let options = ReadOptions::named(&path.display().to_string());
            Kind::Records(Box::new(KifuReader::new(input, options)))
        };
        Ok(Self { file, kind: Some(kind) })
    }

    /// The next game; none at the end of the file.
    pub(super) fn next(&mut self) -> Option<Result<StreamGame, StreamError>> {
        let file = || self.file.clone();
        match self.kind.as_mut()? {
            Kind::Records(records) => {
                let record = records.next()?;
                Some(record.map_err(StreamError::Record).and_then(|it| of_record(it, file)))
            }
            Kind::Table(table) => match table.next()? {
                Ok(game) => Some(Ok(of_table(game))),
                Err(error) => {
                    let file = file();
                    if matches!(error, RecordError::Io(_) | RecordError::TooLong { .. }) {
                        self.kind = None;
                    }
                    Some(Err(StreamError::Table { file, error }))
                }
            },
            Kind::Games(games) => match games.next() {
                Some(Ok(game)) => Some(of_played(&game, file)),
                Some(Err(error)) => {
                    let file = file();
                    self.kind = None;
                    Some(Err(StreamError::Games { file, error }))
                }
                None => {
                    let cut_off = games.is_cut_off().then(|| Err(StreamError::CutOff(file())));
                    self.kind = None;
                    cut_off
                }
            },
        }
    }
}

/// Is the first line that is no comment a line of a table of games?
fn is_table(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n')
        .find(|line| !line.starts_with(b"#") && !line.trim_ascii().is_empty())
        .is_some_and(|line| line.iter().filter(|&&byte| byte == b'\t').count() >= TABS)
}

fn of_table(game: RecordedGame) -> StreamGame {
    let start = Position::startpos();
    let mut last = start.clone();
    game.moves.iter().for_each(|&mv| last.play(mv));
    let result = Some(GameResult::Win(game.winner));
    StreamGame::new(start, &last, game.moves, result, game.ratings.map(Some))
}

fn of_played(game: &PlayedGame, file: impl Fn() -> PathBuf) -> Result<StreamGame, StreamError> {
    let start = Position::try_from(game.start.clone()).map_err(|error| StreamError::Start {
        file: file(),
        line: 1,
        reason: error.to_string(),
    })?;
    let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
    let mut last = start.clone();
    moves.iter().for_each(|&mv| last.play(mv));
    let result = game.ending.winner().map_or(GameResult::Draw, GameResult::Win);
    Ok(StreamGame::new(start, &last, moves, Some(result), [None; 2]))
}

fn of_record(record: Record, file: impl Fn() -> PathBuf) -> Result<StreamGame, StreamError> {
    let Record { game, first_line: line, .. } = record;
    let start = game.start_position().map_err(|error| StreamError::Start {
        file: file(),
        line,
        reason: error.to_string(),
    })?;
    let moves: Vec<_> = game.moves().collect();
    let mut last = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        if !last.is_legal(mv) {
            return Err(StreamError::Illegal { file: file(), line, number: index + 1, mv });
        }
        last.play(mv);
    }
    let ratings = Color::ALL.map(|side| rating(&game, side));
    Ok(StreamGame::new(start, &last, moves, result(&game, &last), ratings))
}

/// The result of a record. A declaration is judged again, because floodgate writes `%KACHI` of those
/// that fail, too; one that is not sound under the 27-point rule tells nothing.
fn result(game: &Game, last: &Position) -> Option<GameResult> {
    if game.ending() == Some(&Ending::Declaration) {
        let is_sound = [DeclarationRule::Points27, DeclarationRule::Points27Handicap]
            .into_iter()
            .any(|rule| last.declaration(rule) == Some(DeclarationResult::Win));
        return is_sound.then_some(GameResult::Win(last.turn()));
    }
    game.result()
}

/// The rating of a side, as floodgate writes it before the moves: `'black_rate:name:3314.0`.
fn rating(game: &Game, side: Color) -> Option<i32> {
    let name = if side == Color::Black { "black_rate:" } else { "white_rate:" };
    let comments = &game.node(NodeId::ROOT).comments;
    let text = comments.iter().find_map(|line| line.trim_start().strip_prefix(name))?;
    let rating: f64 = text.rsplit(':').next()?.trim().parse().ok()?;
    (rating.abs() < 100_000.0).then_some(rating.round() as i32)
}
