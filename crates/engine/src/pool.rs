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
pub(crate) struct Mind {
    pub(crate) memory: Memory,
    pub(crate) evaluator: AnyEvaluator,
    /// For looks at mate before a search; made when first needed.
    pub(crate) solver: Option<Solver>,
}

type Job = Box<dyn FnOnce(&mut Mind) + Send>;

struct Member {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Member {
    /// A thread, and a channel that ends when it is ready for jobs.
    fn new(number: usize, model: &Model) -> std::io::Result<(Self, Receiver<()>)> {
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (ready, is_ready) = mpsc::channel::<()>();
        let model = model.clone();
        let thread = thread::Builder::new()
            .name(format!("search {number}"))
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Made here, so that the memory is near the thread that uses it.
                let mut mind =
                    Mind { memory: Memory::new(), evaluator: model.evaluator(), solver: None };
                drop(ready);
                for job in inbox {
                    job(&mut mind);
                }
            })?;
        Ok((Self { jobs: Some(jobs), thread: Some(thread) }, is_ready))
    }

    fn give(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A thread that has gone takes no jobs; it leaves only when the pool is dropped.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The threads, each with its queue of jobs. The first one leads.
#[derive(Default)]
pub(crate) struct Pool {
    members: Vec<Member>,
    /// Of those that are not known to be ready; each ends when its thread is.
    getting_ready: Vec<Receiver<()>>,
}

impl Pool {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Brings the number of threads to `count`; fails where the system gives no more.
    pub(crate) fn resize(&mut self, count: usize, model: &Model) -> std::io::Result<()> {
        self.members.truncate(count);
        while self.members.len() < count {
            let (member, is_ready) = Member::new(self.members.len(), model)?;
            self.members.push(member);
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
            Box::new(move |mind| mind.evaluator = model.evaluator())
        });
    }

    /// All threads forget what they have learned.
    pub(crate) fn forget(&self) {
        self.each(|| Box::new(|mind| mind.memory.clear()));
    }

    fn each(&self, job: impl Fn() -> Job) {
        self.members.iter().for_each(|member| member.give(job()));
    }

    /// Gives a job to one thread.
    pub(crate) fn give(&self, member: usize, job: impl FnOnce(&mut Mind) + Send + 'static) {
        self.members[member].give(Box::new(job));
    }
}
