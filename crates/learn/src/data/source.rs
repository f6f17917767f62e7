//! Inputs: files of self-play games and of PackedSfenValue records, told apart by how they begin.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use kifu::records::{FixedRecord, Psv, RecordReader};
use shogi::Position;

use super::DataError;
use crate::game_file::{self, GameReader};
use crate::played::PlayedGame;
use crate::records::ZSTD_MAGIC;

/// A file's bytes, decompressed.
type Stream = Box<dyn Read + Send>;

/// A file of data.
pub enum Source {
    /// A file of self-play games.
    Games(GameSource),
    /// A file of PackedSfenValue records.
    Records(RecordSource),
}

impl Source {
    /// Opens a file and looks at its beginning. A file that is neither of games nor of records is an
    /// error.
    pub fn open(file: &Path) -> Result<Self, DataError> {
        let failed = |error| DataError::input(file, error);
        let (mut stream, is_compressed) = open(file)?;
        let first = first_bytes(&mut stream, Psv::SIZE).map_err(failed)?;
        let is_of_games = game_file::is_beginning(&first);
        let whole = first.len() == Psv::SIZE;
        let first_record = whole.then(|| Psv::from_bytes(&first));
        let stream: Stream = Box::new(std::io::Cursor::new(first).chain(stream));
        if is_of_games {
            let reader = GameReader::new(stream).map_err(|error| DataError::input(file, error))?;
            return Ok(Self::Games(GameSource { file: file.to_owned(), reader }));
        }
        if let Some(Err(reason)) = first_record.map(|record| position_of(&record)) {
            let text = "neither self-play games nor PackedSfenValue records: record 1";
            return Err(DataError::input(file, format!("{text}: {reason}")));
        }
        let length = std::fs::metadata(file).map_err(failed)?.len();
        Ok(Self::Records(RecordSource {
            file: file.to_owned(),
            reader: RecordReader::new(stream),
            count: (!is_compressed).then_some(length / Psv::SIZE as u64),
        }))
    }

    /// Opens a file of games.
    pub fn games(file: &Path) -> Result<GameSource, DataError> {
        match Self::open(file)? {
            Self::Games(games) => Ok(games),
            Self::Records(_) => {
                Err(DataError::input(file, "expected self-play games, found records"))
            }
        }
    }

    /// Opens a file of records.
    pub fn records(file: &Path) -> Result<RecordSource, DataError> {
        match Self::open(file)? {
            Self::Records(records) => Ok(records),
            Self::Games(_) => Err(DataError::input(
                file,
                "expected PackedSfenValue records, found self-play games (data extract makes records)",
            )),
        }
    }
}

fn open(file: &Path) -> Result<(Stream, bool), DataError> {
    let failed = |error| DataError::input(file, error);
    let mut stream = BufReader::with_capacity(1 << 16, File::open(file).map_err(failed)?);
    let first = first_bytes(&mut stream, ZSTD_MAGIC.len()).map_err(failed)?;
    let is_compressed = first == ZSTD_MAGIC;
    let stream = std::io::Cursor::new(first).chain(stream);
    if is_compressed {
        let decoder = zstd::stream::read::Decoder::new(stream).map_err(failed)?;
        return Ok((Box::new(decoder), true));
    }
    Ok((Box::new(stream), false))
}

/// Reads up to `length` bytes.
fn first_bytes(input: &mut impl Read, length: usize) -> std::io::Result<Vec<u8>> {
    let mut first = Vec::new();
    input.take(length as u64).read_to_end(&mut first)?;
    Ok(first)
}

/// The games of a file.
pub struct GameSource {
    file: PathBuf,
    reader: GameReader<Stream>,
}

impl GameSource {
    /// Did the file end in the middle of a game, as a kill leaves it?
    pub fn is_cut_off(&self) -> bool {
        self.reader.is_cut_off()
    }
}

impl Iterator for GameSource {
    type Item = Result<PlayedGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.reader.next()?;
        Some(game.map_err(|error| DataError::input(&self.file, error)))
    }
}

/// The records of a file.
pub struct RecordSource {
    file: PathBuf,
    reader: RecordReader<Stream, Psv>,
    count: Option<u64>,
}

impl RecordSource {
    /// The number of records; none if the file is compressed.
    pub fn known_count(&self) -> Option<u64> {
        self.count
    }

    /// The file's name.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

impl Iterator for RecordSource {
    type Item = Result<Psv, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.reader.next()?;
        Some(record.map_err(|error| DataError::input(&self.file, error)))
    }
}

/// Returns the position of a record, or the reason why it is none.
fn position_of(record: &Psv) -> Result<Position, String> {
    let setup = record.setup().map_err(|error| error.to_string())?;
    Position::try_from(setup).map_err(|error| error.to_string())
}

/// Returns the position of the record with this number, from 1.
pub(super) fn position(file: &Path, record: &Psv, number: u64) -> Result<Position, DataError> {
    position_of(record)
        .map_err(|reason| DataError::input(file, format!("record {number} is damaged: {reason}")))
}
