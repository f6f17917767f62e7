//! `sakiyomi hisshi` as a user meets it.

mod common;

use std::process::Output;

const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/4K4 b - 1";

/// The first problem of the suite: position and first move.
fn problem() -> (String, String) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/hisshi/problems.tsv");
    let text = std::fs::read_to_string(path).expect("the suite");
    let row = text.lines().find(|line| !line.starts_with('#')).expect("a row");
    let fields: Vec<&str> = row.split('\t').collect();
    (fields[1].to_owned(), fields[2].to_owned())
}

fn run(args: &[&str], input: &str) -> Output {
    common::run("hisshi", args, input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

#[test]
fn one_position() {
    let (sfen, _) = problem();
    let output = run(&["--sfen", &sfen, "--plies", "1", "--hash", "4"], "");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("\nhisshi 1 ") && text.contains("\nthreat: mate in "), "{text}");
    assert!(text.lines().next_back().is_some_and(|line| line.starts_with("nodes ")), "{text}");
}

#[test]
fn a_file_gets_a_line_for_each_position() {
    let input = format!("# a comment\n{MATE}\tkept\ttext\n\nnonsense\tkept\n{NONE}\n");
    let output = run(&["--hash", "2", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], format!("hisshi 0 G*5b\t{MATE}\tkept\ttext"));
    assert!(lines[1].starts_with("error ") && lines[1].ends_with("\tnonsense\tkept"), "{lines:?}");
    assert_eq!(lines[2], format!("nohisshi\t{NONE}"));
}

#[test]
fn limits_give_unknown() {
    let (sfen, _) = problem();
    let output = run(&["--hash", "2", "--nodes", "0", "-"], &format!("{sfen}\n"));
    assert!(output.status.success());
    assert_eq!(stdout(&output), format!("unknown node limit\t{sfen}\n"));
}

#[test]
fn json_is_one_object_per_line() {
    let output = run(&["--hash", "2", "--json", "-"], &format!("{NONE}\tkept\n"));
    let text = stdout(&output);
    assert!(text.starts_with("{\"result\":\"nohisshi\",\"within\":3,"), "{text}");
    assert!(text.ends_with("\"kept\":\"kept\"}\n"), "{text}");
}

#[test]
fn mistakes_get_exit_code_two() {
    for args in [
        &[][..],
        &["--sfen", "x"],
        &["no-such-file"],
        &["--plies", "2", "-"],
        &["--plies", "99", "-"],
    ] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{args:?}");
    }
}

/// A record is read, and the solution written with every defence.
#[test]
fn records_in_and_out() {
    let (sfen, first) = problem();
    let position: shogi::Position = sfen.parse().expect("a position");
    let game = kifu::Game::from_position(&position);
    let csa = kifu::write(&game, kifu::Format::Csa, kifu::Encoding::Utf8).bytes;
    let csa = String::from_utf8(csa).expect("UTF-8");
    let path = std::env::temp_dir().join(format!("sakiyomi-hisshi-{}.kifu", std::process::id()));
    let path_text = path.to_str().expect("text");
    let args = ["--plies", "1", "--hash", "4", "--cooks", "--kif", path_text, "--force", "-"];
    let output = run(&args, &csa);
    assert!(output.status.success(), "{output:?}");
    assert!(stdout(&output).starts_with("hisshi 1 "), "{}", stdout(&output));
    assert!(stdout(&output).contains("\tcooks "), "{}", stdout(&output));
    let bytes = std::fs::read(&path).expect("the solution");
    let record = kifu::read_one(&bytes, &kifu::ReadOptions::named("x")).expect("KIF");
    assert!(record.game.variations() > 5, "{first}");
    std::fs::remove_file(&path).expect("removed");
}
