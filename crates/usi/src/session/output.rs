//! The lines that the engine writes, each whole and at once, and the log of the conversation.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use engine::Clock;

use super::Input;
use crate::reply::{InfoLine, Reply};

pub(super) struct Output {
    clock: Arc<dyn Clock + Send + Sync>,
    inner: Mutex<Inner>,
    has_log: AtomicBool,
}

struct Inner {
    writer: Box<dyn Write + Send>,
    log: Option<Box<dyn Write + Send>>,
    closed: Option<Sender<Input>>,
}

impl Output {
    pub(super) fn new(writer: Box<dyn Write + Send>, clock: Arc<dyn Clock + Send + Sync>) -> Self {
        let inner = Mutex::new(Inner { writer, log: None, closed: None });
        Self { clock, inner, has_log: AtomicBool::new(false) }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn record(&self, log: Box<dyn Write + Send>) {
        self.with(|inner| inner.log = Some(log));
        self.has_log.store(true, Ordering::Relaxed);
    }

    pub(super) fn stop_recording(&self) {
        self.has_log.store(false, Ordering::Relaxed);
        self.with(|inner| inner.log = None);
    }

    /// Sets the channel that is told when nobody reads the output any more.
    pub(super) fn tell_when_closed(&self, inputs: Sender<Input>) {
        self.with(|inner| inner.closed = Some(inputs));
    }

    pub(super) fn reply(&self, reply: &Reply) {
        self.line(&reply.to_string());
    }

    pub(super) fn line(&self, line: &str) {
        let now = self.clock.now_ms();
        self.with(|inner| {
            inner.log(now, '<', line);
            let written = writeln!(inner.writer, "{line}").and_then(|()| inner.writer.flush());
            if written.is_err()
                && let Some(inputs) = inner.closed.take()
            {
                // The receiver may have ended already; then nobody has to be told.
                let _ = inputs.send(Input::End);
            }
        });
    }

    /// Notes a line of the GUI in the log.
    pub(super) fn heard(&self, line: &str) {
        // A GUI that does not read must still be heard, so without a log this must not wait for the
        // writer.
        if !self.has_log.load(Ordering::Relaxed) {
            return;
        }
        let now = self.clock.now_ms();
        self.with(|inner| inner.log(now, '>', line));
    }
}

impl Inner {
    /// Writes one line of the log: milliseconds, direction, text.
    fn log(&mut self, now: u64, mark: char, line: &str) {
        if let Some(log) = &mut self.log {
            // Written in one piece, because another engine may write to the same file.
            let entry = format!("{now} {mark} {line}\n");
            let written = log.write_all(entry.as_bytes()).and_then(|()| log.flush());
            // A full disk must not end the game.
            if let Err(error) = written {
                self.log = None;
                let note = Reply::Info(InfoLine::note(format!("the log ends here: {error}")));
                let _ = writeln!(self.writer, "{note}");
            }
        }
    }
}
