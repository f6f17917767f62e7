//! The engine: its methods are the commands, a search runs in the background, and events go to the
//! sink.

mod ready;
mod request;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::Model;
use shogi::Position;

use crate::book::OpeningBook;
use crate::clock::Clock;
use crate::control::Control;
use crate::event::Event;
use crate::go::{Clocks, Go};
use crate::hash_table::HashTable;
use crate::model::Origin;
use crate::options::{Effect, OptionError, Options, ScoreAssumptions};
use crate::pool::ThreadPool;
use crate::realization_file::LoadedTable;

/// The function that takes the engine's events; it is called from any thread.
pub type Sink = dyn Fn(Event) + Send + Sync;

/// The playing program.
pub struct Engine {
    clock: Arc<dyn Clock + Send + Sync>,
    sink: Arc<Sink>,
    options: Options,
    position: Position,
    pool: ThreadPool,
    table: HashTable,
    model: Model,
    /// What the model was made of; none before the engine was ready.
    origin: Option<Origin>,
    /// The folder in which `eval/nn.bin` is looked for if no option names a network.
    program_folder: Option<PathBuf>,
    book: Option<OpeningBook>,
    /// The probabilities of moves for the recipe `gekisashi`.
    realization: LoadedTable,
    is_ready: bool,
    /// Files must be loaded before the next search, because there was no time for it during one.
    must_load: bool,
    /// The hash table must be cleared before the next search.
    must_forget: bool,
    /// Nothing has been searched since the hash table and the threads' memories were cleared.
    is_fresh: bool,
    /// The clock has already run for a move of this game.
    has_timed_move: bool,
    /// The assumptions under which all scores in the hash table and the threads' memories were
    /// found.
    score_assumptions: ScoreAssumptions,
    running: Option<Running>,
}

/// A search whose end has not been waited for.
struct Running {
    control: Arc<Control>,
    go: Go,
    /// The position of the request.
    position: Position,
    /// The search is about the position before the expected move (`Stochastic_Ponder`), so its
    /// answer is of no use.
    is_stochastic: bool,
    /// The search has been told to stop and is about to answer.
    is_stopping: bool,
}

impl Engine {
    /// Makes an engine with default options at the start position. The hash table gets its full
    /// size in [`Self::make_ready`].
    pub fn new(clock: Arc<dyn Clock + Send + Sync>, sink: Arc<Sink>) -> std::io::Result<Self> {
        let model = Model::Classic;
        let mut pool = ThreadPool::default();
        // There is always one thread; the option `Threads` may add more later.
        pool.resize(1, &model)?;
        Ok(Self {
            clock,
            sink,
            options: Options::default(),
            position: Position::startpos(),
            pool,
            table: HashTable::new(1)?,
            model,
            origin: None,
            program_folder: None,
            book: None,
            realization: LoadedTable::default(),
            is_ready: false,
            must_load: false,
            must_forget: false,
            is_fresh: true,
            has_timed_move: false,
            score_assumptions: Options::default().score_assumptions(),
            running: None,
        })
    }

    /// Returns the options as they are set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Looks for the network `eval/nn.bin` in the program's folder if no option names a network.
    /// Without this call there is no such look.
    pub fn set_program_folder(&mut self, folder: &Path) {
        self.program_folder = Some(folder.to_owned());
    }

    /// Sets an option. Files are loaded by [`Self::make_ready`]; everything else takes effect with
    /// the next search.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match self.options.set(name, value)? {
            Effect::Set => {}
            Effect::ClearHash if self.is_searching() => self.must_forget = true,
            Effect::ClearHash => self.forget(self.wait_until()),
        }
        // Clearing takes time, which costs less now than when a clock is running.
        if !self.is_searching() {
            self.forget_if_assumptions_changed();
        }
        Ok(())
    }

    /// Returns the position from which the next search starts.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Sets the position from which the next search starts.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// Loads the network, the book and the table of probabilities, takes the memory that the options ask for, and forgets
    /// earlier games. If something is not available, the engine says so and continues with what it
    /// has. A running search continues; then files are loaded before the next search.
    pub fn make_ready(&mut self) {
        // A GUI that has read the answer may be faster than the end of the search.
        let is_ending = |running: &Running| running.is_stopping || running.control.is_answering();
        if self.is_searching() && !self.running.as_ref().is_some_and(is_ending) {
            self.must_load = true;
            return;
        }
        self.finish();
        self.get_ready(self.wait_until());
    }

    /// Forgets everything that could make two equal games differ.
    pub fn new_game(&mut self) {
        self.finish();
        self.has_timed_move = false;
        // The clock may be running for the first move already, so nothing is waited for.
        self.load_late();
        self.take_threads_and_memory(None);
        self.forget(None);
    }

    /// Returns the model of the evaluator that plays.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Do the evaluator's weights come from a file?
    pub fn has_weights_file(&self) -> bool {
        matches!(self.origin, Some(Origin::File(..)))
    }

    /// Starts a search whose clock has been running since the time `at`. A search that is still
    /// running is stopped and answers first.
    pub fn go(&mut self, go: Go, at: u64) {
        self.finish();
        // The clock is running: memory that is not available yet is taken while the engine
        // searches.
        if self.is_ready {
            self.load_late();
            self.take_threads_and_memory(None);
        } else {
            self.get_ready(None);
        }
        if std::mem::take(&mut self.must_forget) {
            self.forget(None);
        }
        self.start(self.position.clone(), self.options.limit(go), at);
    }

    /// Tells the engine that the opponent played the expected move at the time `at`. Clocks given
    /// here replace those of the ponder search.
    pub fn ponder_hit(&mut self, clocks: Option<Clocks>, at: u64) {
        let Some(running) = self.running.as_mut().filter(|running| running.go.ponder) else {
            return;
        };
        running.go.ponder = false;
        running.go.clocks = clocks.or(running.go.clocks);
        let (control, is_stochastic) = (Arc::clone(&running.control), running.is_stochastic);
        let (position, go) = (running.position.clone(), running.go.clone());
        if is_stochastic {
            self.abandon();
            // Without a clock the answer is due at once, and this position has not been searched
            // yet.
            let at_once = Go { depth: Some(1), ..Go::default() };
            self.start(position, if go.is_unlimited() { at_once } else { go }, at);
            return;
        }
        let continues = control.ponder_hit(self.plan(&go, &position), at);
        self.has_timed_move |= go.clocks.is_some();
        if go.is_unlimited() || !continues {
            self.table.shared().stop();
        }
    }

    /// Stops the search, which then answers at once.
    pub fn stop(&mut self) {
        let Some(running) = &mut self.running else { return };
        // A `ponderhit` that arrives after the `stop` must have no effect.
        running.go.ponder = false;
        if running.is_stochastic {
            // The position was not searched, and the GUI only needs some legal move.
            let position = running.position.clone();
            self.abandon();
            self.start(position, Go { depth: Some(1), ..Go::default() }, self.clock.now_ms());
        } else {
            self.table.shared().stop();
            running.control.release();
        }
        if let Some(running) = &mut self.running {
            running.is_stopping = true;
        }
    }

    /// Is a search running that has not answered yet?
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.control.has_ended())
    }

    /// Waits for the answer of the search, if one is running.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.wait_for_end();
        }
    }

    /// Stops a running search and waits for its answer.
    fn finish(&mut self) {
        self.stop();
        self.wait();
    }

    /// Stops a running search, which then gives no answer.
    fn abandon(&mut self) {
        if let Some(running) = &self.running {
            running.control.discard();
            self.table.shared().stop();
        }
        self.wait();
    }

    fn note(&self, text: String) {
        (self.sink)(Event::Note(text));
    }

    fn start(&mut self, asked: Position, go: Go, at: u64) {
        let mut position = asked.clone();
        let is_stochastic = go.ponder
            && go.mate.is_none()
            && self.options.stochastic_ponder
            && position.plies_played() > 0;
        if is_stochastic {
            position.take_back();
        }
        self.forget_if_assumptions_changed();
        // The threads must search now instead of pre-faulting pages.
        self.table.stop_prefault();
        let is_held = go.ponder || go.is_unlimited();
        let control = Arc::new(Control::new(Arc::clone(&self.clock), at, is_held));
        if !go.ponder
            && let Some(plan) = self.plan(&go, &asked)
        {
            control.set_plan(plan, at);
            self.has_timed_move |= go.clocks.is_some();
        }
        if go.mate.is_some() {
            self.table.begin();
            self.start_mate(&go, position, Arc::clone(&control));
        } else {
            self.start_search(&go, position, Arc::clone(&control), is_stochastic);
        }
        self.running =
            Some(Running { control, go, position: asked, is_stochastic, is_stopping: false });
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.abandon();
        self.table.stop_prefault();
    }
}
