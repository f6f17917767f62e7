//! Several files of one kind as one.

use std::io::Write;
use std::path::Path;

use kifu::records::{FixedRecord, Psv};

use super::source::Source;
use super::{DataError, Progress, tell};
use crate::game_file::{write_game, write_header};

/// Writes the games or the records of all files one after the other, and returns their number.
pub fn merge(
    files: &[impl AsRef<Path>],
    mut out: impl Write,
    progress: &mut Progress<'_>,
) -> Result<u64, DataError> {
    let mut done = 0;
    let mut is_of_games = None;
    let mut bytes = Vec::with_capacity(Psv::SIZE);
    for file in files {
        let source = Source::open(file.as_ref())?;
        let holds_games = matches!(source, Source::Games(_));
        if is_of_games.is_some_and(|before| before != holds_games) {
            let reason = "expected the kind of the first file: all games or all records";
            return Err(DataError::input(file.as_ref(), reason));
        }
        match source {
            Source::Games(games) => {
                if is_of_games.is_none() {
                    write_header(&mut out).map_err(DataError::Output)?;
                }
                for game in games {
                    bytes.clear();
                    write_game(&mut bytes, &game?)
                        .map_err(|error| DataError::input(file.as_ref(), error))?;
                    out.write_all(&bytes).map_err(DataError::Output)?;
                    done += 1;
                    tell(progress, done)?;
                }
            }
            Source::Records(records) => {
                for record in records {
                    bytes.clear();
                    record?.write_to(&mut bytes);
                    out.write_all(&bytes).map_err(DataError::Output)?;
                    done += 1;
                    tell(progress, done)?;
                }
            }
        }
        is_of_games = Some(holds_games);
    }
    Ok(done)
}
