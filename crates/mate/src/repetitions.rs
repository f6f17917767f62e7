//! Disproofs that hold on one path only, because a position of that path would recur.
//!
//! Source:  Kishimoto & Müller, A general solution to the graph history interaction problem (2004);
//!          a table of its own for them, under the key of the whole path, as in KomoringHeights 1.1
//!          (`repetition_table.hpp`). The mixing of the key is SplitMix64's (Steele, Lea, Flood
//!          2014).
//! Here:    Mates never depend on the path (a shortest mate repeats nothing), so only disproofs are
//!          kept apart. One place a key, and the newest stays: forgetting costs time only.

use crate::value::{Plies, Value};
use shogi::{Hand, Move};

/// Key of the way to a node: every position on it, in order.
pub(crate) type PathKey = u64;

/// The key of a path that goes on to a position.
pub(crate) fn extend(path: PathKey, key: u64, hand: Hand) -> PathKey {
    let mut z = path.rotate_left(23) ^ key ^ (u64::from(hand.bits()) << 32);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Path key | start, plies, defender's move, generation | hand.
type Words = [u64; 3];

/// A table with one slot per key; the newest stays.
pub(crate) struct Repetitions {
    words: Vec<Words>,
    generation: u16,
    is_empty: bool,
}

impl Repetitions {
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            words: vec![[0; 3]; (bytes / size_of::<Words>()).max(64)],
            generation: 1,
            is_empty: true,
        }
    }

    pub(crate) fn forget(&mut self) {
        self.is_empty = true;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.words.fill([0; 3]);
            self.generation = 1;
        }
    }

    fn index(&self, path: PathKey) -> usize {
        ((u128::from(path) * self.words.len() as u128) >> 64) as usize
    }

    /// The disproof of the node at the end of a path.
    pub(crate) fn look_up(&self, path: PathKey, plies: Plies) -> Option<Value> {
        if self.is_empty {
            return None;
        }
        let [key, rest, hand] = self.words[self.index(path)];
        let reach = (rest >> 16) as u16;
        (key == path && (rest >> 48) as u16 == self.generation && reach >= plies).then(|| Value {
            best: Move::from_bits((rest >> 32) as u16),
            ..Value::repeated(rest as u16, reach, Hand::from_bits(hand as u32))
        })
    }

    /// Remembers a disproof that holds on this path.
    pub(crate) fn store(&mut self, path: PathKey, value: &Value) {
        self.is_empty = false;
        let index = self.index(path);
        let rest = u64::from(value.start)
            | u64::from(value.plies) << 16
            | u64::from(value.best.map_or(0, Move::bits)) << 32
            | u64::from(self.generation) << 48;
        self.words[index] = [path, rest, u64::from(value.hand.bits())];
    }
}
