//! The hash table and the pre-faulting of its memory.
//!
//! The system provides a page of memory when it is first touched. A search that touches new pages
//! in random order is slowed down a thousandfold if they are large and slow to get, as on many
//! virtual machines. So all processors touch the pages while the engine gets ready. If this takes
//! longer than [`PATIENCE`], the search threads continue in the background until a search begins,
//! which then uses the part of the table that is there. If that part is small, because nothing could
//! be waited for, the whole table is used, and the rest of a big one comes in small pages.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use search::{Shared, TranspositionTable};

use crate::pool::ThreadPool;

/// The longest time for getting ready while no clock is running; GUIs give up after 30 seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(25);

/// The size of the parts in which memory is touched, in megabytes: one large page.
const PART_MB: usize = 2;

/// If no more megabytes than this are untouched when a search begins, they stay in large pages,
/// which are faster once they are there.
const MOST_LEFT_IN_LARGE_PAGES_MB: usize = 256;

/// If at least this many megabytes are touched when a search begins, it uses only these.
const ENOUGH_MB: usize = 256;

/// The number of the next part if no more parts must be worked on.
const STOPPED: usize = usize::MAX / 2;

/// The hash table with the state of its memory.
pub(crate) struct HashTable {
    shared: Arc<Shared>,
    progress: Arc<Progress>,
    /// A search may have stored something since the table was last cleared.
    is_used: bool,
}

/// The threads' common work on all parts of the table, from the first part to the last.
#[derive(Default)]
struct Progress {
    next: AtomicUsize,
    done: AtomicUsize,
}

#[derive(Clone, Copy)]
enum Work {
    Touch,
    Clear,
}

impl Progress {
    fn work(&self, tt: &TranspositionTable, work: Work, must_end: impl Fn() -> bool) {
        let parts = parts_of(tt);
        while !must_end() {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                return;
            }
            match work {
                Work::Touch => tt.touch_part(part, parts),
                Work::Clear => tt.clear_part(part, parts),
            }
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn is_done(&self, tt: &TranspositionTable) -> bool {
        self.done.load(Ordering::Relaxed) >= parts_of(tt)
    }

    /// Lets no thread begin another part; returns the first part that no thread has begun.
    fn stop(&self) -> usize {
        self.next.swap(STOPPED, Ordering::Relaxed)
    }
}

fn parts_of(tt: &TranspositionTable) -> usize {
    tt.megabytes().div_ceil(PART_MB)
}

impl HashTable {
    /// Makes a table whose pages have not been touched yet.
    pub(crate) fn new(megabytes: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(TranspositionTable::new(megabytes)?));
        Ok(Self { shared, progress: Arc::default(), is_used: false })
    }

    /// Makes a table of `wanted` megabytes, or of the half, the quarter and so on, until there is
    /// enough memory. If the table is smaller than wanted, the error says why.
    pub(crate) fn largest(wanted: usize) -> io::Result<(Self, Option<io::Error>)> {
        let mut reason = None;
        let mut megabytes = wanted;
        loop {
            let error = match check_memory(megabytes).and_then(|()| Self::new(megabytes)) {
                Ok(table) => return Ok((table, reason)),
                Err(error) => error,
            };
            if megabytes <= 1 {
                return Err(error);
            }
            megabytes /= 2;
            reason.get_or_insert(error);
        }
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(crate) fn megabytes(&self) -> usize {
        self.shared.tt.megabytes()
    }

    /// Lets all processors pre-fault all pages and waits at most `patience` for them; then the
    /// search threads continue.
    pub(crate) fn prefault(&mut self, pool: &ThreadPool, patience: Duration) {
        self.work(pool, Work::Touch, patience);
    }

    /// Pre-faults the remaining pages, if nothing has been stored yet.
    pub(crate) fn finish_prefault(&mut self, pool: &ThreadPool, patience: Duration) {
        if self.is_used || self.progress.is_done(&self.shared.tt) {
            return;
        }
        let is_stopped = self.progress.next.load(Ordering::Relaxed) >= STOPPED;
        if is_stopped || !patience.is_zero() {
            self.progress.stop();
            let parts = parts_of(&self.shared.tt);
            self.shared.tt.use_parts(parts, parts);
            self.shared.tt.prefer_large_pages();
            self.prefault(pool, patience);
        }
    }

    /// Clears the table. If no clock is running (`patience` is not zero) and all pages are there,
    /// they are overwritten. Otherwise a new table replaces the old one: it is empty from the
    /// start, and pre-faulting it need not be waited for. If there is no memory for a new table,
    /// the old one is overwritten.
    pub(crate) fn clear(&mut self, pool: &ThreadPool, mut patience: Duration) {
        if !self.is_used {
            return;
        }
        if self.progress.is_done(&self.shared.tt) && !patience.is_zero() {
            self.work(pool, Work::Clear, patience);
            if self.progress.is_done(&self.shared.tt) {
                self.is_used = false;
                return;
            }
            self.progress.stop();
            patience = Duration::ZERO;
        }
        if let Ok(new) = Self::new(self.megabytes()) {
            *self = new;
            self.prefault(pool, patience);
        } else {
            self.work(pool, Work::Clear, Duration::MAX);
            self.is_used = false;
        }
    }

    /// Prepares the table for a search.
    pub(crate) fn begin(&mut self) {
        self.is_used = true;
        self.stop_prefault();
        self.shared.begin();
    }

    /// Stops pre-faulting pages, if it is still going on.
    pub(crate) fn stop_prefault(&self) {
        let (first, parts) = (self.progress.stop(), parts_of(&self.shared.tt));
        if parts.saturating_sub(first) * PART_MB <= MOST_LEFT_IN_LARGE_PAGES_MB {
            return;
        }
        if first * PART_MB >= ENOUGH_MB {
            self.shared.tt.use_parts(first, parts);
        } else {
            self.shared.tt.prefer_small_pages_from(first, parts);
        }
    }

    /// Returns the number of megabytes that have been pre-faulted so far.
    pub(crate) fn megabytes_ready(&self) -> usize {
        (self.progress.done.load(Ordering::Relaxed) * PART_MB).min(self.megabytes())
    }

    /// Lets the search threads work on all parts of the table. Until they are done or `patience` is
    /// over, threads for the other processors help.
    fn work(&mut self, pool: &ThreadPool, work: Work, patience: Duration) {
        self.progress = Arc::default();
        let (done, inbox) = mpsc::channel::<()>();
        for thread in 0..pool.len() {
            let (shared, progress) = (Arc::clone(&self.shared), Arc::clone(&self.progress));
            let done = done.clone();
            pool.give(thread, move |_| {
                progress.work(&shared.tt, work, || false);
                drop(done);
            });
        }
        drop(done);
        if patience.is_zero() {
            return;
        }
        let (tt, progress) = (&self.shared.tt, &self.progress);
        let must_end = &AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in pool.len()..processors().min(parts_of(tt)) {
                let help = || progress.work(tt, work, || must_end.load(Ordering::Relaxed));
                // Without helpers it takes longer.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            // The channel closes when the search threads are done.
            let _: Result<(), RecvTimeoutError> = inbox.recv_timeout(patience);
            must_end.store(true, Ordering::Relaxed);
        });
    }
}

impl Drop for HashTable {
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// Returns the number of processors that this program may use.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Fails if the system is known to have less memory. Many systems promise more memory than there is
/// and end the program when it is used.
fn check_memory(megabytes: usize) -> io::Result<()> {
    match available_megabytes() {
        // A twentieth is left to the rest of the program and to others.
        Some(available) if megabytes > available - available / 20 => {
            Err(io::Error::other(format!("{available} MB of memory are available")))
        }
        _ => Ok(()),
    }
}

/// Returns the memory that programs can still get, if the system tells it as Linux does.
fn available_megabytes() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let available = kilobytes >> 10;
    // A container may be allowed less; the file says "max" if it is not limited.
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse::<usize>().ok());
    Some(limit.map_or(available, |bytes| available.min(bytes >> 20)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Model;

    fn pool(threads: usize) -> ThreadPool {
        let mut pool = ThreadPool::default();
        pool.resize(threads, &Model::Classic).unwrap();
        pool
    }

    #[test]
    fn a_table_that_cannot_be_had_becomes_the_largest_that_can() {
        // No machine has 2^50 bytes.
        let wanted = 1 << 30;
        let (table, reason) = HashTable::largest(wanted).unwrap();
        assert!(reason.is_some());
        assert!((2..wanted).contains(&table.megabytes()), "{} MB", table.megabytes());
        let (twice, reason) = HashTable::largest(2 * table.megabytes()).unwrap();
        assert!(reason.is_some() && twice.megabytes() <= table.megabytes());
    }

    #[test]
    fn all_pages_are_there_after_prefaulting() {
        for (megabytes, threads) in [(1, 1), (7, 2), (64, 3)] {
            let mut table = HashTable::new(megabytes).unwrap();
            table.prefault(&pool(threads), Duration::from_secs(20));
            assert!(table.progress.is_done(&table.shared.tt), "{megabytes} MB");
        }
    }

    #[test]
    fn prefaulting_that_was_stopped_is_finished_later() {
        let (mut table, pool) = (HashTable::new(600).unwrap(), pool(1));
        table.stop_prefault();
        table.prefault(&pool, Duration::from_millis(1));
        table.stop_prefault();
        table.stop_prefault();
        table.finish_prefault(&pool, Duration::from_secs(20));
        assert!(table.progress.is_done(&table.shared.tt));
    }

    #[test]
    fn a_used_table_is_cleared_with_and_without_time() {
        for patience in [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(20)] {
            let (mut table, pool) = (HashTable::new(4).unwrap(), pool(2));
            table.prefault(&pool, Duration::from_secs(20));
            table.begin();
            let known = search::Known {
                mv: None,
                score: search::Score::new(1),
                eval: None,
                depth: 3,
                bound: search::Bound::Exact,
                was_pv: false,
            };
            table.shared.tt.store(5, known);
            table.clear(&pool, patience);
            assert_eq!(table.shared.tt.probe(5), None, "{patience:?}");
        }
    }
}
