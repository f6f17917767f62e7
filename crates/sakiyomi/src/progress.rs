//! Progress on standard error: one changing line on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two lines on a terminal, and in a file.
const ON_TERMINAL: Duration = Duration::from_millis(200);
const IN_FILE: Duration = Duration::from_secs(10);

pub(crate) struct Progress {
    last: Instant,
    is_terminal: bool,
    /// A line stands on the terminal.
    is_shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { last: Instant::now(), is_terminal: io::stderr().is_terminal(), is_shown: false }
    }

    /// Shows a line if the last one is old enough.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        let interval = if self.is_terminal { ON_TERMINAL } else { IN_FILE };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        self.is_shown = true;
        let (before, after) = if self.is_terminal { ("\r", "\x1b[K") } else { ("", "\n") };
        // If standard error is closed, progress cannot be shown.
        let _ = write!(io::stderr(), "{before}{}{after}", text());
    }

    /// Removes the line from the terminal.
    pub(crate) fn clear(&mut self) {
        if self.is_terminal && std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Writes a line that stays.
    pub(crate) fn say(&mut self, text: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{text}");
    }
}
