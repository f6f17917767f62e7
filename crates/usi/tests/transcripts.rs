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

mod common;

use std::path::Path;
use std::time::Duration;

use common::{Conversation, PATIENCE, is_answer};

const MOMENT: Duration = Duration::from_millis(60);

/// Hears the line of the pattern.
fn expect(conversation: &mut Conversation, pattern: &str) -> Result<(), String> {
    loop {
        let Some(line) = conversation.hear(PATIENCE) else {
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

fn expect_silence(conversation: &mut Conversation) -> Result<(), String> {
    while let Some(line) = conversation.hear(MOMENT) {
        if is_answer(&line) {
            return Err(format!("expected no answer, heard {line:?}"));
        }
    }
    Ok(())
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
            "<" => expect(&mut conversation, rest).map_err(at)?,
            "!" => expect_silence(&mut conversation).map_err(at)?,
            "EOF" => conversation.close_input(),
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
