//! The engine: commands as methods, a search in the background, events to the sink.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use eval::nnue::FvScale;
use search::{Limits, RecipeName, Rules, Score, Settings};
use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

use crate::answer;
use crate::book::OpeningBook;
use crate::clock::Clock;
use crate::control::Control;
use crate::event::{Answer, Event};
use crate::go::{Clocks, Go, MateTime};
use crate::leader::Manner;
use crate::mate;
use crate::model::{self, Model};
use crate::options::{OptionError, Options};
use crate::pool::Pool;
use crate::root_mate;
use crate::stamp::Stamp;
use crate::table::{self, Table};
use crate::task::Task;
use crate::time::Plan;

/// Where events go, from any thread.
pub type Sink = dyn Fn(Event) + Send + Sync;

/// The playing program.
pub struct Engine {
    clock: Arc<dyn Clock + Send + Sync>,
    sink: Arc<Sink>,
    options: Options,
    position: Position,
    pool: Pool,
    table: Table,
    model: Model,
    /// What the model was made from: the file and its scale.
    loaded: Option<(Stamp, u16)>,
    book: Option<OpeningBook>,
    is_ready: bool,
    /// Nothing has been searched since memories and table were emptied.
    is_fresh: bool,
    /// A move of this game has been timed.
    has_moved: bool,
    /// The recipe that searched last: one does not believe what another has stored.
    last_recipe: RecipeName,
    running: Option<Running>,
}

/// A search that has not been waited for.
struct Running {
    control: Arc<Control>,
    go: Go,
    /// The position that was asked about.
    position: Position,
    /// The search is about the position before the expected move; its answer has no meaning.
    is_stochastic: bool,
}

impl Engine {
    /// An engine with default options at the start position. It takes its big memory when it is
    /// made ready.
    pub fn new(clock: Arc<dyn Clock + Send + Sync>, sink: Arc<Sink>) -> std::io::Result<Self> {
        let model = Model::Classic;
        let mut pool = Pool::default();
        // One thread there is always; how many more there are is known later.
        pool.resize(1, &model)?;
        Ok(Self {
            clock,
            sink,
            options: Options::default(),
            position: Position::startpos(),
            pool,
            table: Table::new(1)?,
            model,
            loaded: None,
            book: None,
            is_ready: false,
            is_fresh: true,
            has_moved: false,
            last_recipe: RecipeName::default(),
            running: None,
        })
    }

    /// The options as they are set.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option. Files are loaded by [`Self::make_ready`], the rest counts from the next
    /// search on.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        // Better now than when a clock is running.
        if !self.is_searching() {
            self.forget_other_recipe();
        }
        Ok(())
    }

    /// The position that a search would start from.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The next search starts from here.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// Loads network and book, takes the memory that the options ask for and forgets earlier games.
    /// What cannot be had is told, and the engine goes on with what it has.
    pub fn make_ready(&mut self) {
        self.finish();
        self.load_model();
        self.load_book();
        self.is_ready = true;
        self.has_moved = false;
        self.take_memory(table::PATIENCE);
        self.forget();
    }

    /// Forgets everything that could make two equal games differ.
    pub fn new_game(&mut self) {
        self.finish();
        self.has_moved = false;
        self.take_memory(table::PATIENCE);
        self.forget();
    }

    /// Does a network evaluate? Otherwise the built-in evaluation does.
    pub fn has_network(&self) -> bool {
        matches!(self.model, Model::Network { .. })
    }

    /// Starts a search; its clock has been running since the moment `at`. A search that is still
    /// running is stopped and answers first.
    pub fn go(&mut self, go: Go, at: u64) {
        self.finish();
        if !self.is_ready {
            self.make_ready();
        }
        // The clock is running: what memory is not there yet comes while it searches.
        self.take_memory(Duration::ZERO);
        self.forget_other_recipe();
        self.start(self.position.clone(), go, at);
    }

    /// The opponent has played the expected move at the moment `at`. Clocks given here replace
    /// those of the ponder search.
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
            // Without a clock the answer is due at once, and nothing is known of this position yet.
            let at_once = Go { depth: Some(1), ..Go::default() };
            self.start(position, if go.is_unlimited() { at_once } else { go }, at);
            return;
        }
        let goes_on = control.ponder_hit(self.plan(&go, &position), at);
        self.has_moved |= go.clocks.is_some();
        if go.is_unlimited() || !goes_on {
            self.table.shared().stop();
        }
    }

    /// Ends the search; it answers at once.
    pub fn stop(&mut self) {
        let Some(running) = &self.running else { return };
        if running.is_stochastic {
            // Any legal move will do as an answer.
            let position = running.position.clone();
            self.abandon();
            self.start(position, Go { depth: Some(1), ..Go::default() }, self.clock.now_ms());
        } else {
            self.table.shared().stop();
            running.control.release();
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

    /// Ends a running search without an answer.
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

    fn load_model(&mut self) {
        let options = &self.options;
        let path = if !options.eval_file.is_empty() {
            PathBuf::from(&options.eval_file)
        } else if !options.eval_dir.is_empty() {
            PathBuf::from(&options.eval_dir).join("nn.bin")
        } else {
            if self.loaded.take().is_some() {
                self.set_model(Model::Classic);
            }
            return;
        };
        let wanted = (Stamp::new(path), options.fv_scale);
        if self.loaded.as_ref() == Some(&wanted) {
            return;
        }
        self.loaded = None;
        match model::load(wanted.0.path()) {
            Ok(network) => {
                let scale = FvScale::new(wanted.1).unwrap_or_default();
                self.note(format!("network {} loaded", network.architecture()));
                self.set_model(Model::network(network, scale));
                self.loaded = Some(wanted);
            }
            Err(error) => {
                self.note(error.to_string());
                self.note("the built-in evaluation plays".to_owned());
                self.set_model(Model::Classic);
            }
        }
    }

    /// The book that the options name. One that stays the same is not read again.
    fn load_book(&mut self) {
        let options = &self.options;
        if options.book_file.is_empty() {
            self.book = None;
            return;
        }
        let stamp = Stamp::new(PathBuf::from(&options.book_dir).join(&options.book_file));
        if self.book.as_ref().is_some_and(|book| *book.stamp() == stamp) {
            return;
        }
        self.book = match OpeningBook::open(stamp) {
            Ok(book) => {
                self.note(format!("book with {} positions loaded", book.positions()));
                Some(book)
            }
            Err(failure) => {
                self.note(failure.to_string());
                self.note("the engine plays without a book".to_owned());
                None
            }
        };
    }

    fn set_model(&mut self, model: Model) {
        self.pool.set_model(&model);
        self.model = model;
        // Scores of another evaluator are worse than none.
        self.is_fresh = false;
    }

    /// Empties memories and table, if anything has been learned since they were emptied.
    fn forget(&mut self) {
        if !self.is_fresh {
            self.pool.forget();
            self.table.clear(&self.pool);
            self.is_fresh = true;
        }
    }

    /// Forgets what another recipe than the present one has stored.
    fn forget_other_recipe(&mut self) {
        if self.last_recipe != self.options.recipe {
            self.last_recipe = self.options.recipe;
            self.forget();
        }
    }

    /// Threads and hash table as the options say; the table's memory is waited for so long.
    fn take_memory(&mut self, patience: Duration) {
        if self.options.threads < self.pool.len() {
            // A thread that leaves must not be waited for while it touches memory.
            self.table.let_be();
        }
        if let Err(error) = self.pool.resize(self.options.threads, &self.model) {
            self.options.threads = self.pool.len();
            self.note(format!("{} threads, the system gives no more: {error}", self.pool.len()));
        }
        self.pool.wait_for_new();
        let (has, wanted) = (self.table.megabytes(), self.options.hash_mb);
        if has == wanted {
            self.table.take_rest(&self.pool, patience);
            return;
        }
        // The old one is given back first: both together may be more than there is.
        if let Ok(smallest) = Table::new(1) {
            self.table = smallest;
        }
        for megabytes in [wanted, has] {
            match Table::new(megabytes) {
                Ok(table) => {
                    self.table = table;
                    break;
                }
                Err(error) => self.note(format!("no hash table of {megabytes} MB: {error}")),
            }
        }
        if self.table.megabytes() != wanted {
            self.options.hash_mb = self.table.megabytes();
            self.note(format!("the hash table has {} MB", self.options.hash_mb));
        }
        self.table.take(&self.pool, patience);
    }

    /// The budget of time, if there is one.
    fn plan(&self, go: &Go, position: &Position) -> Option<Plan> {
        let plies = u64::from(position.move_number().saturating_sub(1));
        let mut terms = self.options.terms(plies);
        terms.is_first_move |= !self.has_moved;
        if let Some(time) = go.mate {
            return match time {
                MateTime::Ms(ms) => Some(Plan::fixed(ms, &terms)),
                MateTime::Infinite => None,
            };
        }
        if go.infinite {
            return None;
        }
        match (go.movetime, &go.clocks) {
            (Some(ms), _) => Some(Plan::fixed(ms, &terms)),
            (None, Some(clocks)) => Some(Plan::new(clocks, position.turn(), &terms)),
            (None, None) => None,
        }
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
        self.table.begin();
        self.is_fresh = false;
        let is_held = go.ponder || go.is_unlimited();
        let control = Arc::new(Control::new(Arc::clone(&self.clock), at, is_held));
        if !go.ponder
            && let Some(plan) = self.plan(&go, &asked)
        {
            control.set_plan(plan, at);
            self.has_moved |= go.clocks.is_some();
        }
        if go.mate.is_some() {
            self.start_mate(&go, position, Arc::clone(&control));
        } else if !is_stochastic && let Some(answer) = self.book_answer(&go, &position) {
            self.start_known(answer, Arc::clone(&control));
        } else {
            self.task(&go, position, Arc::clone(&control), is_stochastic).start(&self.pool);
        }
        self.running = Some(Running { control, go, position: asked, is_stochastic });
    }

    /// The first thread looks for a mate, the others rest.
    fn start_mate(&self, go: &Go, position: Position, control: Arc<Control>) {
        let (shared, sink) = (Arc::clone(self.table.shared()), Arc::clone(&self.sink));
        let (megabytes, nodes) = (self.table.megabytes(), go.nodes);
        self.pool.give(0, move |_| {
            let answer = mate::look(&position, megabytes, nodes, &control, &shared, &*sink);
            if control.wait_for_release() {
                sink(Event::Mate(answer));
            }
            control.end();
        });
    }

    /// What the book answers. Who analyses or asks about certain moves wants to see a search.
    fn book_answer(&mut self, go: &Go, position: &Position) -> Option<Answer> {
        let options = &self.options;
        let is_analysis = go.infinite || (go.is_unlimited() && !go.ponder);
        let wants_search = is_analysis || !go.only.is_empty() || options.consideration;
        if wants_search
            || !options.own_book
            || answer::without_search(position, options.declaration).is_some()
        {
            return None;
        }
        let choice = match self.book.as_mut()?.choose(position, options) {
            Ok(choice) => choice?,
            Err(failure) => {
                self.note(failure.to_string());
                return None;
            }
        };
        self.note(choice.note());
        (self.sink)(Event::Info(choice.info()));
        Some(choice.answer())
    }

    /// The answer is known already and is given when it may be.
    fn start_known(&self, answer: Answer, control: Arc<Control>) {
        let sink = Arc::clone(&self.sink);
        self.pool.give(0, move |_| {
            if control.wait_for_release() {
                sink(Event::Answer(answer));
            }
            control.end();
        });
    }

    /// A search for the best move.
    fn task(
        &self,
        go: &Go,
        position: Position,
        control: Arc<Control>,
        is_stochastic: bool,
    ) -> Task {
        let options = &self.options;
        let pawn = self.model.pawn();
        // While it thinks about all replies, the side to move is the other one.
        let us = if is_stochastic { !position.turn() } else { position.turn() };
        let for_us = Score::new(options.draw_value[us.index()] * pawn / 100).as_guess();
        let mut draw = [for_us; 2];
        draw[(!us).index()] = -for_us;
        let only = self.root_moves(&position, &go.only);
        let settings = Settings {
            limits: Limits {
                depth: go.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
                nodes: go.nodes,
                is_choice: only.iter().any(|mv| go.only.contains(mv)),
                only,
            },
            rules: Rules {
                declaration: options.declaration,
                max_moves: options.max_moves_to_draw,
                draw,
            },
            recipe: options.recipe,
            switches: options.off,
            values: self.model.exchange_values(),
            lines: options.lines,
        };
        let manner = Manner {
            pawn,
            lines: settings.lines.min(match settings.limits.only.len() {
                0 => position.count_legal_moves().max(1) as usize,
                allowed => allowed,
            }),
            interval: if options.consideration { 0 } else { options.pv_interval },
            is_quiet: is_stochastic,
        };
        // Who asks for a depth, for certain moves or for several lines wants to see a search.
        let has_limit = go.nodes.is_some() || control.budget().is_some();
        let looks_for_mate =
            has_limit && go.depth.is_none() && go.only.is_empty() && manner.lines == 1;
        let nodes = go.nodes.map_or(u64::MAX, |nodes| nodes / root_mate::SHARE);
        let may_resign = !options.consideration && !go.infinite;
        Task {
            position,
            settings,
            shared: Arc::clone(self.table.shared()),
            control,
            sink: Arc::clone(&self.sink),
            manner,
            resign_below: may_resign.then_some(-options.resign_value),
            mate_nodes: if looks_for_mate { options.root_mate_nodes.min(nodes) } else { 0 },
        }
    }

    /// The root's moves to be searched; empty: all.
    fn root_moves(&self, position: &Position, only: &[Move]) -> Vec<Move> {
        let mut legal = Vec::new();
        for &mv in only {
            if !position.is_legal(mv) {
                self.note(format!("searchmoves: {mv} is not legal here and left out"));
            } else if !legal.contains(&mv) {
                legal.push(mv);
            }
        }
        if !legal.is_empty() || self.options.all_legal_moves {
            return legal;
        }
        let mut useful = MoveList::new();
        position.generate(Wanted::All, Legality::Legal, NonPromotions::Useful, &mut useful);
        let is_all = useful.len() == position.count_legal_moves() as usize;
        if is_all { Vec::new() } else { useful.to_vec() }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.abandon();
        self.table.let_be();
    }
}
