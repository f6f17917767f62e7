//! `sakiyomi mate` as a user meets it.

mod common;

use std::process::Output;

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/4K4 b G 1";

fn run(args: &[&str], input: &str) -> Output {
    common::run("mate", args, input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

#[test]
fn one_position() {
    let output = run(&["--sfen", GOLD, "--shortest", "--hash", "1"], "");
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("\nmate 1 G*5b\n▲５二金\nshortest: proven\n"), "{text}");
    assert!(text.lines().next_back().is_some_and(|line| line.starts_with("nodes ")), "{text}");
}

#[test]
fn a_file_gets_a_line_for_each_position() {
    let input = format!("# a comment\n{GOLD}\tkept\ttext\n\nnonsense\tkept\n{NONE}\n");
    let output = run(&["--hash", "1", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], format!("mate 1 G*5b\t{GOLD}\tkept\ttext"));
    assert!(lines[1].starts_with("error ") && lines[1].ends_with("\tnonsense\tkept"), "{lines:?}");
    assert_eq!(lines[2], format!("nomate\t{NONE}"));
}

/// Drops in front of a king without flights change nothing.
#[test]
fn useless_interpositions_are_left_out_on_request() {
    let sfen = "8k/R5Bpp/9/9/9/9/9/9/9 b rb4g4s4n4l16p 1";
    let with = run(&["--sfen", sfen, "--shortest", "--hash", "1"], "");
    assert!(stdout(&with).contains("\nmate 15 9b9a+ "), "{}", stdout(&with));
    let args = ["--sfen", sfen, "--shortest", "--hash", "1", "--skip-useless-interpositions"];
    let without = run(&args, "");
    let text = stdout(&without);
    assert!(text.contains("\nmate 1 9b9a+\n▲９一飛成\n"), "{text}");
    assert!(text.contains("\nuseless interpositions left out; with them 15 plies\n"), "{text}");
    let json = run(&["--hash", "1", "--json", "--skip-useless-interpositions", "-"], sfen);
    assert!(stdout(&json).contains("\"useful_plies\":1,"), "{}", stdout(&json));
}

#[test]
fn a_position_in_place_of_a_file_gets_a_hint() {
    let output = run(&[GOLD], "");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("a position is given with --sfen"), "{text}");
}

#[test]
fn limits_give_unknown() {
    let input = format!("{GOLD}\n");
    let output = run(&["--hash", "1", "--nodes", "0", "-"], &input);
    assert!(output.status.success());
    assert_eq!(stdout(&output), format!("unknown node limit\t{GOLD}\n"));
}

#[test]
fn json_is_one_object_per_line() {
    let output = run(&["--hash", "1", "--json", "-"], &format!("{GOLD}\tkept\n"));
    let text = stdout(&output);
    assert!(text.starts_with("{\"result\":\"mate\",\"plies\":1,"), "{text}");
    assert!(text.ends_with("\"kept\":\"kept\"}\n"), "{text}");
}

#[test]
fn mistakes_get_exit_code_two() {
    for args in
        [&[][..], &["--sfen", "x"], &["no-such-file"], &["--hash", "0", "-"], &["-", "--sfen", "x"]]
    {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{args:?}");
    }
}
