//! Several positions of a file at a time, each with a solver of its own; the answers come in the
//! order of the file.
//!
//! Here:    A thread reads the file, so that an answer is written though the next line has not come
//!          yet. It is left alone at the end, because it may wait for input. Nobody waits without
//!          looking for Ctrl-C now and then.

use super::{Counts, Solve, Solved, Watch, Work};
use crate::failure::Failure;
use crate::interrupt;
use crate::positions::{self, Given};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// The longest wait without a look for Ctrl-C.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// A position of the file with its place in the order.
struct Job {
    place: usize,
    given: Given,
}

/// A position with its answer, or why the file could not be read.
type Done = Result<(Given, Option<(Solved, Duration)>), Failure>;

/// Threads that solve.
pub(super) struct Crew<'c, 's> {
    pub(super) threads: usize,
    /// Makes the solver of a thread.
    pub(super) make: &'c (dyn Fn() -> Box<Solve<'s>> + Sync),
}

impl Crew<'_, '_> {
    /// Solves the positions of a file and reports each to `work`.
    pub(super) fn solve(
        &self,
        file: &Path,
        ply: Option<u32>,
        work: &mut Work<'_>,
        counts: &mut Counts,
    ) -> Result<(), Failure> {
        let (jobs, waiting) = sync_channel(self.threads);
        let (done, answers) = channel();
        let path = file.to_owned();
        let read_done = done.clone();
        std::thread::spawn(move || read(path, ply, &jobs, &read_done));
        let waiting = Mutex::new(waiting);
        let at_work = AtomicUsize::new(self.threads);
        let over = AtomicBool::new(false);
        let most = work.most;
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let (waiting, at_work, over, done) = (&waiting, &at_work, &over, done.clone());
                scope.spawn(move || {
                    self.solve_jobs(waiting, &done, most, over);
                    at_work.fetch_sub(1, Ordering::SeqCst);
                });
            }
            drop(done);
            let result = collect(&answers, &at_work, work, counts);
            over.store(true, Ordering::Relaxed);
            result
        })
    }

    /// What each thread does.
    fn solve_jobs(
        &self,
        waiting: &Mutex<Receiver<Job>>,
        done: &Sender<(usize, Done)>,
        most: Duration,
        over: &AtomicBool,
    ) {
        let mut solve = (self.make)();
        while !interrupt::is_asked() && !over.load(Ordering::Relaxed) {
            let job = match waiting.lock() {
                Ok(waiting) => waiting.recv_timeout(LONGEST_WAIT),
                Err(_) => return,
            };
            let Job { place, given } = match job {
                Ok(job) => job,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let solved = given.position.as_ref().ok().map(|position| {
                let mut watch = Watch::silent(most, over);
                let start = Instant::now();
                (solve(position, &mut watch), start.elapsed())
            });
            if done.send((place, Ok((given, solved)))).is_err() {
                return;
            }
        }
    }
}

/// Sends the positions of a file to those who solve them.
fn read(path: PathBuf, ply: Option<u32>, jobs: &SyncSender<Job>, done: &Sender<(usize, Done)>) {
    let failed = |place, failure| {
        // If nobody listens, the work has ended already.
        let _ = done.send((place, Err(failure)));
    };
    let positions = match positions::read(&path, ply) {
        Ok(positions) => positions,
        Err(failure) => return failed(0, failure),
    };
    for (place, given) in positions.enumerate() {
        let given = match given {
            Ok(given) => given,
            Err(failure) => return failed(place, failure),
        };
        if jobs.send(Job { place, given }).is_err() {
            return;
        }
    }
}

/// Reports the answers in order, until there are no more.
fn collect(
    answers: &Receiver<(usize, Done)>,
    at_work: &AtomicUsize,
    work: &mut Work<'_>,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    loop {
        let is_idle = at_work.load(Ordering::SeqCst) == 0;
        match answers.recv_timeout(LONGEST_WAIT) {
            Ok((place, answer)) => {
                early.insert(place, answer);
            }
            Err(RecvTimeoutError::Timeout) if is_idle => break,
            Err(RecvTimeoutError::Timeout) => work.progress.show(|| counts.text()),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(answer) = early.remove(&next) {
            let (given, solved) = answer?;
            work.introduce(&given);
            work.report(&given, solved, counts)?;
            next += 1;
        }
    }
    // After Ctrl-C one answer may be missing; those behind it are answers all the same.
    for answer in early.into_values() {
        let (given, solved) = answer?;
        work.report(&given, solved, counts)?;
    }
    Ok(())
}
