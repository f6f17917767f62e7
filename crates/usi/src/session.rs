//! The engine's side: an engine with a reader and a writer.
//!
//! One thread reads lines and notes when they came, so that the clock of a move starts with its
//! line. Another one, which called [`Session::run`], carries them out. The search writes from its
//! own threads.

mod output;

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use engine::{Clock, Engine, Options};

use crate::command::{Command, CommandError, Parsed, PositionCommand};
use crate::lines::each_line;
use crate::reply::{InfoLine, OptionLine, Reply};
use output::Output;

/// The interval of the empty lines sent while the engine loads: GUIs give up after half a minute of
/// silence.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// The greatest length of a line, enough for the moves of any game; longer lines are cut.
const LONGEST_LINE: usize = 1 << 20;

/// The introduction of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The name and version.
    pub name: String,
    /// The author.
    pub author: String,
}

enum Input {
    Line {
        text: String,
        at: u64,
    },
    /// The input has ended, or nobody reads the output any more.
    End,
}

/// One conversation with a GUI.
pub struct Session {
    identity: Identity,
    clock: Arc<dyn Clock + Send + Sync>,
    output: Arc<Output>,
    engine: Engine,
    keep_alive: Duration,
    /// The value of the option `DebugLogFile` when it was last looked at.
    log_file: String,
}

impl Session {
    /// Makes an engine that writes to `writer` and reads time from `clock`.
    pub fn new(
        identity: Identity,
        clock: Arc<dyn Clock + Send + Sync>,
        writer: impl Write + Send + 'static,
    ) -> io::Result<Self> {
        let output = Arc::new(Output::new(Box::new(writer), Arc::clone(&clock)));
        let sink = Arc::clone(&output);
        let engine = Engine::new(
            Arc::clone(&clock),
            Arc::new(move |event| sink.reply(&Reply::from_event(event))),
        )?;
        Ok(Self {
            identity,
            clock,
            output,
            engine,
            keep_alive: KEEP_ALIVE,
            log_file: String::new(),
        })
    }

    /// Writes every line of the conversation to `log` as well.
    pub fn record(&mut self, log: impl Write + Send + 'static) {
        self.output.record(Box::new(log));
    }

    /// Sets the longest time that the engine is silent while it loads.
    pub fn keep_alive_every(&mut self, interval: Duration) {
        self.keep_alive = interval;
    }

    /// Looks for the network `eval/nn.bin` in the program's folder if no option names a network.
    pub fn set_program_folder(&mut self, folder: &Path) {
        self.engine.set_program_folder(folder);
    }

    /// Sets an option before the conversation begins.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), engine::OptionError> {
        self.engine.set_option(name, value)
    }

    /// Reads and carries out commands until `quit`, the end of the input, or the end of the output.
    pub fn run(mut self, reader: impl BufRead + Send + 'static) -> io::Result<()> {
        let (inputs, inbox) = mpsc::channel();
        self.output.tell_when_closed(inputs.clone());
        let (clock, output) = (Arc::clone(&self.clock), Arc::clone(&self.output));
        thread::Builder::new()
            .name("usi reader".to_owned())
            .spawn(move || read_lines(reader, &*clock, &output, &inputs))?;
        self.talk(&inbox);
        self.engine.stop();
        self.engine.wait();
        Ok(())
    }

    fn talk(&mut self, inbox: &Receiver<Input>) {
        while let Ok(Input::Line { text, at }) = inbox.recv() {
            match Command::parse(&text) {
                Ok(Parsed { command: Command::Quit, .. }) => return,
                Ok(Parsed { command, ignored }) => {
                    if !ignored.is_empty() {
                        self.note(format!("words without meaning: {}", ignored.join(" ")));
                    }
                    self.carry_out(command, at);
                }
                Err(CommandError::Empty) => {}
                Err(error) => self.note(error.to_string()),
            }
        }
    }

    fn carry_out(&mut self, command: Command, at: u64) {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => self.make_ready(),
            Command::SetOption { name, value } => {
                match self.engine.set_option(&name, value.as_deref().unwrap_or("")) {
                    Ok(()) => self.follow_log_option(),
                    Err(error) => self.note(error.to_string()),
                }
            }
            Command::UsiNewGame => self.engine.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.engine.go(go, at),
            Command::PonderHit(clocks) => self.engine.ponder_hit(clocks, at),
            // Some GUIs end a game while the engine is pondering, without `stop`.
            Command::Stop | Command::GameOver(_) => self.engine.stop(),
            Command::Quit => {}
        }
    }

    /// Opens or closes the log if the option `DebugLogFile` has changed.
    fn follow_log_option(&mut self) {
        let wanted = &self.engine.options().debug_log_file;
        if *wanted == self.log_file {
            return;
        }
        self.log_file.clone_from(wanted);
        if self.log_file.is_empty() {
            self.output.stop_recording();
            return;
        }
        // What another engine or an earlier game wrote is kept.
        match OpenOptions::new().create(true).append(true).open(&self.log_file) {
            Ok(file) => self.output.record(Box::new(file)),
            Err(error) => self.note(format!("DebugLogFile {}: {error}", self.log_file)),
        }
    }

    fn introduce(&self) {
        self.output.reply(&Reply::IdName(self.identity.name.clone()));
        self.output.reply(&Reply::IdAuthor(self.identity.author.clone()));
        for description in Options::descriptions() {
            self.output.reply(&Reply::Option(OptionLine::from(description)));
        }
        self.output.reply(&Reply::UsiOk);
    }

    /// Loads files and sends an empty line now and then to keep the GUI waiting.
    fn make_ready(&mut self) {
        let is_done = (Mutex::new(false), Condvar::new());
        let (done, changed) = &is_done;
        let (output, interval, engine) = (&self.output, self.keep_alive, &mut self.engine);
        thread::scope(|scope| {
            let keep_alive = move || {
                let mut guard = done.lock().unwrap_or_else(PoisonError::into_inner);
                loop {
                    let (next, wait) = changed
                        .wait_timeout_while(guard, interval, |is_done| !*is_done)
                        .unwrap_or_else(PoisonError::into_inner);
                    if !wait.timed_out() {
                        return;
                    }
                    output.line("");
                    guard = next;
                }
            };
            // If the system gives no thread, the engine loads in silence.
            let _ = thread::Builder::new().spawn_scoped(scope, keep_alive);
            engine.make_ready();
            *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
            changed.notify_all();
        });
        self.output.reply(&Reply::ReadyOk);
    }

    fn set_position(&mut self, command: &PositionCommand) {
        match command.position() {
            Ok((position, refused)) => {
                self.engine.set_position(position);
                if let Some(refused) = refused {
                    self.note(refused.to_string());
                }
            }
            Err(error) => self.note(format!("{error}; the last position stands")),
        }
    }

    fn note(&self, text: String) {
        self.output.reply(&Reply::Info(InfoLine::note(text)));
    }
}

/// Sends each line with the time at which it came.
fn read_lines(
    reader: impl BufRead,
    clock: &(dyn Clock + Send + Sync),
    output: &Output,
    inputs: &Sender<Input>,
) {
    each_line(reader, LONGEST_LINE, |text| {
        let at = clock.now_ms();
        output.heard(&text);
        inputs.send(Input::Line { text, at }).is_ok()
    });
    let _ = inputs.send(Input::End);
}
