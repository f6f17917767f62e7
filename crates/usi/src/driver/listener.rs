//! Reads the lines of a program with the time at which they came, and keeps the last ones.
//!
//! A program that writes without end or without line breaks costs a fixed amount of memory: long
//! lines are cut, and lines that do not fit into the queue are dropped unless they are answers.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::lines::each_line;
use crate::printable::printable;

/// A line and the time at which it was read.
pub(super) type TimedLine = (Instant, String);

/// The greatest number of lines in the queue.
pub(super) const CAPACITY: usize = 4096;
/// The greatest length of a line in bytes; longer lines are cut.
const LONGEST_LINE: usize = 1 << 16;
/// The number of lines kept as last words.
const REMEMBERED: usize = 20;
/// The number of characters kept of each of these lines.
const REMEMBERED_CHARS: usize = 300;

/// The last lines of a program, shared by the threads that read its output. Control characters are
/// escaped, because the lines are meant to be shown.
#[derive(Clone, Debug, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    /// Returns the lines, the oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn remember(&self, mark: &str, line: &str) {
        let start: String = line.chars().take(REMEMBERED_CHARS).collect();
        let start = printable(&start);
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == REMEMBERED {
            lines.pop_front();
        }
        lines.push_back(format!("{mark}{start}"));
    }
}

/// Reads the output of a program in its own thread.
pub(super) fn listen(
    output: impl Read + Send + 'static,
    last_words: LastWords,
) -> io::Result<Receiver<TimedLine>> {
    let (sender, lines) = mpsc::sync_channel(CAPACITY);
    thread::Builder::new().name("usi listener".to_owned()).spawn(move || {
        each_line(BufReader::new(output), LONGEST_LINE, |line| {
            last_words.remember("", &line);
            pass_on(&sender, line)
        });
    })?;
    Ok(lines)
}

/// Reads the standard error of a program; its lines are only kept as last words.
pub(super) fn overhear(
    output: impl Read + Send + 'static,
    last_words: LastWords,
) -> io::Result<()> {
    thread::Builder::new().name("usi stderr".to_owned()).spawn(move || {
        each_line(BufReader::new(output), LONGEST_LINE, |line| {
            last_words.remember("stderr: ", &line);
            true
        });
    })?;
    Ok(())
}

/// Puts a line into the queue. Returns false if nobody reads it any more.
fn pass_on(sender: &SyncSender<TimedLine>, line: String) -> bool {
    let is_answer =
        ["bestmove", "checkmate", "readyok", "usiok"].iter().any(|word| line.starts_with(word));
    match sender.try_send((Instant::now(), line)) {
        Ok(()) => true,
        Err(TrySendError::Full(line)) => !is_answer || sender.send(line).is_ok(),
        Err(TrySendError::Disconnected(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_never_dropped() {
        let mut text = "info string x\n".repeat(3 * CAPACITY);
        text.push_str("bestmove 7g7f\n");
        let last_words = LastWords::default();
        let heard = listen(io::Cursor::new(text), last_words.clone()).unwrap();
        let count = heard.iter().filter(|(_, line)| line == "bestmove 7g7f").count();
        assert_eq!(count, 1);
        assert_eq!(last_words.lines().len(), REMEMBERED);
        assert_eq!(last_words.lines().last().map(String::as_str), Some("bestmove 7g7f"));
    }
}
