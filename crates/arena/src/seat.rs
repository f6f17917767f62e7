//! A seat at the board: a player's program, started when it is needed and again after a
//! failure.

use std::time::Duration;

use engine::Go;
use usi::{Driver, DriverError, GameResult, OptionLine, Played, PositionCommand};

use crate::player::Player;
use crate::rules::Rules;

/// An engine that has not answered `stop` this long after its time is over counts as dead.
const GRACE: Duration = Duration::from_secs(2);

/// A player and its program.
pub struct Seat {
    player: Player,
    driver: Option<Driver>,
    /// The running program has been given the player's options.
    has_options: bool,
}

/// Why a player has no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The answer came too late.
    Late,
    /// No answer came.
    Hang,
    /// The program ended, or did not start.
    Crash,
    /// The answer had no meaning.
    Nonsense,
}

/// A trouble and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The kind of trouble.
    pub trouble: Trouble,
    /// The event, and the last lines of the engine.
    pub report: String,
}

impl Seat {
    /// A seat whose program has not been started.
    pub fn new(player: Player) -> Self {
        Self { player, driver: None, has_options: false }
    }

    /// The player in this seat.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Gets the program ready for a new game.
    pub fn prepare(&mut self, rules: &Rules) -> Result<(), Failure> {
        if self.player.restart {
            self.leave();
        }
        let was_there = self.driver.is_some();
        let mut outcome = self.try_prepare(rules.patience());
        if was_there && matches!(outcome, Err(DriverError::Ended | DriverError::Write(_))) {
            // It left after its last game, which costs it nothing.
            self.driver = None;
            outcome = self.try_prepare(rules.patience());
        }
        outcome.map_err(|error| self.fail(&error))
    }

    /// Starts the program without setting options, so that its own options become known.
    pub fn introduce(&mut self, rules: &Rules) -> Result<(), Failure> {
        self.try_introduce(rules.patience()).map_err(|error| self.fail(&error))
    }

    fn try_introduce(&mut self, patience: Duration) -> Result<(), DriverError> {
        if self.driver.is_none() {
            self.has_options = false;
            // It sits here from the start, so that its last words are kept whatever happens.
            let driver = self.driver.insert(Driver::spawn(&mut self.player.program())?);
            driver.introduce(patience)?;
        }
        Ok(())
    }

    fn try_prepare(&mut self, patience: Duration) -> Result<(), DriverError> {
        self.try_introduce(patience)?;
        let Some(driver) = &mut self.driver else { return Err(DriverError::Ended) };
        if !self.has_options {
            for (name, value) in &self.player.options {
                let value = Some(value.as_str()).filter(|value| !value.is_empty());
                driver.set_option(name, value)?;
            }
            self.has_options = true;
        }
        driver.new_game(patience)
    }

    /// The options that the running program has declared.
    pub fn declared_options(&self) -> &[OptionLine] {
        self.driver.as_ref().map_or(&[], Driver::options)
    }

    /// The sentences that the running program has said before it was ready.
    pub fn remarks(&self) -> &[String] {
        self.driver.as_ref().map_or(&[], Driver::remarks)
    }

    /// Changes an option, now and for later starts.
    pub fn change_option(&mut self, name: &str, value: &str) {
        self.player.options.insert(name.to_owned(), value.to_owned());
        let is_lost = |driver: &mut Driver| driver.set_option(name, Some(value)).is_err();
        if self.driver.as_mut().is_some_and(is_lost) {
            self.leave();
        }
    }

    /// Asks for a move. `allowed` is the limit in time, if there is one.
    pub fn think(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        allowed: Option<Duration>,
        rules: &Rules,
    ) -> Result<Played, Failure> {
        let limit = allowed.map_or(rules.patience(), |allowed| allowed + rules.tolerance());
        let Some(driver) = &mut self.driver else {
            return Err(self.fail(&DriverError::Ended));
        };
        let asked = driver.set_position(position).and_then(|()| driver.go(go));
        match asked.and_then(|()| driver.answer(limit)) {
            Ok(played) => Ok(played),
            Err(DriverError::Timeout(_)) => Err(self.overdue(limit, allowed.is_some())),
            Err(error) => Err(self.fail(&error)),
        }
    }

    /// The time is over: an engine that answers now is late, one that does not is dead.
    fn overdue(&mut self, limit: Duration, has_clock: bool) -> Failure {
        let Some(driver) = &mut self.driver else {
            return self.fail(&DriverError::Ended);
        };
        match driver.stop().and_then(|()| driver.answer(GRACE)) {
            Ok(played) if has_clock => {
                let (limit, late) = (limit.as_millis(), played.elapsed.as_millis());
                let report = format!("answered after {late} ms; {limit} ms were allowed");
                Failure { trouble: Trouble::Late, report }
            }
            Ok(_) => self.fail(&DriverError::Timeout("bestmove")),
            Err(error) => self.fail(&error),
        }
    }

    /// Tells the engine how the game ended; an engine that cannot be told is started anew.
    pub fn game_over(&mut self, result: GameResult) {
        if self.driver.as_mut().is_some_and(|driver| driver.game_over(result).is_err()) {
            self.leave();
        }
    }

    /// Ends the program.
    pub fn leave(&mut self) {
        if let Some(driver) = self.driver.take() {
            // It is killed if it stays.
            let _ = driver.quit(Duration::from_millis(500));
        }
    }

    /// Ends a program that cannot be trusted any more, and keeps its last words.
    pub fn dismiss(&mut self, what: &str) -> String {
        let mut report = what.to_owned();
        if let Some(mut driver) = self.driver.take() {
            if let Some(status) = driver.exit_status() {
                report.push_str(&format!(" ({status})"));
            }
            let words = driver.last_words();
            if !words.is_empty() {
                report.push_str("; it said last:\n");
                report.push_str(&words.join("\n"));
            }
        }
        report
    }

    fn fail(&mut self, error: &DriverError) -> Failure {
        let trouble = match error {
            DriverError::Start(_) | DriverError::Write(_) | DriverError::Ended => Trouble::Crash,
            DriverError::Timeout(_) => Trouble::Hang,
            DriverError::Answer(..) => Trouble::Nonsense,
        };
        if trouble == Trouble::Crash {
            // The end of the output may be seen before the end of the program.
            std::thread::sleep(Duration::from_millis(20));
        }
        Failure { trouble, report: self.dismiss(&error.to_string()) }
    }
}
