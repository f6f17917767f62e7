//! What the tests of the arena share: plans with fake engines, an observer, files that go away.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use arena::{
    Fixture, GameRecord, GameRow, Messages, Mode, Observer, OnRefusal, Opening, Plan, Player,
    Rules, Store, Tally, Workers,
};

/// Sees what a match does.
#[derive(Default)]
pub struct Watcher {
    pub warnings: Vec<String>,
    pub remarks: Vec<String>,
    pub games: u64,
}

impl Messages for Watcher {
    fn warn(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
    fn remark(&mut self, text: &str) {
        self.remarks.push(text.to_owned());
    }
}

impl Observer for Watcher {
    fn begin(&mut self, _: &Plan, _: &Tally) {}
    fn game(&mut self, _: &Fixture, _: &GameRecord, _: &Tally) {
        self.games += 1;
    }
    fn end(&mut self, _: &Tally) {}
}

/// A results file that is removed with its companions.
pub struct TempFile(PathBuf);

impl TempFile {
    pub fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("arena-test-{}-{number}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

/// A fake engine in a mode, such as `crash 3`.
pub fn fake(mode: &str) -> Player {
    let text = format!("{} {mode};name={mode}", env!("CARGO_BIN_EXE_fake-engine"));
    Player::from_argument(&text).expect("a description")
}

pub fn plan(players: Vec<Player>, limit: &str, games: u64) -> Plan {
    Plan {
        mode: Mode::Match,
        players,
        limit: limit.parse().expect("a limit"),
        rules: Rules { max_moves: 60, tolerance_ms: 100, patience_ms: 1500, ..Rules::default() },
        seed: 1,
        is_shuffled: false,
        has_random_openings: false,
        games,
        sprt: None,
    }
}

pub fn workers(count: usize) -> Workers {
    Workers { count, is_pinned: false }
}

/// Plays a plan into a fresh file; the games, and the moves of each.
pub fn played(plan: &Plan, openings: &[Opening], count: usize) -> Vec<(GameRow, Vec<String>)> {
    let file = TempFile::new();
    let mut store = Store::begin(file.path(), plan, openings, false).expect("a new file");
    let mut watcher = Watcher::default();
    arena::run(plan, openings, &mut store, workers(count), OnRefusal::Stop, &mut watcher)
        .expect("a match");
    contents(&store)
}

/// All games with their moves; the time they took is left out.
pub fn contents(store: &Store) -> Vec<(GameRow, Vec<String>)> {
    let games = store.games().expect("games");
    games
        .into_iter()
        .map(|game| {
            let moves = store.kept_moves(game.fixture.number).expect("moves");
            let moves = moves.into_iter().map(|kept| kept.text).collect();
            (GameRow { seconds: 0.0, began: None, ..game }, moves)
        })
        .collect()
}
