//! A stream of games and their positions from records: any format that `kifu` reads, tables with a
//! line a game, and files of self-play games, compressed by zstd or not.
//!
//! [`Stream`] reads files and folders and yields the games that a [`GameSelection`] takes, each as a
//! part of the learning or of the held-out games. [`Examples`] walks through a game and yields the
//! positions and moves that a [`MoveSelection`] takes. One game is in memory at a time, and the memory
//! for duplicates is bounded.
//!
//! ```
//! use learn::stream::{Examples, GameSelection, MoveSelection, Stream};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/learn/selfplay.skyg");
//! let mut examples = Examples::new(MoveSelection::default());
//! let mut positions = 0;
//! for game in Stream::open(&[path], GameSelection::default())? {
//!     let game = game?;
//!     examples.of_game(&game, |example| {
//!         assert!(example.position.is_legal(example.mv));
//!         positions += 1;
//!     });
//! }
//! assert!(positions > 0);
//! # Ok::<(), learn::stream::StreamError>(())
//! ```

mod error;
mod examples;
mod files;
mod game;
mod reader;
mod selection;

use std::path::{Path, PathBuf};

pub use error::StreamError;
pub use examples::{Example, Examples};
pub use game::{Part, StreamGame};
pub use selection::{EnteringKing, GameSelection, MoveSelection, Movers, Refusal, Refused};

use crate::data::Seen;
use reader::Reader;

/// The number of games whose moves are remembered, so that no game is taken twice.
const REMEMBERED_GAMES: usize = 1 << 22;

/// The games of files and folders that a selection takes, one by one.
///
/// An error is about one game or one file; the stream goes on behind it.
pub struct Stream {
    /// The files that are still to be read, the next one last.
    files: Vec<PathBuf>,
    all_files: usize,
    reader: Option<Reader>,
    selection: GameSelection,
    seen: Seen,
    refused: Refused,
    taken: u64,
}

impl Stream {
    /// Begins a stream of the games of these files, and of all records below these folders. A path
    /// that does not exist and a folder without records are errors.
    pub fn open(paths: &[impl AsRef<Path>], selection: GameSelection) -> Result<Self, StreamError> {
        let mut files = files::of_paths(paths)?;
        files.reverse();
        Ok(Self {
            all_files: files.len(),
            files,
            reader: None,
            selection,
            seen: Seen::new(REMEMBERED_GAMES),
            refused: Refused::default(),
            taken: 0,
        })
    }

    /// The number of files that have been read to their end, and the number of all files.
    pub fn files(&self) -> [usize; 2] {
        let open = self.files.len() + usize::from(self.reader.is_some());
        [self.all_files - open, self.all_files]
    }

    /// The number of games taken so far.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The number of games that were not taken so far, by reason.
    pub fn refused(&self) -> Refused {
        self.refused
    }

    /// The next game of all files, taken or not.
    fn next_of_files(&mut self) -> Option<Result<StreamGame, StreamError>> {
        loop {
            if let Some(reader) = &mut self.reader {
                if let Some(game) = reader.next() {
                    return Some(game);
                }
                self.reader = None;
            }
            match Reader::open(&self.files.pop()?) {
                Ok(reader) => self.reader = Some(reader),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Iterator for Stream {
    type Item = Result<StreamGame, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.selection.most.is_none_or(|most| self.taken < most) {
            let mut game = match self.next_of_files()? {
                Ok(game) => game,
                Err(error) => return Some(Err(error)),
            };
            match self.selection.refusal(&game, &mut self.seen) {
                Some(reason) => self.refused.add(reason),
                None => {
                    self.taken += 1;
                    game.part = self.selection.part(&game);
                    return Some(Ok(game));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
