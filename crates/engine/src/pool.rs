//! The searching threads. They live as long as the engine, and each keeps its own memory.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use eval::AnyEvaluator;
use mate::Solver;
use search::Memory;

use crate::model::Model;

/// A search is a deep recursion; untouched stack costs nothing.
const STACK_BYTES: usize = 32 << 20;

/// What a thread keeps between searches.
pub(crate) struct ThreadState {
    pub(crate) memory: Memory,
    pub(crate) evaluator: AnyEvaluator,
    /// For looks at mate before a search; made when first needed.
    pub(crate) solver: Option<Solver>,
}

type Job = Box<dyn FnOnce(&mut ThreadState) + Send>;

struct SearchThread {
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// A thread, and a channel that ends when it is ready for jobs.
    fn new(number: usize, model: &Model) -> std::io::Result<(Self, Receiver<()>)> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (ready, is_ready) = mpsc::channel::<()>();
        let model = model.clone();
        let handle = thread::Builder::new()
            .name(format!("search {number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Made here, so that the memory is near the thread that uses it.
                let mut state = ThreadState {
                    memory: Memory::new(),
                    evaluator: model.evaluator(),
                    solver: None,
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
            // A thread that has gone takes no jobs; it leaves only when the pool is dropped.
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

/// The threads, each with its queue of jobs. The first one leads.
#[derive(Default)]
pub(crate) struct ThreadPool {
    threads: Vec<SearchThread>,
    /// Of those that are not known to be ready; each ends when its thread is.
    getting_ready: Vec<Receiver<()>>,
}

impl ThreadPool {
    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Brings the number of threads to `count`; fails where the system gives no more.
    pub(crate) fn resize(&mut self, count: usize, model: &Model) -> std::io::Result<()> {
        self.threads.truncate(count);
        while self.threads.len() < count {
            let (thread, is_ready) = SearchThread::new(self.threads.len(), model)?;
            self.threads.push(thread);
            self.getting_ready.push(is_ready);
        }
        Ok(())
    }

    /// Waits until new threads have their memory: a search waits for all of them in the end.
    pub(crate) fn wait_for_new(&mut self) {
        for is_ready in self.getting_ready.drain(..) {
            // Nothing is sent; the channel ends.
            let _ = is_ready.recv();
        }
    }

    /// From the next search on, all threads evaluate with this.
    pub(crate) fn set_model(&self, model: &Model) {
        self.each(|| {
            let model = model.clone();
            Box::new(move |state| state.evaluator = model.evaluator())
        });
    }

    /// All threads forget what they have learned.
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
