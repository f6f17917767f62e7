//! A conversation with an engine in this process, which counts requests and answers.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use usi::{Identity, Session, SystemClock};

/// The longest time that a test waits for a line.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Conversation {
    to_engine: Option<PipeWriter>,
    from_engine: Receiver<String>,
    engine: Option<JoinHandle<io::Result<()>>>,
    /// The first words of the answers that the requests so far ask for.
    asked: Vec<&'static str>,
    /// The first words of the answers so far.
    answered: Vec<&'static str>,
}

#[allow(dead_code)] // each test file uses some
impl Conversation {
    pub fn begin() -> Self {
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
            asked: Vec::new(),
            answered: Vec::new(),
        }
    }

    /// Sends a line; `\\r` is a carriage return.
    pub fn say(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() == Some("go") {
            match words.next() {
                Some("perft") => {}
                Some("mate") => self.asked.push("checkmate"),
                _ => self.asked.push("bestmove"),
            }
        }
        let line = line.replace("\\r", "\r");
        writeln!(self.to_engine.as_mut().expect("open"), "{line}").unwrap();
    }

    /// Returns the next line, if one comes in time.
    pub fn hear(&mut self, patience: Duration) -> Option<String> {
        let line = self.from_engine.recv_timeout(patience).ok()?;
        self.answered.extend(answer_word(&line));
        Some(line)
    }

    /// Returns the lines up to the answer, which is the last one.
    pub fn hear_answer(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        while !heard.last().is_some_and(|line: &String| is_answer(line)) {
            heard.push(self.hear(PATIENCE).expect("an answer"));
        }
        heard
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> usize {
        self.asked.len()
    }

    /// Have all requests been answered?
    pub fn is_answered(&self) -> bool {
        self.asked.len() == self.answered.len()
    }

    /// Is there no answer but those to the requests so far, in their order?
    pub fn is_in_order(&self) -> bool {
        self.asked.starts_with(&self.answered)
    }

    pub fn close_input(&mut self) {
        self.to_engine = None;
    }

    /// Ends the conversation, in which each request must have had its answer.
    pub fn end(mut self) -> Result<(), String> {
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
            Err(format!("answers {:?} to requests for {:?}", self.answered, self.asked))
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

fn answer_word(line: &str) -> Option<&'static str> {
    ["bestmove", "checkmate"].into_iter().find(|word| line.starts_with(word))
}

pub fn is_answer(line: &str) -> bool {
    answer_word(line).is_some()
}
