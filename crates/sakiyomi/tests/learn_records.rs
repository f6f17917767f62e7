//! `learn records` as a user meets it.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sakiyomi-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        fs::write(&file, text).expect("a file");
        file.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const GAMES: &str = "\
    3100\t3000\t%TORYO\tb\t4\t7g7f 3c3d 8h2b+ 3a2b\t0,0,0,0\n\
    2600\t2700\t%TORYO\tw\t2\t2g2f 8c8d\t0,0\n";

fn records(args: &[&str]) -> Output {
    common::run("learn", &[&["records"], args].concat(), "")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&records(&[args, &["--json"]].concat()))).expect("JSON")
}

#[test]
fn a_table_and_an_object_tell_the_same() {
    let folder = Folder::new("learn-records");
    let file = folder.write("games.tsv", GAMES);
    let all = ["--skip", "0", "--held-out", "0"];
    let text = stdout(&records(&[&[file.as_str()], &all[..]].concat()));
    assert!(text.starts_with("games 2, 0 held out\n"), "{text}");
    assert!(text.contains("won by Black 1 (50.0 %), by White 1 (50.0 %), drawn 0"), "{text}");
    let counted = json(&[&[file.as_str()], &all[..]].concat());
    assert_eq!(counted["positions"], 6);
    assert_eq!(counted["categories"]["take-back-big"]["available"], 1);
    assert_eq!(counted["categories"]["take-back-big"]["played"], 1);
    assert_eq!(counted["categories"]["pawn-move"]["strata"]["free opening"]["played"], 4);
    assert_eq!(counted["openings"][0]["games"], 1);
    let strong = json(&[&[file.as_str(), "--rating", "2900"], &all[..]].concat());
    assert_eq!((strong["games"].as_u64(), strong["positions"].as_u64()), (Some(1), Some(4)));
    assert_eq!(strong["left_out"]["rating too low or unknown"], 1);
    let winners = json(&[&[file.as_str(), "--winner"], &all[..]].concat());
    assert_eq!(winners["positions"], 3);
}

#[test]
fn a_folder_gets_tables_that_are_read_again() {
    let folder = Folder::new("learn-records-out");
    let file = folder.write("games.tsv", GAMES);
    let out = folder.0.join("counted").display().to_string();
    let args = [file.as_str(), "--skip", "0", "--held-out", "0", "--out", &out];
    stdout(&records(&args));
    let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).expect(name);
    for name in ["counted.txt", "per-move.txt"] {
        search::Realization::parse(&read(name)).expect(name);
    }
    assert!(read("naturalness.txt").contains("pawn-move"));
    for name in ["categories.svg", "lengths.svg", "progress.svg"] {
        assert!(read(name).starts_with("<svg"), "{name}");
    }
    // What is there is kept unless --force says otherwise.
    let again = records(&args);
    let error = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && error.contains("--force overwrites it"), "{error}");
    let whole = read("records.json");
    stdout(&records(&[&args[..], &["--force"]].concat()));
    assert_eq!(read("records.json"), whole);
    // Threads do not change a byte.
    stdout(&records(&[&args[..], &["--force", "--threads", "3"]].concat()));
    assert_eq!(read("records.json"), whole);
}

#[test]
fn bad_input_gives_one_sentence() {
    let folder = Folder::new("learn-records-bad");
    let empty = folder.write("empty.tsv", "");
    let bad = folder.write("bad.tsv", &format!("{GAMES}3000\t3000\t%TORYO\tb\t1\t7g7e\t0\n"));
    let no_rating = folder.write("games.tsv", GAMES);
    let nothing = folder.0.join("nothing.tsv").display().to_string();
    for (args, expected) in [
        (vec![nothing.as_str()], "nothing.tsv: "),
        (vec![empty.as_str()], "empty.tsv: the file is empty"),
        (vec![no_rating.as_str(), "--rating", "4000"], "no game is taken; 2 were left out"),
        (vec![no_rating.as_str(), "--share", "2"], "--share 2: expected 0 to 1"),
        (vec![no_rating.as_str(), "--every", "0"], "--every 0: expected 1 or more"),
    ] {
        let output = records(&args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(expected) && error.lines().count() == 1, "{error}");
        assert!(output.stdout.is_empty());
    }
    // The sound games of a damaged file are counted, and the damage is told.
    let output = records(&[&bad, "--skip", "0"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("bad.tsv: line 3") && error.lines().count() == 1, "{error}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("games 2,"));
}
