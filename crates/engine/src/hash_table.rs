//! The hash table and the pre-faulting of its memory.
//!
//! The system provides a page of memory when it is first touched. For the first nodes of a game
//! this could take longer than the move has. So the threads touch all pages while the engine gets
//! ready. If this takes longer than [`PATIENCE`], it continues in the background until a search
//! begins.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use search::{Shared, TranspositionTable};

use crate::pool::ThreadPool;

/// The longest time to wait for memory while no clock is running.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// The hash table with the state of its memory.
pub(crate) struct HashTable {
    shared: Arc<Shared>,
    progress: Arc<Progress>,
    /// A search may have stored something since the table was last cleared.
    is_used: bool,
}

#[derive(Default)]
struct Progress {
    must_stop: AtomicBool,
    megabytes: AtomicUsize,
}

impl HashTable {
    /// Makes a table whose pages have not been touched yet.
    pub(crate) fn new(megabytes: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(TranspositionTable::new(megabytes)?));
        Ok(Self { shared, progress: Arc::default(), is_used: false })
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn megabytes(&self) -> usize {
        self.shared.tt.megabytes()
    }

    /// Lets the threads pre-fault all pages and waits at most `patience` for them.
    pub(crate) fn prefault(&self, pool: &ThreadPool, patience: Duration) {
        let inbox = self.clear_with(pool);
        // The channel closes when all threads are done.
        let _: Result<(), RecvTimeoutError> = inbox.recv_timeout(patience);
    }

    /// Pre-faults the remaining pages, if that was stopped early and nothing has been stored yet.
    pub(crate) fn finish_prefault(&mut self, pool: &ThreadPool, patience: Duration) {
        let has_ended = self.progress.must_stop.load(Ordering::Relaxed);
        if has_ended && !self.is_used && !self.is_prefaulted() {
            self.progress = Arc::default();
            self.prefault(pool, patience);
        }
    }

    fn is_prefaulted(&self) -> bool {
        self.progress.megabytes.load(Ordering::Relaxed) >= self.megabytes()
    }

    /// Clears the table. If no clock is running (`patience` is not zero) and all pages are there,
    /// they are overwritten. Otherwise a new table replaces the old one: it is empty from the
    /// start, and pre-faulting it need not be waited for. If there is no memory for a new table,
    /// the old one is overwritten.
    pub(crate) fn clear(&mut self, pool: &ThreadPool, patience: Duration) {
        if !self.is_used {
            return;
        }
        let may_wipe = self.is_prefaulted() && !patience.is_zero();
        if !may_wipe && let Ok(new) = Self::new(self.megabytes()) {
            *self = new;
            self.prefault(pool, patience);
            return;
        }
        self.progress = Arc::default();
        self.is_used = false;
        let inbox = self.clear_with(pool);
        let _ = inbox.recv();
    }

    /// Prepares the table for a search.
    pub(crate) fn begin(&mut self) {
        self.is_used = true;
        self.stop_prefault();
        self.shared.begin();
    }

    /// Stops pre-faulting pages, if it is still going on.
    pub(crate) fn stop_prefault(&self) {
        self.progress.must_stop.store(true, Ordering::Relaxed);
    }

    /// Lets all threads clear the table together; the channel closes when they are done.
    fn clear_with(&self, pool: &ThreadPool) -> mpsc::Receiver<()> {
        let (done, inbox) = mpsc::channel();
        let (threads, parts) = (pool.len(), self.megabytes());
        for thread in 0..threads {
            let (shared, progress) = (Arc::clone(&self.shared), Arc::clone(&self.progress));
            let done: mpsc::Sender<()> = done.clone();
            pool.give(thread, move |_| {
                for part in (thread..parts).step_by(threads) {
                    if progress.must_stop.load(Ordering::Relaxed) {
                        break;
                    }
                    shared.tt.clear_part(part, parts);
                    progress.megabytes.fetch_add(1, Ordering::Relaxed);
                }
                drop(done);
            });
        }
        inbox
    }
}

impl Drop for HashTable {
    fn drop(&mut self) {
        self.stop_prefault();
    }
}
