//! What the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::tt::TranspositionTable;

/// The table, the flag that stops everyone, and the count of nodes.
pub struct Shared {
    /// What earlier searches found out.
    pub tt: TranspositionTable,
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Shared {
    /// Shared state around a table.
    pub fn new(tt: TranspositionTable) -> Self {
        Self { tt, stop: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Before the threads start.
    pub fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.nodes.store(0, Ordering::Relaxed);
        self.tt.new_search();
    }

    /// Ends the search of all threads soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Has the end been asked for?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Nodes of all threads, a little late.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }
}
