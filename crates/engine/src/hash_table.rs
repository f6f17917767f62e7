//! The hash table's memory: taken from the system before a clock runs, as far as there is time.
//!
//! Memory that nobody has touched is paid for at its first use, which for the first nodes of a
//! game could cost more than the move has. So the threads touch it while the engine gets ready;
//! what takes longer than a moment goes on in the background until a search begins.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use search::{Shared, TranspositionTable};

use crate::pool::ThreadPool;

/// How long getting ready waits for the memory, before any clock is running.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);

/// A table with what is known of its memory.
pub(crate) struct HashTable {
    shared: Arc<Shared>,
    progress: Arc<Progress>,
    /// A search has used it since it was empty.
    is_used: bool,
}

#[derive(Default)]
struct Progress {
    must_stop: AtomicBool,
    megabytes: AtomicUsize,
}

impl HashTable {
    /// A table whose memory has still to be taken.
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

    /// Lets the threads touch the memory, and waits so long for it.
    pub(crate) fn prefault(&self, pool: &ThreadPool, patience: Duration) {
        let inbox = self.clear_with(pool);
        // The end of the channel says that all are done.
        let _: Result<(), RecvTimeoutError> = inbox.recv_timeout(patience);
    }

    /// The same once more, if it was ended before all was touched, and nothing is stored yet.
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

    /// Empties the table. Where nobody waits for a move, memory that is all there is wiped. Otherwise
    /// a clock may be running: new memory is empty, and touching it need not be waited for; but there
    /// may be none.
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

    /// A search begins.
    pub(crate) fn begin(&mut self) {
        self.is_used = true;
        self.stop_prefault();
        self.shared.begin();
    }

    /// Ends the touching, if it is still going on.
    pub(crate) fn stop_prefault(&self) {
        self.progress.must_stop.store(true, Ordering::Relaxed);
    }

    /// All threads empty the table together; the channel ends when they are done.
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
