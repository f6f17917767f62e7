//! Work on numbered parts by several threads, whose results come in the order of the parts.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Lets each of `workers` work on parts 0 to `count` in a thread of its own, and hands the results to
/// `keep` in the order of the parts until it breaks.
pub(super) fn work<W: Send, T: Send>(
    count: usize,
    workers: &mut [W],
    work: impl Fn(&mut W, usize) -> T + Sync,
    mut keep: impl FnMut(T) -> ControlFlow<()>,
) {
    if let [worker] = workers {
        for part in 0..count {
            if keep(work(worker, part)).is_break() {
                return;
            }
        }
        return;
    }
    let next = AtomicUsize::new(0);
    let must_stop = AtomicBool::new(false);
    // A thread that is far ahead of the others waits.
    let (results, inbox) = mpsc::sync_channel(2 * workers.len().max(1));
    thread::scope(|scope| {
        for worker in workers {
            let results = results.clone();
            let (next, must_stop, work) = (&next, &must_stop, &work);
            scope.spawn(move || {
                while !must_stop.load(Ordering::Relaxed) {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if part >= count || results.send((part, work(worker, part))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut wanted = 0;
        // Dropping the inbox wakes the threads that wait to send.
        for (part, result) in inbox {
            waiting.insert(part, result);
            while let Some(result) = waiting.remove(&wanted) {
                wanted += 1;
                if keep(result).is_break() {
                    must_stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut workers = vec![0_usize; threads];
            let mut kept = Vec::new();
            let square = |done: &mut usize, part: usize| {
                *done += 1;
                part * part
            };
            work(200, &mut workers, square, |result| {
                kept.push(result);
                ControlFlow::Continue(())
            });
            assert_eq!(kept, (0..200).map(|part| part * part).collect::<Vec<_>>());
            assert_eq!(workers.iter().sum::<usize>(), 200);
            let mut count = 0;
            work(10_000, &mut workers, square, |_| {
                count += 1;
                if count == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(count, 7);
        }
    }
}
