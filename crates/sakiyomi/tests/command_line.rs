//! The program as a user meets it: output, messages and exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sakiyomi"));
    command.args(args);
    command
}

fn run(args: &[&str]) -> Output {
    program(args).output().expect("the program starts")
}

/// Standard output of a run that must succeed without a word on stderr.
fn stdout(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one sentence of a run that must end with exit code 2 and no output.
fn usage_error(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?} printed to stdout");
    assert!(errors.starts_with("error: "), "{args:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors
}

/// The node count of a last line `nodes N time_ms T nps X`.
fn nodes(output: &str) -> u64 {
    let last = output.lines().next_back().expect("a last line");
    let words: Vec<&str> = last.split(' ').collect();
    let ["nodes", nodes, "time_ms", time_ms, "nps", nps] = words[..] else {
        panic!("not the line of the contract: {last}");
    };
    assert!(time_ms.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok(), "{last}");
    nodes.parse().expect("a number")
}

#[test]
fn perft_counts() {
    assert_eq!(nodes(&stdout(&["perft", "--depth", "1"])), 30);
    assert_eq!(nodes(&stdout(&["perft", "--depth", "3"])), 25_470);
    assert_eq!(nodes(&stdout(&["perft", "--depth", "3", "--no-bulk"])), 25_470);
    assert_eq!(nodes(&stdout(&["perft", "--depth", "2", "--sfen", STARTPOS])), 900);
    let most_moves = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    assert_eq!(nodes(&stdout(&["perft", "--depth", "1", "--sfen", most_moves])), 593);
}

#[test]
fn bench_has_a_signature() {
    let first = nodes(&stdout(&["bench", "--depth", "4", "--hash", "1"]));
    assert!(first > 0);
    assert_eq!(nodes(&stdout(&["bench", "--depth", "4", "--hash", "1"])), first);
    assert!(nodes(&stdout(&["bench", "--nodes", "100", "--hash", "1", "--threads", "2"])) > 4000);
}

/// Every evaluator can be searched with by every recipe, and all searches differ.
#[test]
fn bench_takes_every_evaluator_and_recipe() {
    let mut signatures = Vec::new();
    for evaluator in eval::EvaluatorName::NAMES {
        for recipe in engine::RecipeName::NAMES {
            let args =
                ["--evaluator", evaluator, "--recipe", recipe, "--depth", "2", "--hash", "1"];
            signatures.push(nodes(&stdout(&[&["bench"][..], &args].concat())));
        }
    }
    let count = signatures.len();
    signatures.sort_unstable();
    signatures.dedup();
    assert_eq!(signatures.len(), count, "{signatures:?}");
    let term = ["bench", "--evaluator", "three_piece", "--entering-king", "winner*10"];
    let with_term = nodes(&stdout(&[&term[..], &["--depth", "2", "--hash", "1"]].concat()));
    assert!(!signatures.contains(&with_term), "{with_term}");
}

#[test]
fn perft_divides() {
    for extra in [&[][..], &["--no-bulk"]] {
        let output = stdout(&[&["perft", "--depth", "2", "--divide"], extra].concat());
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 31);
        let parts = &lines[..30];
        assert!(parts.is_sorted(), "{output}");
        assert!(parts.contains(&"7g7f: 30"), "{output}");
        let counts = parts.iter().map(|line| line.split_once(": ").expect("a part").1);
        let sum: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
        assert_eq!(sum, 900);
        assert_eq!(nodes(&output), 900);
    }
}

#[test]
fn help_names_the_commands() {
    let help = stdout(&["--help"]);
    for word in ["play", "bench", "perft", "--log", "USI", "Examples:", "Exit codes:"] {
        assert!(help.contains(word), "{word}");
    }
    let perft_help = stdout(&["perft", "--help"]);
    for option in ["--depth", "--sfen", "--divide", "--no-bulk", "nodes N time_ms T nps X"] {
        assert!(perft_help.contains(option), "{option}");
    }
}

#[test]
fn version_is_one_line() {
    let expected = format!("sakiyomi {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&["--version"]), expected);
}

#[test]
fn mistakes_get_one_sentence() {
    for (args, word) in [
        (&["nonsense"][..], "nonsense"),
        (&["--nonsense"], "--nonsense"),
        (&["--log", "x", "perft", "--depth", "1"], "--log"),
        (&["bench", "--depth", "0"], "--depth"),
        (&["bench", "--threads", "0", "--depth", "1"], "--threads"),
        (&["bench", "--nodes", "-5"], "--nodes"),
        (&["play", "--fv-scale", "129"], "--fv-scale"),
        (&["play", "--bogus"], "sakiyomi help play"),
        (&["arena"], "match, sprt"),
        (&["mate"], "FILE"),
        (&["bench", "--net", "no/such.bin", "--depth", "1"], "no/such.bin"),
        (&["bench", "--recipe", "soup"], "soup"),
        (&["bench", "--evaluator", "soup"], "soup"),
        (&["bench", "--evaluator", "material", "--net", "nn.bin"], "--evaluator three_piece"),
        (&["play", "--evaluator", "material", "--entering-king", "both"], "--entering-king"),
        (&["play", "--color", "red"], "red"),
        (&["play", "--time", "-1"], "-1"),
        (&["play", "--time", "0"], "--time"),
        (&["play", "--sfen", "9/9 b - 1"], "--sfen"),
        (&["perft"], "--depth"),
        (&["perft", "--depth", "x"], "--depth"),
        (&["perft", "--depth", "0"], "--depth"),
        (&["perft", "--depth", "101"], "--depth"),
        (&["perft", "--depth", "-1"], "-1"),
        (&["perft", "--depth", "1", "--sfen", ""], "--sfen"),
        (&["perft", "--depth", "1", "--sfen", "9/9 b - 1"], "--sfen"),
        (&["perft", "--depth", "1", "--sfen", "歩\n歩"], "--sfen"),
    ] {
        let message = usage_error(args);
        assert!(message.contains(word), "{args:?}: {message}");
    }
}

#[test]
fn near_misses_get_a_suggestion() {
    for (args, right) in [
        (&["plya"][..], "did you mean play? (see sakiyomi --help)"),
        (&["convrt", "a.kif", "b.csa"], "did you mean convert?"),
        (&["play", "--tiem", "1"], "did you mean --time? (see sakiyomi help play)"),
        (&["play", "--color", "balck"], "did you mean black?"),
        (&["arena", "mtach"], "did you mean match? (see sakiyomi help arena)"),
        (&["arena", "spsa", "--bogus"], "(see sakiyomi help arena spsa)"),
        (&["completions", "bsh"], "did you mean bash?"),
    ] {
        let message = usage_error(args);
        assert!(message.contains(right), "{args:?}: {message}");
    }
    assert!(!usage_error(&["nonsense"]).contains("did you mean"));
}

/// Runs the program on a USI conversation to its end.
fn converse(args: &[&str], input: &str) -> String {
    let mut child = program(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_command_usi_is_the_plain_program() {
    let input = "usi\nsetoption name USI_Hash value 1\nisready\nposition startpos\ngo depth 1\n";
    let log = std::env::temp_dir().join(format!("sakiyomi-usi-{}.log", std::process::id()));
    let file = log.to_str().expect("UTF-8");
    for args in [&[][..], &["usi"], &["usi", "--log", file], &["--log", file, "usi"]] {
        let output = converse(args, input);
        for line in ["usiok", "readyok", "bestmove "] {
            assert!(output.lines().any(|said| said.starts_with(line)), "{args:?}: {output}");
        }
    }
    let kept = std::fs::read_to_string(&log).expect("the log");
    assert_eq!(kept.lines().filter(|line| line.ends_with("> isready")).count(), 2, "{kept}");
    std::fs::remove_file(&log).expect("it can be removed");
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for word in ["hisshi", "tournament", "no-bulk", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = std::env::temp_dir().join(format!("sakiyomi-man-{}", std::process::id()));
    stdout(&["manual", folder.to_str().expect("UTF-8")]);
    for (page, word) in [
        ("sakiyomi.1", "USI engine"),
        ("sakiyomi-mate.1", "shortest"),
        ("sakiyomi-arena-match.1", "games"),
    ] {
        let text = std::fs::read_to_string(folder.join(page)).expect(page);
        assert!(text.contains(".TH") && text.contains(word), "{page}");
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in [&["perft", "--depth", "2", "--divide"][..], &["--help"]] {
        let mut child = program(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    }
}

/// A wrong command leaves nothing behind that the right one would stumble over.
#[test]
fn a_match_that_cannot_start_leaves_no_file() {
    let path = std::env::temp_dir().join(format!("sakiyomi-wrong-{}.db", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["arena", "match", "./no-such-engine", "./nor-this", "--quiet", "--results"])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(!path.exists());
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_get_one_sentence() {
    use std::os::unix::ffi::OsStrExt;
    let output = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
