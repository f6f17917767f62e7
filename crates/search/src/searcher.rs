//! The front door to the search: a searcher of one thread with everything it owns, and helpers for
//! more threads. The engine, whose threads live on, builds its [`Worker`]s itself.

use std::io;

use eval::AnyEvaluator;
use shogi::Position;

use crate::limits::{Deadline, NoDeadline};
use crate::memory::Memory;
use crate::root::{Controller, NoController, Outcome, Quiet};
use crate::shared::Shared;
use crate::tt::TranspositionTable;
use crate::worker::{Settings, Worker};

/// The stack of a helper's thread.
const STACK_BYTES: usize = 32 << 20;

/// One thread's evaluator, hash table and memory, kept from search to search.
///
/// ```
/// use eval::classic::Classic;
/// use search::{Searcher, Settings};
/// use shogi::Position;
///
/// let mut searcher = Searcher::new(Classic::default(), 8).unwrap();
/// let outcome = searcher.think(&Position::startpos(), &Settings::to_depth(3));
/// assert_eq!(outcome.depth, 3);
/// assert!(outcome.moves[0].pv.len() >= 1);
/// ```
pub struct Searcher {
    evaluator: AnyEvaluator,
    memory: Memory,
    shared: Shared,
}

/// What another thread of a [`Searcher`]'s search owns and keeps.
pub struct Helper {
    evaluator: AnyEvaluator,
    memory: Memory,
}

impl Helper {
    /// Makes a helper that has learned nothing yet.
    pub fn new(evaluator: impl Into<AnyEvaluator>) -> Self {
        Self { evaluator: evaluator.into(), memory: Memory::new() }
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {
        self.memory.clear();
    }
}

impl Searcher {
    /// Makes a searcher that has learned nothing yet, with a hash table of `megabytes`.
    pub fn new(evaluator: impl Into<AnyEvaluator>, megabytes: usize) -> io::Result<Self> {
        Ok(Self {
            evaluator: evaluator.into(),
            memory: Memory::new(),
            shared: Shared::new(TranspositionTable::new(megabytes)?),
        })
    }

    /// The memory of the searches: histories, counts and the papers' tables.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The memory, to set rules and tables of the papers' recipes and to start counting.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) -> io::Result<()> {
        self.memory.clear();
        self.shared.tt.clear()
    }

    /// The parts that a worker borrows.
    pub(crate) fn parts(&mut self) -> (&mut AnyEvaluator, &mut Memory, &Shared) {
        (&mut self.evaluator, &mut self.memory, &self.shared)
    }

    /// Searches the position until the limits of the settings end it.
    pub fn think(&mut self, position: &Position, settings: &Settings) -> Outcome {
        self.think_until(position, settings, &NoDeadline, &mut NoController)
    }

    /// Searches the position until the limits, the deadline or the controller end it.
    pub fn think_until(
        &mut self,
        position: &Position,
        settings: &Settings,
        deadline: &dyn Deadline,
        controller: &mut dyn Controller,
    ) -> Outcome {
        self.shared.begin();
        let (memory, shared) = (&mut self.memory, &self.shared);
        let settings = settings.clone();
        Worker::new(position, &mut self.evaluator, memory, shared, deadline, settings, 0)
            .run(controller)
    }

    /// Searches the position with helpers, each in a thread of its own, and returns the outcomes of
    /// all threads, this searcher's first. They share the hash table; the deadline and the controller
    /// see this searcher only, whose end is the end of all.
    pub fn think_with(
        &mut self,
        helpers: &mut [Helper],
        position: &Position,
        settings: &Settings,
        deadline: &dyn Deadline,
        controller: &mut dyn Controller,
    ) -> io::Result<Vec<Outcome>> {
        self.shared.begin();
        let (evaluator, memory, shared) = (&mut self.evaluator, &mut self.memory, &self.shared);
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for (index, helper) in helpers.iter_mut().enumerate() {
                let (position, settings) = (position.clone(), settings.clone());
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let thread = thread.spawn_scoped(scope, move || {
                    let Helper { evaluator, memory } = helper;
                    Worker::new(&position, evaluator, memory, shared, deadline, settings, index + 1)
                        .run(&mut NoController)
                });
                // The threads that have started must end before the error can be returned.
                threads.push(thread.inspect_err(|_| shared.stop())?);
            }
            let settings = settings.clone();
            let first = {
                let _end_of_all = StopOnDrop(shared);
                Worker::new(position, evaluator, memory, shared, deadline, settings, 0)
                    .run(controller)
            };
            let others = threads.into_iter().map(|thread| {
                thread.join().map_err(|_| io::Error::other("a thread of the search has panicked"))
            });
            std::iter::once(Ok(first)).chain(others).collect()
        })
    }

    /// Searches the position by quiescence alone and returns the score with its line. The hash table
    /// is emptied before, so that no entry cuts the line short; a small table is emptied quickly.
    ///
    /// ```
    /// use eval::material::Material;
    /// use search::{Searcher, Settings};
    /// use shogi::Position;
    ///
    /// let mut searcher = Searcher::new(Material::default(), 1).unwrap();
    /// // A rook is attacked by a pawn, and nothing protects it.
    /// let position: Position = "4k4/9/9/9/4r4/4P4/9/9/4K4 b - 1".parse().unwrap();
    /// let quiet = searcher.quiesce(&position, &Settings::default());
    /// assert_eq!(quiet.line, ["5f5e".parse().unwrap()]);
    /// assert!(searcher.quiesce(&Position::startpos(), &Settings::default()).line.is_empty());
    /// ```
    pub fn quiesce(&mut self, position: &Position, settings: &Settings) -> Quiet {
        self.shared.tt.clear_part(0, 1);
        self.shared.begin();
        let (memory, shared) = (&mut self.memory, &self.shared);
        let settings = settings.clone();
        Worker::new(position, &mut self.evaluator, memory, shared, &NoDeadline, settings, 0)
            .quiesce()
    }
}

/// Stops all threads when it is dropped, so that a panic of the first thread does not leave the
/// helpers searching and the scope waiting for them.
struct StopOnDrop<'a>(&'a Shared);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
