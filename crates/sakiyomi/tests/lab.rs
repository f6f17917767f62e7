//! `sakiyomi lab` as a user meets it: what it prints about fresh and stale records.

mod common;

use std::fs;
use std::path::PathBuf;

/// The exit code and everything that a run prints.
fn lab(args: &[&str]) -> (Option<i32>, String) {
    let output = common::run("lab", args, "");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn stale_records_are_told_and_begun_afresh() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab");
    let _ = fs::remove_dir_all(&folder);
    let dir = folder.to_str().expect("UTF-8");
    let quick = folder.join("quick");
    let quick_dir = quick.to_str().expect("UTF-8");
    let run = ["run", "b-table1", "--quick", "--dir", dir];

    let (code, text) = lab(&["list", "--dir", quick_dir]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.lines().all(|line| line.ends_with("(not run yet)")), "{text}");
    let (code, text) = lab(&run);
    assert!(code == Some(0) && text.starts_with("# B-table1"), "{text}");
    assert!(!quick.join("B-table1/lock.tmp").exists(), "the lock is removed at the end");
    let line = || {
        let (_, text) = lab(&["list", "--dir", quick_dir]);
        text.lines().find(|line| line.starts_with("B-table1")).expect("its line").to_owned()
    };
    assert!(line().ends_with("(of this program)"), "{}", line());
    let (code, text) = lab(&["check", "B-table1", "--again", "2", "--dir", quick_dir]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("2 of 2 jobs have the same result again"), "{text}");

    let path = quick.join("B-table1/records.jsonl");
    let records = fs::read_to_string(&path).expect("records");
    fs::write(&path, records.replacen("\"bonanza\":", "\"bonanza\":1", 1)).expect("a file");
    assert!(line().ends_with("(stale: `bonanza` searches other nodes now)"), "{}", line());
    let (code, text) = lab(&run);
    assert!(code == Some(1) && text.contains("--afresh"), "{text}");
    let (code, text) = lab(&[&run[..], &["--afresh"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(line().ends_with("(of this program)"), "{}", line());
    let (code, text) = lab(&["render", "B-table1", "--dir", quick_dir]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_removes_the_lock() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab-ctrl-c");
    let _ = fs::remove_dir_all(&folder);
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["lab", "run", "b-table1", "--dir"])
        .arg(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let (lock, records) = ("B-table1/lock.tmp", "B-table1/records.jsonl");
    for _ in 0..1000 {
        if folder.join(records).exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    // The jobs begin a moment after the records.
    std::thread::sleep(Duration::from_millis(300));
    assert!(folder.join(lock).exists(), "the folder is locked");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    assert!(!folder.join(lock).exists());
    assert!(folder.join(records).exists());
}
