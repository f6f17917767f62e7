//! An engine whose events are collected, with a clock that tests control.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{Answer, Clock, Engine, Event, Go, Info};

/// A clock that advances by some microseconds at each reading, as time passes in a search.
pub struct SimulatedClock {
    micros: AtomicU64,
    per_look: u64,
}

#[allow(dead_code)] // each test file uses some
impl SimulatedClock {
    pub fn advance(&self, ms: u64) {
        self.micros.fetch_add(1000 * ms, Ordering::Relaxed);
    }
}

impl Clock for SimulatedClock {
    fn now_ms(&self) -> u64 {
        self.micros.fetch_add(self.per_look, Ordering::Relaxed) / 1000
    }
}

pub struct Player {
    pub engine: Engine,
    pub clock: Arc<SimulatedClock>,
    events: Receiver<Event>,
}

#[allow(dead_code)] // each test file uses some
impl Player {
    /// Makes an engine whose clock advances by `per_look` microseconds at each reading.
    pub fn new(per_look: u64) -> Self {
        let clock = Arc::new(SimulatedClock { micros: AtomicU64::new(0), per_look });
        let (sender, events) = mpsc::channel();
        let sender = Mutex::new(sender);
        let sink = move |event| {
            let _ = sender.lock().unwrap().send(event);
        };
        let mut engine = Engine::new(Arc::clone(&clock) as _, Arc::new(sink)).unwrap();
        engine.set_option("USI_Hash", "4").unwrap();
        engine.set_option("PvInterval", "0").unwrap();
        Self { engine, clock, events }
    }

    pub fn set(&mut self, name: &str, value: &str) -> &mut Self {
        self.engine.set_option(name, value).unwrap();
        self
    }

    pub fn position(&mut self, sfen: &str) -> &mut Self {
        self.engine.set_position(sfen.parse().unwrap());
        self
    }

    pub fn start(&mut self, go: Go) {
        let now = self.clock.now_ms();
        self.engine.go(go, now);
    }

    /// Returns all events so far; none of them is an answer.
    pub fn silence(&self) -> Vec<Event> {
        std::thread::sleep(Duration::from_millis(30));
        let events: Vec<Event> = self.events.try_iter().collect();
        assert!(!events.iter().any(is_answer), "{events:?}");
        events
    }

    /// Returns the number of answers among the events so far.
    pub fn answers(&self) -> usize {
        self.events.try_iter().filter(is_answer).count()
    }

    /// Returns the events up to the answer, which is the last one.
    pub fn events(&mut self) -> Vec<Event> {
        self.engine.wait();
        let events: Vec<Event> = self.events.try_iter().collect();
        assert_eq!(events.iter().filter(|event| is_answer(event)).count(), 1, "{events:?}");
        assert!(events.last().is_some_and(is_answer), "{events:?}");
        events
    }

    pub fn answer(&mut self) -> Answer {
        match self.events().pop() {
            Some(Event::Answer(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// Searches and returns the answer.
    pub fn play(&mut self, go: Go) -> Answer {
        self.start(go);
        self.answer()
    }

    /// Searches and returns the lines shown.
    pub fn infos(&mut self, go: Go) -> Vec<Info> {
        self.start(go);
        let only_infos = |event| match event {
            Event::Info(info) => Some(info),
            _ => None,
        };
        self.events().into_iter().filter_map(only_infos).collect()
    }

    pub fn notes(&self) -> Vec<String> {
        let only_notes = |event| match event {
            Event::Note(text) => Some(text),
            _ => None,
        };
        self.events.try_iter().filter_map(only_notes).collect()
    }
}

fn is_answer(event: &Event) -> bool {
    matches!(event, Event::Answer(_) | Event::Mate(_))
}
