//! The engine's side besides its answers: keeping the GUI waiting, the log, the end of the output.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use usi::{Identity, Session, SystemClock};

/// A writer with several owners.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn session(writer: impl Write + Send + 'static) -> Session {
    let identity = Identity { name: "name".into(), author: "author".into() };
    Session::new(identity, Arc::new(SystemClock::new()), writer).unwrap()
}

#[test]
fn loading_shows_signs_of_life() {
    let paper = Paper::default();
    let mut session = session(paper.clone());
    session.keep_alive_every(Duration::from_micros(200));
    session.run(Cursor::new("setoption name USI_Hash value 128\nisready\n")).unwrap();
    let text = paper.text();
    assert!(text.ends_with("readyok\n"), "{text:?}");
    assert!(text.contains("\n\n"), "{text:?}");
}

#[test]
fn both_sides_are_recorded() {
    let (paper, log) = (Paper::default(), Paper::default());
    let mut session = session(paper);
    session.record(log.clone());
    session.run(Cursor::new("isready\r\nnonsense\nquit\n")).unwrap();
    let log = log.text();
    let lines: Vec<&str> =
        log.lines().map(|line| line.split_once(' ').expect("a moment").1).collect();
    for line in
        ["> isready", "< readyok", "> nonsense", "< info string unknown command \"nonsense\""]
    {
        assert!(lines.contains(&line), "{line}: {log}");
    }
}

#[test]
fn an_option_names_the_log() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("debug.log");
    let _ = std::fs::remove_file(&path);
    let commands = format!(
        "nonsense\nsetoption name DebugLogFile value {}\nisready\n\
         setoption name DebugLogFile value <empty>\nusi\n",
        path.display()
    );
    let paper = Paper::default();
    session(paper.clone()).run(Cursor::new(commands)).unwrap();
    let log = std::fs::read_to_string(&path).unwrap();
    assert!(log.contains("< readyok") && !log.contains("usiok"), "{log}");
    assert!(!log.contains("nonsense") && paper.text().contains("nonsense"), "{log}");
    let paper = Paper::default();
    session(paper.clone())
        .run(Cursor::new("setoption name DebugLogFile value no/such/folder/log\nusi\n"))
        .unwrap();
    let text = paper.text();
    assert!(text.starts_with("info string DebugLogFile no/such/folder/log: "), "{text}");
}

/// An output that nobody reads.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An input with one line, after which nothing comes.
struct OneLine(bool);

impl Read for OneLine {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            std::thread::sleep(Duration::from_secs(3600));
        }
        bytes[..4].copy_from_slice(b"usi\n");
        Ok(4)
    }
}

#[test]
fn an_engine_nobody_listens_to_leaves() {
    session(Closed).run(BufReader::new(OneLine(false))).unwrap();
}

#[test]
fn bytes_that_are_no_text() {
    let paper = Paper::default();
    session(paper.clone()).run(Cursor::new(b"\xff\xfe hello\nusi\n".to_vec())).unwrap();
    let text = paper.text();
    assert!(text.starts_with("info string unknown command"), "{text}");
    assert!(text.ends_with("usiok\n"), "{text}");
}
