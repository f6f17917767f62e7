//! The driver's side: starts another program and uses it as an engine.

mod listener;

use std::fmt;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command as Program, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use engine::{Clocks, Go};
use shogi::{Action, Move};

use crate::command::{Command, GameResult, PositionCommand};
use crate::printable::printable;
use crate::reply::{Checkmate, InfoLine, OptionLine, Reply, ReplyError};
use listener::{LastWords, TimedLine};

/// The greatest number of `info` lines kept of a search; the oldest are dropped first.
const MOST_INFOS: usize = 2000;
/// The greatest number of remarks kept of an engine; later ones are dropped.
const MOST_REMARKS: usize = 50;
/// The greatest number of characters kept of a remark.
const REMARK_CHARS: usize = 500;

/// A running engine, which is killed when this value is dropped.
pub struct Driver {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<TimedLine>,
    last_words: LastWords,
    name: String,
    author: String,
    options: Vec<OptionLine>,
    remarks: Vec<String>,
    went: Instant,
}

/// The answer to a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The action that the engine takes.
    pub action: Action,
    /// The reply that the engine would ponder on.
    pub ponder: Option<Move>,
    /// The `info` lines of the search.
    pub infos: Vec<InfoLine>,
    /// The time from the command to the answer.
    pub elapsed: Duration,
}

impl Played {
    /// Returns the last `info` line of the best rank that has a score.
    pub fn last_score(&self) -> Option<&InfoLine> {
        let is_best = |info: &&InfoLine| info.score.is_some() && info.multipv.unwrap_or(1) == 1;
        self.infos.iter().rev().find(is_best)
    }
}

/// A failure of an engine.
#[derive(Debug)]
pub enum DriverError {
    /// The program did not start.
    Start(io::Error),
    /// The program does not take commands any more.
    Write(io::Error),
    /// The program has ended.
    Ended,
    /// The program did not send this reply in time.
    Timeout(&'static str),
    /// The program's answer cannot be read.
    Answer(String, ReplyError),
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "the engine did not start: {error}"),
            Self::Write(error) => write!(f, "the engine takes no commands: {error}"),
            Self::Ended => f.write_str("the engine has ended"),
            Self::Timeout(what) => write!(f, "the engine did not say {what:?} in time"),
            Self::Answer(line, error) => write!(f, "the engine said {line:?}: {error}"),
        }
    }
}

impl std::error::Error for DriverError {}

impl Driver {
    /// Starts a program and waits for its introduction.
    pub fn start(program: &mut Program, timeout: Duration) -> Result<Self, DriverError> {
        let mut driver = Self::spawn(program)?;
        driver.introduce(timeout)?;
        Ok(driver)
    }

    /// Starts a program that has still to introduce itself. If the program's standard error is
    /// piped, its lines are kept with the last words.
    pub fn spawn(program: &mut Program) -> Result<Self, DriverError> {
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(DriverError::Start)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(DriverError::Ended);
        };
        let last_words = LastWords::default();
        let lines = listener::listen(stdout, last_words.clone()).map_err(DriverError::Start)?;
        if let Some(stderr) = child.stderr.take() {
            listener::overhear(stderr, last_words.clone()).map_err(DriverError::Start)?;
        }
        Ok(Self {
            child,
            stdin,
            lines,
            last_words,
            name: String::new(),
            author: String::new(),
            options: Vec::new(),
            remarks: Vec::new(),
            went: Instant::now(),
        })
    }

    /// Sends `usi` and reads the engine's name and options.
    pub fn introduce(&mut self, timeout: Duration) -> Result<(), DriverError> {
        self.send(&Command::Usi)?;
        let deadline = Instant::now() + timeout;
        loop {
            let (line, reply) = self.reply(deadline, "usiok")?;
            match reply {
                Ok(Reply::IdName(name)) => self.name = name,
                Ok(Reply::IdAuthor(author)) => self.author = author,
                Ok(Reply::Option(option)) => self.options.push(option),
                Ok(Reply::UsiOk) => return Ok(()),
                other => self.keep_remark(&line, other),
            }
        }
    }

    /// Returns the engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the engine's author.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Returns the engine's options.
    pub fn options(&self) -> &[OptionLine] {
        &self.options
    }

    /// Sets an option; one without a value is a button.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), DriverError> {
        let value = value.map(str::to_owned);
        self.send(&Command::SetOption { name: name.to_owned(), value })
    }

    /// Lets the engine load its files, then starts a new game.
    pub fn new_game(&mut self, timeout: Duration) -> Result<(), DriverError> {
        self.make_ready(timeout)?;
        self.send(&Command::UsiNewGame)
    }

    /// Lets the engine load its files.
    pub fn make_ready(&mut self, timeout: Duration) -> Result<(), DriverError> {
        self.send(&Command::IsReady)?;
        let deadline = Instant::now() + timeout;
        loop {
            let (line, reply) = self.reply(deadline, "readyok")?;
            match reply {
                Ok(Reply::ReadyOk) => return Ok(()),
                other => self.keep_remark(&line, other),
            }
        }
    }

    /// Returns what the engine has said in `info string`, or in lines that are not replies, while
    /// it introduced itself and got ready. Control characters are escaped, and only the first
    /// remarks are kept.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn keep_remark(&mut self, line: &str, reply: Result<Reply, ReplyError>) {
        let text = match &reply {
            Ok(Reply::Info(InfoLine { string: Some(text), .. })) => text.as_str(),
            Err(ReplyError::Unknown(_)) => line,
            _ => return,
        };
        let start: String = text.trim().chars().take(REMARK_CHARS).collect();
        if !start.is_empty() && self.remarks.len() < MOST_REMARKS {
            self.remarks.push(printable(&start));
        }
    }

    /// Sends the game so far.
    pub fn set_position(&mut self, position: &PositionCommand) -> Result<(), DriverError> {
        self.send(&Command::Position(position.clone()))
    }

    /// Starts a search.
    pub fn go(&mut self, go: &Go) -> Result<(), DriverError> {
        // Lines from before are not about this search; the number is limited because the engine may
        // never stop writing.
        for _ in 0..2 * listener::CAPACITY {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
        self.went = Instant::now();
        self.send(&Command::Go(go.clone()))
    }

    /// Tells the engine that the expected move has been played.
    pub fn ponder_hit(&mut self, clocks: Option<Clocks>) -> Result<(), DriverError> {
        self.went = Instant::now();
        self.send(&Command::PonderHit(clocks))
    }

    /// Stops the search; its answer has still to be read.
    pub fn stop(&mut self) -> Result<(), DriverError> {
        self.send(&Command::Stop)
    }

    /// Waits for the answer to `go`.
    pub fn answer(&mut self, timeout: Duration) -> Result<Played, DriverError> {
        let deadline = Instant::now() + timeout;
        let mut infos = Vec::new();
        loop {
            let (line, reply, at) = self.timed_reply(deadline, "bestmove")?;
            match reply {
                Ok(Reply::Info(info)) => {
                    if infos.len() >= MOST_INFOS {
                        infos.drain(..MOST_INFOS / 2);
                    }
                    infos.push(info);
                }
                Ok(Reply::BestMove { action, ponder }) => {
                    let elapsed = at.saturating_duration_since(self.went);
                    return Ok(Played { action, ponder, infos, elapsed });
                }
                Err(error) if line.starts_with("bestmove") => {
                    return Err(DriverError::Answer(line, error));
                }
                _ => {}
            }
        }
    }

    /// Waits for the answer to `go mate`.
    pub fn mate_answer(&mut self, timeout: Duration) -> Result<Checkmate, DriverError> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.reply(deadline, "checkmate")? {
                (_, Ok(Reply::Checkmate(answer))) => return Ok(answer),
                (line, Err(error)) if line.starts_with("checkmate") => {
                    return Err(DriverError::Answer(line, error));
                }
                _ => {}
            }
        }
    }

    /// Tells the engine how the game ended.
    pub fn game_over(&mut self, result: GameResult) -> Result<(), DriverError> {
        self.send(&Command::GameOver(Some(result)))
    }

    /// Asks the engine to quit and waits for its end; an engine that does not end is killed.
    pub fn quit(mut self, timeout: Duration) -> Result<(), DriverError> {
        self.send(&Command::Quit)?;
        let deadline = Instant::now() + timeout;
        loop {
            match self.reply(deadline, "the end") {
                Ok(_) => {}
                Err(DriverError::Ended) => break,
                Err(error) => return Err(error),
            }
        }
        // A program may close its output before it ends.
        while self.exit_status().is_none() {
            if Instant::now() >= deadline {
                return Err(DriverError::Timeout("the end"));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Returns the last lines that the engine wrote, the oldest first.
    pub fn last_words(&self) -> Vec<String> {
        self.last_words.lines()
    }

    /// Returns the program's exit status, if it has ended.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Returns the process id, for measurements.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    fn send(&mut self, command: &Command) -> Result<(), DriverError> {
        writeln!(self.stdin, "{command}")
            .and_then(|()| self.stdin.flush())
            .map_err(DriverError::Write)
    }

    fn reply(
        &self,
        deadline: Instant,
        what: &'static str,
    ) -> Result<(String, Result<Reply, ReplyError>), DriverError> {
        self.timed_reply(deadline, what).map(|(line, reply, _)| (line, reply))
    }

    /// Returns the next line, its meaning, and the time at which it came.
    fn timed_reply(
        &self,
        deadline: Instant,
        what: &'static str,
    ) -> Result<(String, Result<Reply, ReplyError>, Instant), DriverError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            // A line after the deadline is too late, even if lines come without end.
            Ok((at, _)) if at > deadline => Err(DriverError::Timeout(what)),
            Ok((at, line)) => {
                let reply = Reply::parse(&line);
                Ok((line, reply, at))
            }
            Err(RecvTimeoutError::Timeout) => Err(DriverError::Timeout(what)),
            Err(RecvTimeoutError::Disconnected) => Err(DriverError::Ended),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
