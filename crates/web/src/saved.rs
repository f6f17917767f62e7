//! Saved games: one JSON file each, written beside and renamed after every move, so that a killed
//! server loses nothing. Names of files are numbers that the server makes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::limits;
use crate::protocol::{GameSummary, Human, Over, Rule, SavedClock, Score, TimeControl, Undone};

/// A move of a saved game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedMove {
    pub(crate) usi: String,
    #[serde(default)]
    pub(crate) spent_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<Score>,
}

/// A game as its file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    pub(crate) v: u32,
    pub(crate) id: String,
    pub(crate) began: u64,
    pub(crate) changed: u64,
    pub(crate) start: String,
    pub(crate) human: Human,
    pub(crate) level: u8,
    #[serde(default)]
    pub(crate) rule: Rule,
    pub(crate) max_plies: Option<u32>,
    pub(crate) time: Option<TimeControl>,
    #[serde(default)]
    pub(crate) friendly: bool,
    pub(crate) moves: Vec<SavedMove>,
    #[serde(default)]
    pub(crate) undone: Vec<Undone>,
    pub(crate) clock: Option<SavedClock>,
    pub(crate) result: Option<Over>,
}

impl SavedGame {
    /// The version of the files.
    pub(crate) const VERSION: u32 = 1;

    fn summary(&self) -> GameSummary {
        let name = |is_human: bool| if is_human { "human" } else { "engine" }.to_owned();
        GameSummary {
            id: self.id.clone(),
            began: self.began,
            changed: self.changed,
            black: name(self.human != Human::White),
            white: name(self.human != Human::Black),
            level: self.level,
            plies: u32::try_from(self.moves.len()).unwrap_or(u32::MAX),
            result: self.result,
        }
    }
}

/// The most bytes of a file that is read.
const MOST_BYTES: u64 = 4 << 20;

struct Entry {
    summary: GameSummary,
    bytes: u64,
}

/// The folder of saved games.
pub(crate) struct SavedGames {
    folder: PathBuf,
    entries: Mutex<BTreeMap<String, Entry>>,
}

/// The folder for saved games of this user: a part of the folder that the system has for data of
/// programs, or of the current one if it has none.
pub fn default_folder() -> PathBuf {
    dirs::data_dir().unwrap_or_default().join("sakiyomi").join("games")
}

/// The seconds since 1970.
pub(crate) fn now_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Is this a number that the server made?
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// A new random number of this many hexadecimal digits.
pub(crate) fn random_hex(digits: usize) -> io::Result<String> {
    let mut bytes = vec![0; digits.div_ceil(2)];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    text.truncate(digits);
    Ok(text)
}

impl SavedGames {
    /// Opens the folder, which is made if there is none, and looks at the games in it. Files that
    /// are no games are left alone.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut entries = BTreeMap::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            let Some(id) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let Some(id) = id.strip_suffix(".json").filter(|id| is_id(id)) else { continue };
            let Ok((game, bytes)) = read(&path) else { continue };
            if game.id == id {
                entries.insert(game.id.clone(), Entry { summary: game.summary(), bytes });
            }
        }
        Ok(Self { folder: folder.to_owned(), entries: Mutex::new(entries) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Writes a game; the file is whole at every moment.
    pub(crate) fn write(&self, game: &SavedGame) -> io::Result<()> {
        let text = serde_json::to_string(game).map_err(io::Error::other)?;
        let path = self.path(&game.id);
        let beside = self.folder.join(format!("{}.tmp", game.id));
        fs::write(&beside, text.as_bytes())?;
        fs::rename(&beside, &path)?;
        let entry = Entry { summary: game.summary(), bytes: text.len() as u64 };
        let too_many = {
            let mut entries = self.lock();
            entries.insert(game.id.clone(), entry);
            surplus(&entries)
        };
        for id in too_many.iter().filter(|id| **id != game.id) {
            self.remove(id)?;
        }
        Ok(())
    }

    /// Reads a game.
    pub(crate) fn read(&self, id: &str) -> io::Result<SavedGame> {
        if !is_id(id) {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(read(&self.path(id))?.0)
    }

    /// Deletes a game.
    pub(crate) fn remove(&self, id: &str) -> io::Result<()> {
        if !is_id(id) {
            return Err(io::ErrorKind::NotFound.into());
        }
        fs::remove_file(self.path(id))?;
        self.lock().remove(id);
        Ok(())
    }

    /// Lists the games, newest first, and counts all of them.
    pub(crate) fn list(&self, offset: usize, limit: usize) -> (Vec<GameSummary>, usize) {
        let entries = self.lock();
        let mut all: Vec<&GameSummary> = entries.values().map(|entry| &entry.summary).collect();
        all.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.id.cmp(&b.id)));
        let page = all.iter().skip(offset).take(limit).map(|&summary| summary.clone()).collect();
        (page, all.len())
    }
}

fn read(path: &Path) -> io::Result<(SavedGame, u64)> {
    let bytes = fs::metadata(path)?.len();
    if bytes > MOST_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let text = fs::read_to_string(path)?;
    let game: SavedGame = serde_json::from_str(&text).map_err(io::Error::other)?;
    if game.v != SavedGame::VERSION {
        return Err(io::Error::other("a saved game of another version"));
    }
    Ok((game, bytes))
}

/// The oldest games beyond the limits.
fn surplus(entries: &BTreeMap<String, Entry>) -> Vec<String> {
    let mut all: Vec<&Entry> = entries.values().collect();
    all.sort_by_key(|entry| std::cmp::Reverse(entry.summary.changed));
    let mut bytes = 0;
    let too_big = all.iter().position(|entry| {
        bytes += entry.bytes;
        bytes > limits::SAVED_BYTES
    });
    let too_big = too_big.unwrap_or(all.len());
    let keep = too_big.min(limits::SAVED_GAMES);
    all[keep..].iter().map(|entry| entry.summary.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(id: &str, changed: u64) -> SavedGame {
        SavedGame {
            v: 1,
            id: id.to_owned(),
            began: 1,
            changed,
            start: "startpos".to_owned(),
            human: Human::Black,
            level: 2,
            rule: Rule::Points27,
            max_plies: None,
            time: None,
            friendly: false,
            moves: Vec::new(),
            undone: Vec::new(),
            clock: None,
            result: None,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("sakiyomi-web-{name}-{}", std::process::id()));
        // An earlier run may have left it.
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn games_survive_the_program() {
        let folder = folder("survive");
        let saved = SavedGames::open(&folder).expect("a folder");
        let id = random_hex(16).expect("random");
        assert!(is_id(&id), "{id}");
        saved.write(&game(&id, 5)).expect("written");
        fs::write(folder.join("0000000000000000.json"), "{broken").expect("written");
        fs::write(folder.join("notes.txt"), "mine").expect("written");
        let again = SavedGames::open(&folder).expect("a folder");
        let (list, total) = again.list(0, 50);
        assert_eq!((list.len(), total), (1, 1));
        assert_eq!(again.read(&id).expect("a game"), game(&id, 5));
        again.remove(&id).expect("removed");
        assert_eq!(again.list(0, 50).1, 0);
        assert!(folder.join("notes.txt").exists());
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn no_other_file_can_be_named() {
        let folder = folder("names");
        let saved = SavedGames::open(&folder).expect("a folder");
        for id in ["", "../../etc/passwd", "0123456789abcdeF", "0123456789abcde/", "a"] {
            assert!(!is_id(id));
            assert!(saved.read(id).is_err() && saved.remove(id).is_err(), "{id}");
        }
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_oldest_games_go() {
        let entry = |changed: u64, bytes: u64| Entry {
            summary: game(&format!("{changed:016x}"), changed).summary(),
            bytes,
        };
        let mut entries = BTreeMap::new();
        for changed in 1..=1_002 {
            entries.insert(format!("{changed:016x}"), entry(changed, 10));
        }
        let gone = surplus(&entries);
        assert_eq!(gone, [format!("{:016x}", 2), format!("{:016x}", 1)]);
        entries.insert(format!("{:016x}", 9_999), entry(9_999, limits::SAVED_BYTES));
        assert_eq!(surplus(&entries).len(), 1_002);
    }
}
