//! Listens to a program: lines with the time they came, and its last words.
//!
//! A program that writes without end or without line breaks costs a fixed amount of memory:
//! lines are cut, and those that wait for nobody are dropped unless they answer something.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::lines::each_line;

/// A line and when it was read.
pub(super) type TimedLine = (Instant, String);

/// So many lines wait to be heard.
pub(super) const CAPACITY: usize = 4096;
/// What is longer is cut.
const LONGEST_LINE: usize = 1 << 16;
/// So many lines are remembered as last words, and so much of each.
const REMEMBERED: usize = 20;
const REMEMBERED_CHARS: usize = 300;

/// The last lines of a program, shared by those who listen to it.
#[derive(Clone, Debug, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    /// The oldest first.
    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    fn remember(&self, mark: &str, line: &str) {
        let start: String = line.chars().take(REMEMBERED_CHARS).collect();
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == REMEMBERED {
            lines.pop_front();
        }
        lines.push_back(format!("{mark}{start}"));
    }
}

/// Reads the answers of a program in a thread of its own.
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

/// Reads what a program complains about; it is remembered and nothing else.
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

/// Is anybody still there?
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
