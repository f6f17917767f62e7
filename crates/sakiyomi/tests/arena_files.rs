//! Files that `arena report` and `arena export` write: nothing is overwritten without `--force`.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

/// The exit code and everything that a run prints.
fn arena(args: &[&str]) -> (Option<i32>, String) {
    let output = common::run("arena", args, "");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}

fn name(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A results file with two games.
fn results(folder: &Path) -> PathBuf {
    let path = folder.join("games.db");
    let program = env!("CARGO_BIN_EXE_sakiyomi");
    let player = |name| format!("cmd={program};name={name};limit=nodes=50;option.USI_Hash=1");
    let (a, b) = (player("a"), player("b"));
    let (code, text) = arena(&[
        "match",
        &a,
        &b,
        "--games",
        "2",
        "--max-moves",
        "10",
        "--quiet",
        "--results",
        name(&path),
    ]);
    assert_eq!(code, Some(0), "{text}");
    path
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena_files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let results = results(&folder);
    let (page, lines, records) =
        (folder.join("page.html"), folder.join("games.usi"), folder.join("records"));
    let commands: [(&[&str], &Path); 3] = [
        (&["report", name(&results), "--html", name(&page)], &page),
        (&["export", name(&results), "--output", name(&lines)], &lines),
        (
            &["export", name(&results), "--to", "csa", "--output", name(&records)],
            &records.join("game-00002.csa"),
        ),
    ];
    for (args, written) in commands {
        let (code, text) = arena(args);
        assert_eq!(code, Some(0), "{args:?} {text}");
        let first = fs::read(written).expect("a file");
        fs::write(written, "mine").expect("a file");
        let (code, text) = arena(args);
        assert!(code == Some(2) && text.contains("--force"), "{args:?} {text}");
        assert_eq!(fs::read(written).expect("a file"), b"mine", "{args:?}");
        let (code, text) = arena(&[args, &["--force"]].concat());
        assert_eq!(code, Some(0), "{args:?} {text}");
        assert_eq!(fs::read(written).expect("a file"), first, "{args:?}");
    }
    // A folder with one game in the way keeps all its files.
    fs::remove_file(records.join("game-00001.csa")).expect("a file");
    let (code, _) = arena(commands[2].0);
    assert!(code == Some(2) && !records.join("game-00001.csa").exists());
    let (code, text) = arena(&["report", name(&results), "--html", "no-such-folder/page.html"]);
    assert!(code == Some(2) && text.contains("no-such-folder"), "{text}");
}
