//! Records worked on by several threads, written in their order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use kifu::records::Psv;

use super::DataError;
use super::source::RecordSource;

/// Records that follow each other in a file.
pub(super) struct Chunk<'a> {
    /// The file that the records come from.
    pub(super) file: &'a Path,
    /// The number of the first record, from 1.
    pub(super) first: u64,
    /// The records.
    pub(super) records: Vec<Psv>,
}

/// The next records of a file.
struct Feed {
    records: RecordSource,
    /// The number of records read.
    read: u64,
    /// The number of chunks read.
    chunks: u64,
}

impl Feed {
    /// Reads the next chunk and its number; none at the end of the file.
    fn next<'a>(
        &mut self,
        file: &'a Path,
        size: usize,
    ) -> Option<Result<(u64, Chunk<'a>), DataError>> {
        let records: Result<Vec<Psv>, DataError> = self.records.by_ref().take(size).collect();
        let records = match records {
            Ok(records) if records.is_empty() => return None,
            Ok(records) => records,
            Err(error) => return Some(Err(error)),
        };
        let (number, first) = (self.chunks, self.read + 1);
        self.chunks += 1;
        self.read += records.len() as u64;
        Some(Ok((number, Chunk { file, first, records })))
    }
}

/// Lets each of `workers` work on chunks of `size` records in a thread of its own, and hands the
/// results to `keep` in the order of the records. `read` records of the source have been read before.
pub(super) fn work<W: Send, T: Send>(
    records: RecordSource,
    read: u64,
    size: usize,
    workers: Vec<W>,
    work: impl Fn(&mut W, &Chunk<'_>) -> Result<T, DataError> + Sync,
    mut keep: impl FnMut(T) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let file = records.file().to_owned();
    let feed = Mutex::new(Feed { records, read, chunks: 0 });
    let must_stop = AtomicBool::new(false);
    // A thread that is far ahead of the others waits.
    let (results, inbox) = mpsc::sync_channel(workers.len());
    thread::scope(|scope| {
        for mut worker in workers {
            let results = results.clone();
            let (feed, must_stop, work, file) = (&feed, &must_stop, &work, &file);
            scope.spawn(move || {
                while !must_stop.load(Ordering::Relaxed) {
                    let next = feed.lock().unwrap_or_else(PoisonError::into_inner).next(file, size);
                    let Some(next) = next else { return };
                    let result = next.and_then(|(number, chunk)| {
                        work(&mut worker, &chunk).map(|result| (number, result))
                    });
                    if result.is_err() {
                        // The chunks before this one are in work already and will be finished.
                        must_stop.store(true, Ordering::Relaxed);
                    }
                    if results.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let kept = keep_in_order(inbox, &mut keep);
        must_stop.store(true, Ordering::Relaxed);
        kept
    })
}

/// Hands the results on in their order; those that come too early wait. A failure ends the work when
/// all results before it have been handed on.
fn keep_in_order<T>(
    inbox: mpsc::Receiver<Result<(u64, T), DataError>>,
    keep: &mut impl FnMut(T) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut failure = Ok(());
    for result in inbox {
        match result {
            Ok((number, result)) => {
                waiting.insert(number, result);
            }
            Err(error) => failure = failure.and(Err(error)),
        }
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            keep(result)?;
        }
    }
    failure
}
