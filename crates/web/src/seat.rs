//! The engine of a session: options, searches, and what it says.
//!
//! The engine's threads call a sink that must not wait. It keeps the newest line of each rank and
//! puts answers into the session's channel. Events have no number, so a search before is waited for
//! before the next one gets its own: whatever the sink hears belongs to the present search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Clock, Engine, Event, Go, Info};
use shogi::Position;
use usi::SystemClock;

use crate::limits;
use crate::session::Command;

/// The newest line of each rank.
#[derive(Default)]
struct Lines([Option<Info>; limits::LINES as usize]);

/// What hears the engine.
struct Ear {
    search: AtomicU64,
    has_news: AtomicBool,
    lines: Mutex<Lines>,
    session: Sender<Command>,
}

impl Ear {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, event: Event) {
        let search = self.search.load(Ordering::Acquire);
        let command = match event {
            Event::Info(info) => {
                let index = info.rank.unwrap_or(1).saturating_sub(1);
                if let Some(line) = self.lock().0.get_mut(index) {
                    *line = Some(info);
                }
                // One command is enough until the lines are taken.
                if self.has_news.swap(true, Ordering::AcqRel) {
                    return;
                }
                Command::News
            }
            Event::Answer(answer) => Command::Answer { search, answer },
            Event::Note(text) => Command::Note(text),
            Event::MateProgress(_) | Event::Mate(_) => return,
        };
        // A session that has ended needs no news.
        let _ = self.session.send(command);
    }
}

/// An engine and what it said last.
pub(crate) struct Seat {
    engine: Engine,
    clock: Arc<SystemClock>,
    ear: Arc<Ear>,
}

impl Seat {
    /// Makes an engine with these options and gets it ready.
    pub(crate) fn new(
        options: &[(String, String)],
        hash_mb: u32,
        session: Sender<Command>,
    ) -> Result<Self, String> {
        let ear = Arc::new(Ear {
            search: AtomicU64::new(0),
            has_news: AtomicBool::new(false),
            lines: Mutex::new(Lines::default()),
            session,
        });
        let clock = Arc::new(SystemClock::new());
        let hearing = Arc::clone(&ear);
        let sink = Arc::new(move |event| hearing.hear(event));
        let mut engine = Engine::new(Arc::clone(&clock) as _, sink)
            .map_err(|error| format!("no memory for the engine: {error}"))?;
        let hash = ("USI_Hash".to_owned(), hash_mb.to_string());
        let interval = ("PvInterval".to_owned(), "0".to_owned());
        for (name, value) in options.iter().chain([&hash, &interval]) {
            engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        engine.make_ready();
        Ok(Self { engine, clock, ear })
    }

    /// Begins a search and returns its number. The search before has ended by then.
    pub(crate) fn go(
        &mut self,
        position: Position,
        options: &[(&str, String)],
        go: Go,
    ) -> Result<u64, String> {
        self.stop();
        for (name, value) in options {
            self.engine.set_option(name, value).map_err(|error| error.to_string())?;
        }
        self.engine.set_position(position);
        let search = self.ear.search.fetch_add(1, Ordering::AcqRel) + 1;
        self.engine.go(go, self.clock.now_ms());
        Ok(search)
    }

    /// Ends the search, if one is running, and forgets what it said.
    pub(crate) fn stop(&mut self) {
        self.engine.stop();
        self.engine.wait();
        *self.ear.lock() = Lines::default();
        self.ear.has_news.store(false, Ordering::Release);
    }

    /// Asks the search to answer at once.
    pub(crate) fn hurry(&mut self) {
        self.engine.stop();
    }

    /// Forgets the game before.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The newest lines, best first.
    pub(crate) fn lines(&self) -> Vec<Info> {
        self.ear.has_news.store(false, Ordering::Release);
        self.ear.lock().0.iter().flatten().cloned().collect()
    }
}
