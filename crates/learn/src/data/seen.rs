//! Positions that have come before, in bounded memory.

use std::collections::HashSet;

/// The keys of the last positions.
///
/// Keys are kept in two generations. When the younger is full it becomes the older, and the older is
/// forgotten; so a key is known for at least half of `most` new keys after it came.
pub struct Seen {
    younger: HashSet<u64>,
    older: HashSet<u64>,
    most: usize,
}

impl Seen {
    /// Keeps at most `most` keys.
    pub fn new(most: usize) -> Self {
        Self { younger: HashSet::new(), older: HashSet::new(), most: (most / 2).max(1) }
    }

    /// Adds a key; returns false if it was known.
    pub fn insert(&mut self, key: u64) -> bool {
        if self.older.contains(&key) || !self.younger.insert(key) {
            return false;
        }
        if self.younger.len() >= self.most {
            self.older = std::mem::take(&mut self.younger);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_for_at_least_half_of_the_memory() {
        let mut seen = Seen::new(100);
        for key in 0..1000 {
            assert!(seen.insert(key));
            for known in u64::saturating_sub(key, 49)..=key {
                assert!(!seen.insert(known), "{known} at {key}");
            }
            assert!(seen.younger.len() + seen.older.len() <= 100);
        }
        assert!(seen.insert(0));
    }
}
