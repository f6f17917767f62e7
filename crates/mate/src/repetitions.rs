//! Disproofs that hold on one path only, because a position of that path would recur.
//!
//! Source:  Kishimoto & Müller, A general solution to the graph history interaction problem (2004);
//!          a table of its own for them, under the key of the whole path, as in KomoringHeights 1.1
//!          (`repetition_table.hpp`). The mixing of the key is SplitMix64's (Steele, Lea, Flood
//!          2014).
//! Here:    Mates never depend on the path (a shortest mate repeats nothing), so only disproofs are
//!          kept apart. One place a key, and the newest stays: forgetting costs time only.

use crate::value::{Plies, Value};
use shogi::Hand;

/// Key of the way to a node: every position on it, in order.
pub(crate) type PathKey = u64;

/// The key of a path that goes on to a position.
pub(crate) fn extend(path: PathKey, key: u64, hand: Hand) -> PathKey {
    let mut z = path.rotate_left(23) ^ key ^ (u64::from(hand.bits()) << 32);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Path key | start, plies, generation.
type Words = [u64; 2];

/// A table with one slot per key; the newest stays.
pub(crate) struct Repetitions {
    words: Vec<Words>,
    generation: u32,
    is_empty: bool,
}

impl Repetitions {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            words: vec![[0; 2]; (bytes / size_of::<Words>()).max(64)],
            generation: 1,
            is_empty: true,
        }
    }

    pub(crate) fn forget(&mut self) {
        self.is_empty = true;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.words.fill([0; 2]);
            self.generation = 1;
        }
    }

    fn index(&self, path: PathKey) -> usize {
        ((u128::from(path) * self.words.len() as u128) >> 64) as usize
    }

    /// The disproof of the node at the end of a path, whose attacker holds `hand`.
    pub(crate) fn look_up(&self, path: PathKey, plies: Plies, hand: Hand) -> Option<Value> {
        if self.is_empty {
            return None;
        }
        let [key, rest] = self.words[self.index(path)];
        let reach = (rest >> 16) as u16;
        (key == path && (rest >> 32) as u32 == self.generation && reach >= plies)
            .then(|| Value::repeated(rest as u16, reach, hand))
    }

    pub(crate) fn store(&mut self, path: PathKey, start: u16, reach: Plies) {
        self.is_empty = false;
        let index = self.index(path);
        let rest = u64::from(start) | u64::from(reach) << 16 | u64::from(self.generation) << 32;
        self.words[index] = [path, rest];
    }
}
