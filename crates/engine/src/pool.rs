//! The search threads: they live as long as the engine, and each keeps a memory of its own.
//!
//! Known as: thread pool of lazy SMP

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use eval::AnyEvaluator;
use mate::{Solver, hisshi};
use search::Memory;

use eval::Model;

/// The size of a thread's stack: the search is a deep recursion, and pages that are never touched
/// cost nothing.
const STACK_BYTES: usize = 32 << 20;

/// The state that a thread keeps between searches.
pub(crate) struct ThreadState {
    pub(crate) memory: Memory,
    pub(crate) evaluator: AnyEvaluator,
    /// The solver that looks for a mate before the search; it is made when first needed.
    pub(crate) solver: Option<Solver>,
    /// The solver that looks for hisshi before the search; it is made when first needed.
    pub(crate) hisshi: Option<hisshi::Solver>,
}

type Job = Box<dyn FnOnce(&mut ThreadState) + Send>;

struct SearchThread {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts a thread. The channel closes when the thread is ready for jobs.
    fn new(number: usize, model: &Model) -> std::io::Result<(Self, Receiver<()>)> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (ready, is_ready) = mpsc::channel::<()>();
        let model = model.clone();
        let handle = thread::Builder::new()
            .name(format!("search {number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Allocated here, so that the memory is near the processor of this thread.
                let mut state = ThreadState {
                    memory: Memory::new(),
                    evaluator: model.evaluator(),
                    solver: None,
                    hisshi: None,
                };
                drop(ready);
                for job in inbox {
                    job(&mut state);
                }
            })?;
        Ok((Self { jobs: Some(jobs), handle: Some(handle) }, is_ready))
    }

    fn give(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // Sending fails only if the thread has panicked: otherwise it lives as long as the pool.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The threads, each with a queue of jobs. The first one leads the search.
#[derive(Default)]
pub(crate) struct ThreadPool {
    threads: Vec<SearchThread>,
    /// One channel for each new thread; it closes when its thread is ready.
    getting_ready: Vec<Receiver<()>>,
}

impl ThreadPool {
    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Brings the number of threads to `count`; fails if the system gives no more.
    pub(crate) fn resize(&mut self, count: usize, model: &Model) -> std::io::Result<()> {
        self.threads.truncate(count);
        while self.threads.len() < count {
            let (thread, is_ready) = SearchThread::new(self.threads.len(), model)?;
            self.threads.push(thread);
            self.getting_ready.push(is_ready);
        }
        Ok(())
    }

    /// Waits until new threads are ready, because every search needs all threads.
    pub(crate) fn wait_for_new(&mut self) {
        for is_ready in self.getting_ready.drain(..) {
            // Nothing is ever sent; the channel closes.
            let _ = is_ready.recv();
        }
    }

    /// Gives all threads the evaluator of this model, from the next search on.
    pub(crate) fn set_model(&self, model: &Model) {
        self.each(|| {
            let model = model.clone();
            Box::new(move |state| state.evaluator = model.evaluator())
        });
    }

    /// Clears the memories of all threads.
    pub(crate) fn forget(&self) {
        self.each(|| Box::new(|state| state.memory.clear()));
    }

    fn each(&self, job: impl Fn() -> Job) {
        self.threads.iter().for_each(|thread| thread.give(job()));
    }

    /// Gives a job to one thread.
    pub(crate) fn give(&self, thread: usize, job: impl FnOnce(&mut ThreadState) + Send + 'static) {
        self.threads[thread].give(Box::new(job));
    }
}
