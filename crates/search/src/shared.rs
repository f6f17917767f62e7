//! The state that the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::tt::TranspositionTable;

/// The table, the flag that stops all threads, and the count of nodes.
pub struct Shared {
    /// The transposition table.
    pub tt: TranspositionTable,
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Shared {
    /// Makes the shared state around a table.
    pub fn new(tt: TranspositionTable) -> Self {
        Self { tt, stop: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Prepares a new search before the threads start.
    pub fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.tt.new_search();
    }

    /// Asks all threads to end their search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Has the search been stopped?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The nodes of all threads, without those that have not been reported yet.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes that a thread has searched.
    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
