//! The bounded memory of the search: what is known about positions, by board and attacker's hand.
//!
//! Source:  Seo's (1999) and Nagai's (2002) dominance by hands: the entries of one board stand
//!          together, so that a proof serves every larger hand and a disproof every smaller one;
//!          KomoringHeights 1.1 (`regular_table.hpp`) looks for them in a run of slots, too.
//! Here:    An entry may stand anywhere in a short run of slots behind the one its key names. A
//!          full run gives up the entry with the least work behind it. Forgetting costs time, never
//!          the answer. A new problem raises the generation; nothing is cleared. A problem begins
//!          with a few slots and gets twice as many when half of them are taken, up to the size of
//!          the table: small problems stay in the processor's cache.

use crate::budget::Budget;
use crate::prefetch::prefetch;
use crate::value::{FOREVER, NOWHERE, Number, Plies, Value};
use shogi::{Color, Hand, Move, Position};

/// Slots that an entry may stand in.
const RUN: usize = 16;

/// A problem begins with fewer slots than this, but for a smaller table.
const FIRST_SLOTS: usize = 1 << 15;

/// Entries moved between two questions whether to stop.
const INTERVAL: usize = 1 << 14;

/// A position of a problem: the board with its turn, and the attacker's hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PositionKey {
    /// The key of the board and the turn.
    pub(crate) board: u64,
    /// The attacker's hand.
    pub(crate) hand: Hand,
}

impl PositionKey {
    /// The key of a position.
    pub(crate) fn of(position: &Position, attacker: Color) -> Self {
        Self { board: position.board_key(), hand: position.hand(attacker) }
    }
}

/// One search with its limit; numbers of undecided nodes are not shared between passes.
pub(crate) type Pass = u8;

/// 32 bytes as plain words, so that a fresh table is zero pages from the system:
/// board | hand, best move, depth | pn, dn | plies, generation, pass, work, looped.
type Words = [u64; 4];

struct Entry {
    hand: Hand,
    best: u16,
    depth: u16,
    pn: Number,
    dn: Number,
    plies: Plies,
    pass: Pass,
    work: u8,
    looped: bool,
}

impl Entry {
    fn unpack(words: Words) -> Self {
        Self {
            hand: Hand::from_bits(words[1] as u32),
            best: (words[1] >> 32) as u16,
            depth: (words[1] >> 48) as u16,
            pn: words[2] as u32,
            dn: (words[2] >> 32) as u32,
            plies: words[3] as u16,
            pass: (words[3] >> 32) as u8,
            work: (words[3] >> 40) as u8,
            looped: words[3] & LOOPED != 0,
        }
    }

    fn pack(&self, board: u64, generation: u16) -> Words {
        [
            board,
            u64::from(self.hand.bits()) | u64::from(self.best) << 32 | u64::from(self.depth) << 48,
            u64::from(self.pn) | u64::from(self.dn) << 32,
            u64::from(self.plies)
                | u64::from(generation) << 16
                | u64::from(self.pass) << 32
                | u64::from(self.work) << 40
                | if self.looped { LOOPED } else { 0 },
        ]
    }

    fn value(&self, best: Option<Move>) -> Value {
        Value {
            pn: self.pn,
            dn: self.dn,
            plies: self.plies,
            start: NOWHERE,
            depth: self.depth,
            hand: self.hand,
            best,
            is_new: false,
            looped: self.looped,
        }
    }
}

/// The bit of [`Value::looped`].
const LOOPED: u64 = 1 << 48;

fn generation_of(words: Words) -> u16 {
    (words[3] >> 16) as u16
}

fn work_of(words: Words) -> u8 {
    (words[3] >> 40) as u8
}

/// The table; see the head of the file.
pub(crate) struct ProofTable {
    words: Vec<Words>,
    generation: u16,
    /// Slots in use by the present problem: runs begin below this index.
    slots: usize,
    /// The number of slots that are taken.
    taken: usize,
}

impl ProofTable {
    /// A table of at most `bytes` bytes, but with room for a few runs.
    pub(crate) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Words>()).max(4 * RUN);
        let mut table = Self { words: vec![[0; 4]; slots], generation: 1, slots: 0, taken: 0 };
        table.begin_small();
        table
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.begin_small();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.words.fill([0; 4]);
            self.generation = 1;
        }
    }

    fn begin_small(&mut self) {
        self.slots = self.words.len() - RUN;
        while self.slots >= FIRST_SLOTS {
            self.slots /= 2;
        }
        self.taken = 0;
    }

    /// Doubles the slots in use. A run's first slot goes from n to 2n or 2n + 1, so that, from
    /// the last entry to the first, each moves to where all entries have moved already. Told to
    /// stop, it leaves the rest behind: out of sight, that is forgotten.
    fn grow(&mut self, budget: &mut Budget<'_>) {
        let old = self.slots + RUN;
        self.slots *= 2;
        self.taken = 0;
        // The first few would not move far enough.
        let near = 2 * RUN;
        for index in (near..old).rev() {
            if index % INTERVAL == 0 && budget.is_asked_to_stop() {
                return;
            }
            let words = std::mem::take(&mut self.words[index]);
            self.move_entry(words);
        }
        let mut first = [[0; 4]; 2 * RUN];
        first.copy_from_slice(&self.words[..near]);
        self.words[..near].fill([0; 4]);
        first.into_iter().for_each(|words| self.move_entry(words));
    }

    fn move_entry(&mut self, words: Words) {
        if generation_of(words) != self.generation {
            return;
        }
        let first = self.first(words[0]);
        let generation = self.generation;
        let run = &mut self.words[first..first + RUN];
        if let Some(empty) = run.iter_mut().find(|words| generation_of(**words) != generation) {
            *empty = words;
            self.taken += 1;
        }
    }

    /// The first slot of a board's run.
    #[inline]
    fn first(&self, board: u64) -> usize {
        ((u128::from(board) * self.slots as u128) >> 64) as usize
    }

    /// Has the processor fetch a board's entries while it does something else.
    #[inline]
    pub(crate) fn prefetch(&self, board: u64) {
        prefetch(&self.words[self.first(board)]);
    }

    /// Everything stored about a board. A run is filled from its start, so an empty slot ends it.
    #[inline]
    fn run(&self, board: u64) -> impl Iterator<Item = Words> {
        let first = self.first(board);
        let generation = self.generation;
        self.words[first..first + RUN]
            .iter()
            .copied()
            .take_while(move |&words| generation_of(words) == generation)
            .filter(move |words| words[0] == board)
    }

    /// What is known about a position for a mate within `plies`: a decision that holds for it, else
    /// the numbers of this pass.
    pub(crate) fn look_up(&self, key: PositionKey, plies: Plies, pass: Pass) -> Option<Value> {
        let mut numbers = None;
        for words in self.run(key.board) {
            let entry = Entry::unpack(words);
            if entry.pn == 0 {
                if entry.plies <= plies && key.hand.covers(entry.hand) {
                    return Some(entry.value(Move::from_bits(entry.best)));
                }
            } else if entry.dn == 0 {
                if entry.plies >= plies && entry.hand.covers(key.hand) {
                    return Some(entry.value(Move::from_bits(entry.best)));
                }
            } else if entry.pass == pass && entry.hand == key.hand {
                numbers = Some(entry.value(None));
            }
        }
        numbers
    }

    /// The shortest known proof of a position.
    pub(crate) fn shortest_proof(&self, key: PositionKey) -> Option<Value> {
        self.run(key.board)
            .map(Entry::unpack)
            .filter(|entry| entry.pn == 0 && key.hand.covers(entry.hand))
            .min_by_key(|entry| entry.plies)
            .map(|entry| entry.value(Move::from_bits(entry.best)))
    }

    /// The answer to the attacker's check that refutes a mate of any length.
    pub(crate) fn refutation(&self, key: PositionKey) -> Option<Move> {
        self.run(key.board)
            .map(Entry::unpack)
            .filter(|entry| entry.dn == 0 && entry.plies == FOREVER)
            .find(|entry| entry.hand.covers(key.hand))
            .and_then(|entry| Move::from_bits(entry.best))
    }

    /// Is it known that a position has no mate of any length?
    pub(crate) fn is_disproven(&self, key: PositionKey) -> bool {
        self.run(key.board)
            .map(Entry::unpack)
            .any(|entry| entry.dn == 0 && entry.plies == FOREVER && entry.hand.covers(key.hand))
    }

    /// Remembers what `nodes` nodes of work have shown about a position. The value must not depend
    /// on the path.
    pub(crate) fn store(
        &mut self,
        key: PositionKey,
        value: Value,
        pass: Pass,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) {
        debug_assert_eq!(value.start, NOWHERE);
        let decided = value.is_decided();
        let entry = Entry {
            hand: if decided { value.hand } else { key.hand },
            best: value.best.map_or(0, Move::bits),
            depth: value.depth,
            pn: value.pn,
            dn: value.dn,
            plies: value.plies,
            pass,
            // A decision is worth more than the numbers on the way to it.
            work: (2 * nodes.max(1).ilog2() + if decided { 6 } else { 0 }).min(255) as u8,
            looped: value.looped,
        };
        if 2 * self.taken > self.slots && self.slots <= (self.words.len() - RUN) / 2 {
            self.grow(budget);
        }
        let mut packed = entry.pack(key.board, self.generation);
        let first = self.first(key.board);
        let generation = self.generation;
        let run = &mut self.words[first..first + RUN];
        let mut least = (u16::MAX, 0);
        for (index, words) in run.iter_mut().enumerate() {
            if generation_of(*words) != generation {
                *words = packed;
                self.taken += 1;
                budget.filled(self.taken, self.words.len());
                return;
            }
            if words[0] == key.board && replaces(&entry, &Entry::unpack(*words)) {
                if !decided {
                    // Once looped, always looped.
                    packed[3] |= words[3] & LOOPED;
                }
                *words = packed;
                return;
            }
            let work = u16::from(work_of(*words));
            if work < least.0 {
                least = (work, index);
            }
        }
        run[least.1] = packed;
    }
}

/// Does a new entry make an old one of the same board needless?
fn replaces(new: &Entry, old: &Entry) -> bool {
    if new.pn == 0 {
        return old.hand.covers(new.hand)
            && if old.pn == 0 { new.plies <= old.plies } else { old.dn != 0 };
    }
    if new.dn == 0 {
        return new.hand.covers(old.hand)
            && if old.dn == 0 { new.plies >= old.plies } else { old.pn != 0 };
    }
    old.pn != 0 && old.dn != 0 && old.pass == new.pass && old.hand == new.hand
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRIES: u64 = 100_000;

    fn key(number: u64) -> PositionKey {
        PositionKey { board: number.wrapping_mul(0x9e37_79b9_7f4a_7c15), hand: Hand::EMPTY }
    }

    /// How many of the entries are known after the table has grown, each with its own numbers.
    fn known(stop: bool) -> usize {
        let mut table = ProofTable::new(1 << 24);
        let mut should_stop = |_: &crate::Progress| stop;
        let mut budget = Budget::new(u64::MAX, &mut should_stop);
        for number in 0..ENTRIES {
            let value = Value::unknown(number as Number + 1, 1, 0);
            table.store(key(number), value, 0, 1, &mut budget);
        }
        let entry = |number| Some((number, table.look_up(key(number), 1, 0)?.pn));
        let known: Vec<_> = (0..ENTRIES).filter_map(entry).collect();
        assert!(known.iter().all(|&(number, pn)| u64::from(pn) == number + 1));
        known.len()
    }

    #[test]
    fn growth_keeps_what_is_known() {
        assert_eq!(known(false), ENTRIES as usize);
    }

    #[test]
    fn stopped_growth_forgets_but_does_not_mix_up() {
        let left = known(true);
        assert!(left > 0 && left < ENTRIES as usize, "{left}");
    }
}
