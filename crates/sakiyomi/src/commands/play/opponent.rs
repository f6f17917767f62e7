//! The engine on the other side of the board.

use crate::evaluator_args::EvaluatorArgs;
use crate::failure::Failure;
use engine::{Answer, Clock, Engine, Event, Go, Level};
use shogi::Position;
use std::sync::{Arc, Mutex, PoisonError};
use usi::SystemClock;

/// Enough for the seconds that people wait.
const HASH_MB: &str = "64";

/// The answer and the notes of the engine, until they are taken.
#[derive(Default)]
struct Heard {
    answer: Option<Answer>,
    notes: Vec<String>,
}

pub(super) struct Opponent {
    engine: Engine,
    clock: Arc<SystemClock>,
    heard: Arc<Mutex<Heard>>,
    think_ms: u64,
    level: Level,
}

impl Opponent {
    pub(super) fn new(
        think_ms: u64,
        level: Level,
        evaluator: &EvaluatorArgs,
    ) -> Result<Self, Failure> {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let ear = Arc::clone(&heard);
        let sink = move |event| {
            let mut heard = ear.lock().unwrap_or_else(PoisonError::into_inner);
            match event {
                Event::Answer(answer) => heard.answer = Some(answer),
                Event::Note(text) => heard.notes.push(text),
                Event::Info(_) | Event::MateProgress(_) | Event::Mate(_) => {}
            }
        };
        let clock = Arc::new(SystemClock::new());
        let mut engine = Engine::new(Arc::clone(&clock) as _, Arc::new(sink))
            .map_err(|error| Failure::Failed(format!("no memory for the engine: {error}")))?;
        let settings = [("USI_Hash", HASH_MB.to_owned())];
        for (name, value) in settings.into_iter().chain(evaluator.options()?) {
            engine.set_option(name, &value).map_err(|error| Failure::Usage(error.to_string()))?;
        }
        engine.make_ready();
        let opponent = Self { engine, clock, heard, think_ms, level };
        evaluator.check_engine(&opponent.engine, &opponent.take().notes)?;
        Ok(opponent)
    }

    fn take(&self) -> Heard {
        std::mem::take(&mut *self.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the engine's level.
    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// Forgets the game before.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Returns the engine's choice in a position, at its level.
    pub(super) fn think(&mut self, position: &Position) -> Result<Answer, Failure> {
        self.think_at(self.level, position)
    }

    /// Returns the best move that the engine can find in a position.
    pub(super) fn advise(&mut self, position: &Position) -> Result<Answer, Failure> {
        self.think_at(Level::FULL, position)
    }

    fn think_at(&mut self, level: Level, position: &Position) -> Result<Answer, Failure> {
        self.engine
            .set_option("Level", &level.number().to_string())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        self.engine.set_position(position.clone());
        let go = Go { movetime: Some(self.think_ms), ..Go::default() };
        self.engine.go(go, self.clock.now_ms());
        self.engine.wait();
        self.take().answer.ok_or_else(|| Failure::Failed("the engine gave no answer".to_owned()))
    }
}
