//! Results files of matches: lists, tables and curves, and news while a match is played.
//!
//! Files are named by their place in a list that is made at the start; a folder is looked through
//! again at each listing, so that new matches appear. Another process writes them. A change is
//! noticed by the sizes and times of the file and its journal.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use arena::{ArenaError, GameRow, Plan, Store, Tally};
use stats::{Elo, Verdict};

use crate::limits;
use crate::outbox::Outbox;
use crate::protocol::{
    ArenaEnding, ArenaFile, ArenaGame, ArenaPoint, ArenaSprt, ArenaStanding, ArenaState, ErrorCode,
    Failure, GamesPage, ServerMessage,
};
use crate::view;

/// The games in a message about a match.
const NEWEST: usize = 50;
/// The points of a curve.
const POINTS: usize = 400;
/// The files of all folders.
const MOST_FILES: usize = 1_000;

/// The results files of a server.
#[derive(Clone)]
pub(crate) struct ArenaFiles {
    given: Arc<[PathBuf]>,
    /// Files once listed keep their numbers.
    files: Arc<Mutex<Vec<PathBuf>>>,
}

/// A watch of a file; dropping it ends the watch.
pub(crate) struct Watch(Arc<AtomicBool>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn failed(error: &ArenaError) -> Failure {
    Failure::new(ErrorCode::Unavailable, error.to_string())
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The size and time of a file and of its journal.
type Stamp = [Option<(u64, SystemTime)>; 2];

fn stamp(path: &Path) -> Stamp {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    [path.to_owned(), PathBuf::from(journal)].map(|path| {
        let data = fs::metadata(path).ok()?;
        Some((data.len(), data.modified().ok()?))
    })
}

impl ArenaFiles {
    /// The files and folders of a server.
    pub(crate) fn new(given: &[PathBuf]) -> Self {
        Self { given: given.into(), files: Arc::default() }
    }

    /// Is there nothing to look at?
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for path in self.given.iter() {
            let mut found = if path.is_dir() { folder(path) } else { vec![path.clone()] };
            found.sort();
            for path in found {
                if !files.contains(&path) && files.len() < MOST_FILES {
                    files.push(path);
                }
            }
        }
        files.clone()
    }

    fn path(&self, n: u32) -> Result<PathBuf, Failure> {
        let missing = || Failure::new(ErrorCode::NotFound, "there is no such results file");
        self.files().get(n as usize).cloned().ok_or_else(missing)
    }

    /// Lists the files.
    pub(crate) fn list(&self) -> Vec<ArenaFile> {
        self.files().iter().zip(0..).map(|(path, n)| file(path, n)).collect()
    }

    /// A match as it stands.
    pub(crate) fn state(&self, n: u32) -> Result<ArenaState, Failure> {
        state(&self.path(n)?, n)
    }

    /// A page of games, newest first. The filter is empty, `failed`, `lost-by-` with the number of
    /// a player, or the name of an ending.
    pub(crate) fn games(
        &self,
        n: u32,
        offset: usize,
        limit: usize,
        filter: &str,
    ) -> Result<GamesPage, Failure> {
        let store = Store::open(&self.path(n)?).map_err(|error| failed(&error))?;
        let plan = store.plan().map_err(|error| failed(&error))?;
        let rows = store.games().map_err(|error| failed(&error))?;
        let all: Vec<&GameRow> = rows.iter().rev().filter(|row| passes(row, filter)).collect();
        let page = all.iter().skip(offset).take(limit);
        let games = page.map(|row| shown_game(&plan, row)).collect();
        Ok(GamesPage { games, total: all.len() as u64 })
    }

    /// The game of a number.
    pub(crate) fn game(&self, n: u32, k: u64) -> Result<kifu::Game, Failure> {
        let store = Store::open(&self.path(n)?).map_err(|error| failed(&error))?;
        let game = arena::record_of(&store, k).map_err(|error| failed(&error))?;
        game.ok_or_else(|| Failure::new(ErrorCode::NotFound, "there is no such game"))
    }

    /// Sends a match to a page now and at every change.
    pub(crate) fn watch(
        &self,
        n: u32,
        id: Option<u64>,
        outbox: &Arc<Outbox>,
    ) -> Result<Watch, Failure> {
        let path = self.path(n)?;
        let mut seen = stamp(&path);
        let first = state(&path, n)?;
        outbox.send(id, &ServerMessage::Arena { seq: 0, state: first });
        let flag = Arc::new(AtomicBool::new(false));
        let (stop, outbox) = (Arc::clone(&flag), Arc::downgrade(outbox));
        std::thread::spawn(move || {
            let mut seq = 0;
            loop {
                std::thread::sleep(limits::ARENA_POLL);
                let Some(outbox) = outbox.upgrade() else { return };
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let now = stamp(&path);
                if now == seen {
                    continue;
                }
                // A file that is busy or half written is looked at again.
                if let Ok(state) = state(&path, n) {
                    (seen, seq) = (now, seq + 1);
                    outbox.send(None, &ServerMessage::Arena { seq, state });
                }
            }
        });
        Ok(Watch(flag))
    }
}

/// The results files of a folder.
fn folder(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(|path| path.extension().is_some_and(|end| end == "db")).collect()
}

fn file(path: &Path, n: u32) -> ArenaFile {
    let read = || -> Result<(Plan, usize), ArenaError> {
        let store = Store::open(path)?;
        Ok((store.plan()?, store.games()?.len()))
    };
    let mut file =
        ArenaFile { n, name: name(path), games: 0, planned: 0, players: Vec::new(), problem: None };
    match read() {
        Ok((plan, games)) => {
            file.games = games as u64;
            file.planned = plan.games;
            file.players = plan.players.iter().map(|player| player.name.clone()).collect();
        }
        // The error may name the folder, which is no business of pages.
        Err(_) => file.problem = Some("not a results file that can be read".to_owned()),
    }
    file
}

fn passes(row: &GameRow, filter: &str) -> bool {
    let ending = row.outcome.ending;
    match filter.strip_prefix("lost-by-").map(str::parse::<usize>) {
        Some(Ok(player)) => row.outcome.winner.is_some_and(|winner| {
            let loser = match winner {
                shogi::Color::Black => row.fixture.white,
                shogi::Color::White => row.fixture.black,
            };
            loser == player
        }),
        Some(Err(_)) => false,
        None if filter.is_empty() || filter == "all" => true,
        None if filter == "failed" => ending.is_failure(),
        None => ending.name() == filter,
    }
}

fn shown_game(plan: &Plan, row: &GameRow) -> ArenaGame {
    let name = |player: usize| {
        plan.players.get(player).map_or_else(String::new, |player| player.name.clone())
    };
    ArenaGame {
        k: row.fixture.number + 1,
        black: name(row.fixture.black),
        white: name(row.fixture.white),
        winner: row.outcome.winner.map(view::side),
        ending: row.outcome.ending.name().to_owned(),
        plies: row.plies,
        seconds: row.seconds,
        note: row.note.clone(),
    }
}

fn state(path: &Path, n: u32) -> Result<ArenaState, Failure> {
    let (plan, rows) = (|| {
        let store = Store::open(path)?;
        Ok((store.plan()?, store.games()?))
    })()
    .map_err(|error| failed(&error))?;
    let test = plan.sprt.as_ref().and_then(|bounds| bounds.test().ok());
    let mut tally = Tally::new(test);
    let mut curve = Vec::new();
    let step = (rows.len() / POINTS).max(1);
    let mut endings: BTreeMap<&'static str, u64> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        tally.add(&row.fixture, &row.outcome);
        *endings.entry(row.outcome.ending.name()).or_default() += 1;
        let is_shown = (index + 1) % step == 0 || index + 1 == rows.len();
        if let Some(pairing) = tally.only_pairing().filter(|_| is_shown)
            && let Some(elo) = elo_of(pairing.pairs.elo(), pairing.games.elo())
        {
            let (games, margin) = (index as u64 + 1, elo.error95);
            curve.push(ArenaPoint { games, elo: elo.value, margin });
        }
    }
    let mut endings: Vec<ArenaEnding> = endings
        .into_iter()
        .map(|(ending, count)| ArenaEnding { ending: ending.to_owned(), count })
        .collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.count));
    Ok(ArenaState {
        n,
        name: name(path),
        games: tally.games(),
        planned: plan.games,
        failures: tally.failures(),
        standings: standings(&plan, &tally),
        curve,
        sprt: sprt(&plan, &tally),
        endings,
        newest: rows.iter().rev().take(NEWEST).map(|row| shown_game(&plan, row)).collect(),
    })
}

/// The Elo from pairs, whose interval is the better one, or from games as long as there are none.
fn elo_of(pairs: Option<Elo>, games: Option<Elo>) -> Option<Elo> {
    pairs.or(games).filter(|elo| elo.value.is_finite() && elo.error95.is_finite())
}

fn standings(plan: &Plan, tally: &Tally) -> Vec<ArenaStanding> {
    let row = |(index, player): (usize, &arena::Player)| {
        let games = tally.games_of(index);
        let elo = elo_of(None, games.elo());
        ArenaStanding {
            name: player.name.clone(),
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            elo: elo.map(|elo| elo.value),
            margin: elo.map(|elo| elo.error95),
        }
    };
    plan.players.iter().enumerate().map(row).collect()
}

fn sprt(plan: &Plan, tally: &Tally) -> Option<ArenaSprt> {
    let (bounds, course) = (plan.sprt.as_ref()?, tally.sprt()?);
    let step = (course.curve().len() / POINTS).max(1);
    let verdict = match course.verdict() {
        Verdict::Open => "continue",
        Verdict::Rejected => "accept0",
        Verdict::Accepted => "accept1",
    };
    Some(ArenaSprt {
        elo0: bounds.elo0,
        elo1: bounds.elo1,
        llr: course.llr(),
        lower: course.test().lower(),
        upper: course.test().upper(),
        verdict: verdict.to_owned(),
        curve: course.curve().iter().copied().step_by(step).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_results_file_is_said_and_not_opened() {
        let folder = std::env::temp_dir().join(format!("sakiyomi-arena-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("broken.db"), "not a database").expect("a file");
        fs::write(folder.join("notes.txt"), "mine").expect("a file");
        let files = ArenaFiles::new(std::slice::from_ref(&folder));
        let list = files.list();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].name, "broken.db");
        assert!(list[0].problem.is_some());
        assert_eq!(files.state(0).expect_err("broken").code, ErrorCode::Unavailable);
        assert_eq!(files.state(7).expect_err("missing").code, ErrorCode::NotFound);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
