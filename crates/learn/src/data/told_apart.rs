//! The number of different positions among very many, estimated in bounded memory.
//!
//! Source:  distinct sampling: P. B. Gibbons, "Distinct sampling for highly-accurate answers to
//!          distinct values queries and event reports", VLDB 2001
//! Here:    the keys are Zobrist keys, which are random numbers already

use std::collections::HashSet;

/// The number of keys in memory.
const MOST: usize = 1 << 20;

/// Counts keys, and the different ones among those whose lowest bits are zero. The number of these
/// bits grows as memory fills up, so the counts are exact up to about a million positions.
pub(super) struct ToldApart {
    keys: HashSet<u64>,
    /// The number of positions.
    all: u64,
    /// The number of lowest bits that are zero in the keys kept.
    bits: u32,
}

impl ToldApart {
    pub(super) fn new() -> Self {
        Self { keys: HashSet::new(), all: 0, bits: 0 }
    }

    /// Counts a position.
    pub(super) fn add(&mut self, key: u64) {
        self.all += 1;
        if !self.is_sampled(key) {
            return;
        }
        self.keys.insert(key);
        while self.keys.len() > MOST {
            self.bits += 1;
            let bits = self.bits;
            self.keys.retain(|key| key.trailing_zeros() >= bits);
        }
    }

    fn is_sampled(&self, key: u64) -> bool {
        key.trailing_zeros() >= self.bits
    }

    /// The share of positions that had come before, from 0 to 1.
    pub(super) fn repeated(&self) -> f64 {
        let different = (self.keys.len() as f64) * 2f64.powi(self.bits as i32);
        (1.0 - different / self.all.max(1) as f64).max(0.0)
    }

    /// Is the share counted, not estimated?
    pub(super) fn is_exact(&self) -> bool {
        self.bits == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(number: u64) -> u64 {
        // The finaliser of splitmix64.
        let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    #[test]
    fn few_positions_are_counted_and_many_estimated() {
        let mut few = ToldApart::new();
        (0..1000).for_each(|number| few.add(random(number % 900)));
        assert!(few.is_exact());
        assert!((few.repeated() - 0.1).abs() < 1e-9);
        let mut many = ToldApart::new();
        (0..4_000_000).for_each(|number| many.add(random(number % 3_000_000)));
        assert!(!many.is_exact());
        assert!((many.repeated() - 0.25).abs() < 0.01, "{}", many.repeated());
    }
}
