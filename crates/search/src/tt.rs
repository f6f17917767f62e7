//! The transposition table: the results of earlier searches, shared by all threads without locks.
//!
//! Known as: transposition table (TT), lockless hashing, TT ageing
//! Source:   Hyatt and Mann (2002): the key xor'ed with the data, so that a word torn by two
//!           writers does not match its key and is taken for another position's; YaneuraOu 9.70 and
//!           Stockfish, `tt.cpp`: what gives way (depth less eight for each search since), when a
//!           deeper entry stays, a kept move, the index by multiplication; that an entry which
//!           stays loses a ply from depth 5 on: Stockfish from May to November 2025
//! Here:     a cluster is one cache line of four entries with whole keys, an entry is two words
//! Worth:    not measured
//! Off:      none
#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

use memmap2::{MmapMut, MmapRaw};
use shogi::Move;

use crate::score::Score;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No score is stored, only the static value or a move.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// May a score with this bound stand for one at or above beta?
    #[inline(always)]
    pub const fn is_lower(self) -> bool {
        self as u8 & 2 != 0
    }

    /// May a score with this bound stand for one at or below alpha?
    #[inline(always)]
    pub const fn is_upper(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// The entry of a position. Mate scores count the plies from the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move, or the move that caused a beta cutoff.
    pub mv: Option<Move>,
    /// The score; it has no meaning with [`Bound::None`].
    pub score: Score,
    /// The static value without correction, if it was computed.
    pub eval: Option<Score>,
    /// The depth of the search in whole plies.
    pub depth: i32,
    /// The relation of the score to the true score.
    pub bound: Bound,
    /// Was the position ever part of a principal variation?
    pub was_pv: bool,
}

/// The stored word for a missing static value.
const NO_EVAL: i16 = i16::MIN;
/// The number added to stored depths, so that those of quiescence (0 and below) fit into a byte.
const DEPTH_OFFSET: i32 = 8;

impl Known {
    /// The depth of an entry that holds a static value and no search.
    pub(crate) const NO_DEPTH: i32 = -7;

    /// Packs the entry and its generation into a word.
    fn pack(&self, generation: u8) -> u64 {
        let mv = self.mv.map_or(0, Move::bits);
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.get() as i16);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
        u64::from(mv)
            | u64::from(self.score.get() as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | depth << 48
            | (self.bound as u64) << 56
            | u64::from(self.was_pv) << 58
            | u64::from(generation) << 59
    }

    /// Unpacks the entry from a word.
    fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as i16;
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::new(i32::from((data >> 16) as i16)),
            eval: (eval != NO_EVAL).then(|| Score::new(i32::from(eval))),
            depth: (data >> 48 & 255) as i32 - DEPTH_OFFSET,
            bound: Bound::from_bits(data >> 56),
            was_pv: data >> 58 & 1 == 1,
        }
    }
}

/// The number of generations, after which their numbers start again.
const GENERATIONS: u8 = 32;
/// The depth from which on an entry loses a ply when it keeps its place against a shallower one.
const DOUBTED_FROM: i32 = 5;

/// The two words of a stored entry.
#[derive(Default)]
struct Entry {
    /// The key xor'ed with the data.
    guarded_key: AtomicU64,
    /// The packed entry and its generation.
    data: AtomicU64,
}

/// The entries of one cache line, in which all positions with the same index are stored.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

/// The least size of a page of memory in bytes.
const SMALL_PAGE: usize = 4096;

/// The transposition table. Reading and writing need only a shared reference.
pub struct TranspositionTable {
    /// The memory of the clusters, raw because threads write to it through shared references.
    memory: MmapRaw,
    /// The number of clusters in use, at most as many as the memory holds.
    clusters: AtomicUsize,
    /// The number of the present search, modulo [`GENERATIONS`].
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Makes a table of `megabytes`, at least one. The system provides the memory, zeroed, when it
    /// is first used.
    pub fn new(megabytes: usize) -> std::io::Result<Self> {
        let bytes = megabytes.max(1) << 20;
        let memory = MmapMut::map_anon(bytes)?;
        let clusters = AtomicUsize::new(bytes / size_of::<Cluster>());
        let table = Self { memory: memory.into(), clusters, generation: AtomicU8::new(0) };
        table.prefer_large_pages();
        Ok(table)
    }

    /// The size in megabytes.
    pub fn megabytes(&self) -> usize {
        self.memory.len() >> 20
    }

    /// Removes all entries.
    pub fn clear(&mut self) -> std::io::Result<()> {
        // The system zeroes new memory when it is touched, which is faster than doing so here.
        *self = Self::new(self.megabytes())?;
        Ok(())
    }

    /// Clears the part with index `part` of `parts` equal parts, so that several threads can clear
    /// the table together.
    pub fn clear_part(&self, part: usize, parts: usize) {
        for index in self.clusters_of(part, parts) {
            for entry in &self.cluster_at(index).0 {
                entry.data.store(0, Ordering::Relaxed);
                entry.guarded_key.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Takes the memory of one of `parts` equal parts from the system. The table must be empty.
    pub fn touch_part(&self, part: usize, parts: usize) {
        // The system zeroes a page when it is first written to.
        for index in self.clusters_of(part, parts).step_by(SMALL_PAGE / size_of::<Cluster>()) {
            self.cluster_at(index).0[0].data.store(0, Ordering::Relaxed);
        }
    }

    /// Asks the system for large pages wherever a page has not been touched yet. Large pages save a
    /// table walk on nearly every probe; without them everything works, a little slower.
    pub fn prefer_large_pages(&self) {
        #[cfg(target_os = "linux")]
        let _ = self.memory.advise(memmap2::Advice::HugePage);
    }

    /// Asks the system for small pages from one of `parts` equal parts on. The first access to a
    /// small page takes much less time than the first access to a large one.
    pub fn prefer_small_pages_from(&self, part: usize, parts: usize) {
        let start = self.clusters_of(part, parts).start * size_of::<Cluster>();
        #[cfg(target_os = "linux")]
        let _ =
            self.memory.advise_range(memmap2::Advice::NoHugePage, start, self.memory.len() - start);
        #[cfg(not(target_os = "linux"))]
        let _ = start;
    }

    /// Uses only the first `count` of `parts` equal parts from now on, at least one. Whatever is
    /// stored is lost if the number changes.
    pub fn use_parts(&self, count: usize, parts: usize) {
        let clusters = self.clusters_of(count.clamp(1, parts) - 1, parts).end;
        self.clusters.store(clusters, Ordering::Relaxed);
    }

    /// The indices of the clusters of one of `parts` equal parts.
    fn clusters_of(&self, part: usize, parts: usize) -> Range<usize> {
        let all = self.memory.len() / size_of::<Cluster>();
        all * part / parts..all * (part + 1) / parts
    }

    /// Begins a new generation, which makes all present entries older.
    pub fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// The cluster of a key.
    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let clusters = self.clusters.load(Ordering::Relaxed);
        let index = ((u128::from(key) * clusters as u128) >> 64) as usize;
        let start = self.memory.as_mut_ptr().cast::<Cluster>();
        // SAFETY: the memory holds at least `clusters` clusters, is page-aligned, and any bytes are
        // valid atomics, which is all that is ever made of it; the product of a 64-bit fraction and
        // the count is below the count.
        unsafe { &*start.add(index) }
    }

    /// The cluster with this index.
    fn cluster_at(&self, index: usize) -> &Cluster {
        assert!(index < self.memory.len() / size_of::<Cluster>());
        let start = self.memory.as_mut_ptr().cast::<Cluster>();
        // SAFETY: as above, with an index that has just been tested.
        unsafe { &*start.add(index) }
    }

    /// Prefetches the cluster of a key that will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching has no effect but on the cache.
            unsafe { _mm_prefetch(cluster.cast(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.cluster(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let matches = entry.guarded_key.load(Ordering::Relaxed) ^ data == key;
            (matches && data != 0).then(|| Known::unpack(data))
        })
    }

    /// Stores an entry. An older or shallower entry of the cluster is replaced.
    pub fn store(&self, key: u64, mut known: Known) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        for entry in &self.cluster(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.guarded_key.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = Known::unpack(data);
                known.mv = known.mv.or(old.mv);
                let is_current = (data >> 59) as u8 == generation;
                let is_deeper = old.depth >= known.depth + 4 + 2 * i32::from(known.was_pv);
                if is_current && is_deeper && known.bound != Bound::Exact {
                    // The deeper entry stays, with the newer move and perhaps a ply less.
                    let doubt = i32::from(old.depth >= DOUBTED_FROM && old.bound != Bound::Exact);
                    known = Known { mv: known.mv, depth: old.depth - doubt, ..old };
                }
                victim = Some((i32::MIN, entry));
                break;
            }
            let worth = worth(data, generation);
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            let data = known.pack(generation);
            entry.guarded_key.store(key ^ data, Ordering::Relaxed);
            entry.data.store(data, Ordering::Relaxed);
        }
    }

    /// The share of entries that this search has written, in thousandths, from a sample.
    pub fn permille_full(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let clusters = self.clusters.load(Ordering::Relaxed);
        let sample = clusters.min(250);
        let used = |entry: &&Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && (data >> 59) as u8 == generation
        };
        let stride = clusters / sample;
        let full: usize = (0..sample)
            .map(|n| {
                let key = ((n * stride) as u128 * (1 << 64) / clusters as u128) as u64;
                self.cluster(key).0.iter().filter(used).count()
            })
            .sum();
        full * 1000 / (4 * sample)
    }
}

/// The worth of keeping an entry: its depth, less eight for each search since.
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN + 1;
    }
    let age = (GENERATIONS + generation - (data >> 59) as u8) % GENERATIONS;
    (data >> 48 & 255) as i32 - 8 * i32::from(age)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32, score: i32) -> Known {
        Known {
            mv: Some("7g7f".parse().unwrap()),
            score: Score::new(score),
            eval: Some(Score::new(-17)),
            depth,
            bound: Bound::Lower,
            was_pv: true,
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        for (key, entry) in [(0, known(7, -31_999)), (u64::MAX, known(-3, 12))] {
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        let bare = Known { mv: None, eval: None, bound: Bound::None, ..known(0, 0) };
        table.store(77 << 40, bare);
        assert_eq!(table.probe(77 << 40), Some(bare));
    }

    #[test]
    fn parts_clear_the_whole() {
        let table = TranspositionTable::new(1).unwrap();
        let keys: Vec<u64> = (0..1000).map(|n| n << 54 | n).collect();
        keys.iter().for_each(|&key| table.store(key, known(3, 1)));
        (0..3).for_each(|part| table.clear_part(part, 3));
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn advice_and_touching_change_nothing_that_is_read() {
        let table = TranspositionTable::new(3).unwrap();
        table.prefer_small_pages_from(1, 3);
        (0..3).for_each(|part| table.touch_part(part, 3));
        table.store(5, known(3, 1));
        table.store(u64::MAX, known(4, 2));
        table.prefer_large_pages();
        assert_eq!(table.probe(5), Some(known(3, 1)));
        assert_eq!(table.probe(u64::MAX), Some(known(4, 2)));
        assert_eq!(table.probe(1 << 63), None);
    }

    #[test]
    fn a_part_of_the_table_can_be_used() {
        let table = TranspositionTable::new(4).unwrap();
        table.use_parts(1, 4);
        let keys: Vec<u64> = (0..1000).map(|n| n << 54 | n).collect();
        keys.iter().for_each(|&key| table.store(key, known(3, 1)));
        assert!(keys.iter().all(|&key| table.probe(key) == Some(known(3, 1))));
        table.clear_part(0, 4);
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
        table.use_parts(4, 4);
        assert_eq!(table.clusters.load(Ordering::Relaxed), (4 << 20) / 64);
    }

    #[test]
    fn a_move_survives_a_store_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, known(3, 1));
        table.store(5, Known { mv: None, ..known(4, 2) });
        assert_eq!(table.probe(5).unwrap().mv, known(0, 0).mv);
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let table = TranspositionTable::new(1).unwrap();
        for key in 0..4 {
            table.store(key, known(10 + key as i32, 0));
        }
        table.new_search();
        table.store(4, known(1, 0));
        assert!(table.probe(0).is_none());
        assert!((1..5).all(|key| table.probe(key).is_some()));
    }
}
