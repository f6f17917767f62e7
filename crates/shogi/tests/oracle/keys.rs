//! Equal positions have equal keys, different ones different keys.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use shogi::Position;

/// The most positions that are remembered; further ones are only looked up.
const ROOM: usize = 12_000_000;

/// The positions seen, from both sides.
pub struct Keys {
    text_of_key: HashMap<u64, u64>,
    key_of_text: HashMap<u64, u64>,
}

impl Keys {
    pub fn new() -> Self {
        Self { text_of_key: HashMap::new(), key_of_text: HashMap::new() }
    }

    pub fn different(&self) -> usize {
        self.text_of_key.len()
    }

    /// Notes a position; `sfen` is its text without the move number, of which a hash of another
    /// kind is kept.
    pub fn check(&mut self, position: &Position, sfen: &str) {
        let text = BuildHasherDefault::<DefaultHasher>::default().hash_one(sfen);
        agree(&mut self.text_of_key, position.key(), text, "two positions, one key", sfen);
        agree(&mut self.key_of_text, text, position.key(), "one position, two keys", sfen);
    }
}

fn agree(known: &mut HashMap<u64, u64>, from: u64, to: u64, what: &str, sfen: &str) {
    let has_room = known.len() < ROOM;
    match known.entry(from) {
        Entry::Occupied(entry) => assert_eq!(*entry.get(), to, "{what}: {sfen}"),
        Entry::Vacant(entry) if has_room => drop(entry.insert(to)),
        Entry::Vacant(_) => {}
    }
}
