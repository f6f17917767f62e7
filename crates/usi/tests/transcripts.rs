//! Conversations as data: every file in `transcripts/` is played with an engine.
//!
//! | line | meaning |
//! |---|---|
//! | `# text` | a comment |
//! | `> line` | the GUI says this; `\r` is a carriage return |
//! | `< pattern` | the engine says this next; `*` stands for any text. `info` lines in between count only if the pattern is one |
//! | `!` | the engine gives no answer for a moment |
//! | `EOF` | the GUI closes the engine's input |
//!
//! At the end the engine is told to quit. Over the whole file there is one answer for each `go` but
//! `go perft`.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use usi::{Identity, Session, SystemClock};

const PATIENCE: Duration = Duration::from_secs(60);
const MOMENT: Duration = Duration::from_millis(60);

struct Conversation {
    to_engine: Option<PipeWriter>,
    from_engine: Receiver<String>,
    engine: Option<JoinHandle<io::Result<()>>>,
    asked: usize,
    answered: usize,
}

impl Conversation {
    fn begin() -> Self {
        let (input, to_engine) = io::pipe().unwrap();
        let (from_engine, output) = io::pipe().unwrap();
        let identity = Identity { name: "Sakiyomi".into(), author: "authors".into() };
        let mut session = Session::new(identity, Arc::new(SystemClock::new()), output).unwrap();
        session.set_option("USI_Hash", "1").unwrap();
        let engine = thread::spawn(move || session.run(BufReader::new(input)));
        Self {
            to_engine: Some(to_engine),
            from_engine: lines(from_engine),
            engine: Some(engine),
            asked: 0,
            answered: 0,
        }
    }

    fn say(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let is_search = words.next() == Some("go") && words.next() != Some("perft");
        self.asked += usize::from(is_search);
        let line = line.replace("\\r", "\r");
        writeln!(self.to_engine.as_mut().expect("open"), "{line}").unwrap();
    }

    fn hear(&mut self, patience: Duration) -> Option<String> {
        let line = self.from_engine.recv_timeout(patience).ok()?;
        self.answered += usize::from(is_answer(&line));
        Some(line)
    }

    fn expect(&mut self, pattern: &str) -> Result<(), String> {
        loop {
            let Some(line) = self.hear(PATIENCE) else {
                return Err(format!("expected {pattern:?}, heard nothing"));
            };
            if matches(pattern, &line) {
                return Ok(());
            }
            if !line.starts_with("info ") && !line.is_empty() {
                return Err(format!("expected {pattern:?}, heard {line:?}"));
            }
        }
    }

    fn expect_silence(&mut self) -> Result<(), String> {
        while let Some(line) = self.hear(MOMENT) {
            if is_answer(&line) {
                return Err(format!("expected no answer, heard {line:?}"));
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<(), String> {
        if let Some(to_engine) = &mut self.to_engine {
            // The engine may have ended.
            let _ = writeln!(to_engine, "quit");
        }
        self.engine.take().expect("running").join().expect("no panic").unwrap();
        self.to_engine = None;
        while self.hear(PATIENCE).is_some() {}
        if self.asked == self.answered {
            Ok(())
        } else {
            Err(format!("{} answers to {} requests", self.answered, self.asked))
        }
    }
}

fn lines(reader: PipeReader) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(reader).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove") || line.starts_with("checkmate")
}

/// Does the line fit the pattern, whose `*` stand for any text?
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
    }
    match last {
        Some(last) => rest.ends_with(last),
        None => rest.is_empty(),
    }
}

fn play(text: &str) -> Result<(), String> {
    let mut conversation = Conversation::begin();
    for (index, line) in text.lines().enumerate() {
        let at = |error: String| format!("line {}: {error}", index + 1);
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            ">" => conversation.say(rest),
            "<" => conversation.expect(rest).map_err(at)?,
            "!" => conversation.expect_silence().map_err(at)?,
            "EOF" => conversation.to_engine = None,
            "#" | "" => {}
            other => return Err(at(format!("unknown mark {other:?}"))),
        }
    }
    conversation.end()
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "{} files", files.len());
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        if let Err(error) = play(&text) {
            failures.push(format!("{}: {error}", file.file_name().unwrap().display()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn patterns() {
    for (pattern, line) in
        [("a*", "abc"), ("*", ""), ("a*c", "abc"), ("abc", "abc"), ("*b*", "abc")]
    {
        assert!(matches(pattern, line), "{pattern} {line}");
    }
    for (pattern, line) in [("a", "abc"), ("a*d", "abc"), ("*x*", "abc"), ("", "a")] {
        assert!(!matches(pattern, line), "{pattern} {line}");
    }
}
