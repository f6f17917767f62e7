//! The lines that the user types: with editing and history on a terminal, plain otherwise.

use crate::failure::Failure;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{self, BufRead, BufReader, Read, Write};

/// Longer input is read as two lines, neither of which is a move.
const LONGEST_LINE: u64 = 1 << 16;

/// A line, or the end of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Text(String),
    End,
    /// The user pressed Ctrl-C.
    Interrupt,
}

pub(super) enum Reader {
    Plain(Box<dyn BufRead>),
    Terminal(Box<Editor<(), MemHistory>>),
}

impl Reader {
    /// Reads from standard input, which is a terminal or not.
    pub(super) fn new(is_terminal: bool) -> Self {
        if is_terminal
            && let Ok(editor) = Editor::with_history(Config::default(), MemHistory::new())
        {
            return Self::Terminal(Box::new(editor));
        }
        Self::Plain(Box::new(BufReader::new(io::stdin())))
    }

    /// Shows the prompt and reads a line.
    pub(super) fn read(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Line, Failure> {
        let unreadable = |error: &dyn std::fmt::Display| {
            Failure::Failed(format!("the input cannot be read: {error}"))
        };
        match self {
            Self::Plain(input) => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut line = Vec::new();
                let read = input
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line)
                    .map_err(|error| unreadable(&error))?;
                Ok(match read {
                    0 => Line::End,
                    _ => Line::Text(String::from_utf8_lossy(&line).into_owned()),
                })
            }
            Self::Terminal(editor) => {
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that is not remembered can be typed again.
                        let _ = editor.add_history_entry(&line);
                        Ok(Line::Text(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupt),
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(error) => Err(unreadable(&error)),
                }
            }
        }
    }
}
