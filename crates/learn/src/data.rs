//! Files of games and labelled positions, which may be larger than memory: counting, filtering,
//! shuffling, joining, splitting, and new labels.
//!
//! Every function reads its input as a stream and keeps a bounded part of it in memory. Its last
//! argument is called with the number of positions or games done, and may end the work.

mod chunks;
mod filter;
mod leaf;
mod merge;
mod rescore;
mod seen;
mod shuffle;
mod source;
mod split;
mod stats;
mod told_apart;

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub use filter::{Dropped, Filter, Kept, extract, label};
pub use leaf::{Leaves, leaf, leaves_of_captures};
pub use merge::merge;
pub use rescore::{Rescoring, mark, records_done, rescore};
pub use seen::Seen;
pub use shuffle::{Buckets, shuffle};
pub use source::{GameSource, RecordSource, Source};
pub use split::{Split, split};
pub use stats::{PLY_STEP, SCORE_LIMITS, Stats};

/// The caller's view of the work: it is told what is done and may end it.
pub type Progress<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The reason why work on data ended early.
#[derive(Debug)]
pub enum DataError {
    /// An input cannot be read or is damaged.
    Input {
        /// The file.
        file: PathBuf,
        /// The damage, with the number of the game or record.
        reason: String,
    },
    /// The output cannot be written.
    Output(io::Error),
    /// There is not enough memory.
    Memory(io::Error),
    /// The caller ended the work.
    Interrupted,
}

impl DataError {
    fn input(file: &Path, reason: impl fmt::Display) -> Self {
        Self::Input { file: file.to_owned(), reason: reason.to_string() }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input { file, reason } => write!(f, "{}: {reason}", file.display()),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
            Self::Memory(error) => write!(f, "there is not enough memory: {error}"),
            Self::Interrupted => f.write_str("the work was ended early"),
        }
    }
}

impl std::error::Error for DataError {}

/// Tells the caller how much is done.
fn tell(progress: &mut Progress<'_>, done: u64) -> Result<(), DataError> {
    match progress(done) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(DataError::Interrupted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_file::{write_game, write_header};
    use crate::played::PlayedGame;
    use crate::selfplay::{Choices, Starts, Teacher, generate};
    use std::fs;

    /// A folder of its own for a test.
    pub(super) fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("learn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    pub(super) fn go_on(_: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn games(count: usize) -> Vec<PlayedGame> {
        let choices = Choices { nodes: 10, max_moves: 120, ..Choices::default() };
        let mut games = Vec::new();
        generate(&Teacher::Classic, &Starts::default(), &choices, 0, 1, |generated| {
            games.push(generated.game);
            if games.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .expect("memory");
        games
    }

    /// The bytes of records of self-play games.
    pub(super) fn records(count: usize) -> Vec<u8> {
        let size = <kifu::records::Psv as kifu::records::FixedRecord>::SIZE;
        let mut bytes = Vec::new();
        let all = Kept { checks: true, captures: true, duplicates: true, largest: None };
        let mut filter = Filter::new(all, 1);
        for game in games(count / 20) {
            filter.positions_of(&game, |sample| {
                kifu::records::FixedRecord::write_to(&sample, &mut bytes);
            });
        }
        assert!(bytes.len() >= count * size, "games are too short");
        bytes.truncate(count * size);
        bytes
    }

    /// A file of games and one of their records.
    fn both(folder: &Path, games: &[PlayedGame]) -> [PathBuf; 2] {
        let files = ["games.skyg", "records.psv"].map(|name| folder.join(name));
        let mut bytes = Vec::new();
        write_header(&mut bytes).expect("memory");
        for game in games {
            write_game(&mut bytes, game).expect("memory");
        }
        fs::write(&files[0], &bytes).expect("a file");
        let all = Kept { checks: true, captures: true, duplicates: true, largest: None };
        let out = fs::File::create(&files[1]).expect("a file");
        extract(&files[..1], &mut Filter::new(all, 1), out, &mut go_on).expect("games");
        files
    }

    #[test]
    fn games_and_their_records_have_the_same_statistics() {
        let folder = folder("stats");
        let games = games(8);
        let [stats, of_records] = both(&folder, &games).map(|file| {
            let mut stats = Stats::default();
            stats.add(&file, &mut go_on).expect("a file");
            stats
        });
        let positions: usize = games.iter().map(|game| game.plies.len()).sum();
        assert_eq!((stats.games, stats.positions), (8, positions as u64));
        assert_eq!(stats.endings().map(|(_, count)| count).sum::<u64>(), 8);
        assert_eq!(stats.winners.iter().sum::<u64>(), 8);
        assert_eq!(of_records.endings().count(), 0);
        assert_eq!(of_records.positions, stats.positions);
        assert_eq!(of_records.scores, stats.scores);
        assert_eq!(of_records.plies, stats.plies);
        assert_eq!(of_records.entered, stats.entered);
        assert_eq!(of_records.scale(), stats.scale());
        assert_eq!(of_records.duplicates(), stats.duplicates());
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_split_keeps_games_whole_and_a_merge_puts_them_together() {
        let folder = folder("split");
        for file in both(&folder, &games(12)) {
            let parts = ["a", "b"].map(|name| folder.join(name));
            let [mut a, mut b] =
                parts.each_ref().map(|part| fs::File::create(part).expect("a file"));
            let split = split(&file, 0.3, 5, [&mut a, &mut b], &mut go_on).expect("a file");
            assert!(split.games.iter().all(|&games| games > 0), "{split:?}");
            let stats = parts.each_ref().map(|part| {
                let mut stats = Stats::default();
                stats.add(part, &mut go_on).expect("a file");
                stats
            });
            assert_eq!(stats.each_ref().map(|stats| stats.positions), split.positions);
            let mut merged = Vec::new();
            merge(&parts, &mut merged, &mut go_on).expect("files");
            assert_eq!(merged.len() as u64, fs::metadata(&file).expect("the file").len());
        }
        let mixed = ["games.skyg", "records.psv"].map(|name| folder.join(name));
        let error = merge(&mixed, Vec::new(), &mut go_on).expect_err("two kinds");
        assert!(error.to_string().contains("all games or all records"), "{error}");
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn shuffled_records_are_not_split() {
        let folder = folder("split-shuffled");
        let [file, shuffled] = ["in", "shuffled"].map(|name| folder.join(name));
        fs::write(&file, records(1000)).expect("a file");
        let out = fs::File::create(&shuffled).expect("a file");
        let buckets = Buckets { folder: folder.join("buckets"), memory: 1 << 20 };
        shuffle(&[&file], 1, &buckets, out, &mut go_on).expect("records");
        let mut outs = [Vec::new(), Vec::new()];
        let [a, b] = &mut outs;
        let error = split(&shuffled, 0.5, 1, [a, b], &mut go_on).expect_err("shuffled");
        assert!(error.to_string().contains("shuffled"), "{error}");
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn compressed_records_are_read_and_other_files_are_refused() {
        let folder = folder("sources");
        let file = folder.join("in");
        let plain = records(100);
        fs::write(&file, zstd::encode_all(&plain[..], 1).expect("memory")).expect("a file");
        let mut merged = Vec::new();
        assert_eq!(merge(&[&file], &mut merged, &mut go_on).expect("records"), 100);
        assert!(merged == plain);
        fs::write(&file, "This is a text of more than forty characters, no data.").expect("a file");
        let error = merge(&[&file], Vec::new(), &mut go_on).expect_err("a text").to_string();
        assert!(error.contains("neither self-play games nor"), "{error}");
        fs::remove_dir_all(folder).expect("the folder");
    }
}
