//! The arena does not measure an engine that plays with other settings than it was told to.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sakiyomi");

fn results(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena_options");
    std::fs::create_dir_all(&folder).unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("{name}.db{end}")));
    }
    folder.join(format!("{name}.db"))
}

/// This program with an option, besides a small hash table.
fn engine(option: &str) -> String {
    format!("cmd={PROGRAM};name=new;option.USI_Hash=1;{option}")
}

fn arena(kind: &str, option: &str, results: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(["arena", kind, &engine(option)]);
    if kind != "spsa" {
        command.arg(engine("name=old"));
    }
    command.args(["--limit", "nodes=50", "--max-moves", "20", "--quiet", "--results"]);
    command.arg(results).args(more).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_refused_value_stops_the_match() {
    let garbage = results("garbage").with_extension("bin");
    std::fs::write(&garbage, "this is no network").unwrap();
    let garbage = format!("option.EvalFile={}", garbage.display());
    for (number, (option, reason)) in [
        ("option.EvalFile=/nonexistent.bin", "the file \"/nonexistent.bin\" does not exist"),
        ("option.Recipe=tacoss", "option Recipe: expected one of "),
        ("option.Recpie=tacos", "it has no option \"Recpie\""),
        ("option.Threads=0", "option Threads: expected a number from 1 to "),
        // The values of these are texts: only the engine knows that they are wrong.
        ("option.Off=no-such-technique", "no-such-technique"),
        ("option.EvalDir=/nonexistent", "/nonexistent"),
        (garbage.as_str(), "garbage.bin"),
    ]
    .iter()
    .enumerate()
    {
        let results = results(&format!("refused-{number}"));
        let output = arena("match", option, &results, &["--games", "2"]);
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{option}: {errors}");
        assert!(errors.starts_with("error: engine new: "), "{option}: {errors}");
        assert!(errors.contains(reason) && errors.contains("--force"), "{option}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{option}: {errors}");
        assert!(output.stdout.is_empty() && !results.exists(), "{option}");
    }
}

#[test]
fn every_kind_of_match_checks_options() {
    let parameter = ["--param", "MultiPV,1,1,2,1", "--iterations", "1"];
    for kind in ["match", "sprt", "gauntlet", "tournament", "spsa"] {
        let more: &[&str] = if kind == "spsa" { &parameter } else { &["--games", "2"] };
        let results = results(kind);
        let output = arena(kind, "option.Recipe=tacoss", &results, more);
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{kind}: {errors}");
        assert!(errors.contains("option Recipe: expected one of"), "{kind}: {errors}");
        assert!(!results.exists(), "{kind}");
    }
}

/// With `--force` the match is played, and `--quiet` does not hide the warning.
#[test]
fn force_plays_with_a_warning() {
    let results = results("force");
    let more = ["--games", "2", "--force"];
    let output = arena("match", "option.EvalFile=/nonexistent.bin", &results, &more);
    let errors = errors(&output);
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("warning: engine new: option EvalFile: the file"), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("games 2:"), "{output:?}");
}

#[test]
fn accepted_values_are_silent() {
    let option = "option.Recipe=tacos;option.BookFile=no_book;option.EvalFile=<empty>";
    let output = arena("match", option, &results("accepted"), &["--games", "2"]);
    assert!(output.status.success() && errors(&output).is_empty(), "{}", errors(&output));
}

#[test]
fn names_with_control_characters_are_escaped() {
    let results = results("names");
    let name = "name=\u{1b}[31mred\u{7}";
    let forced = ["--games", "2", "--force"];
    let played = arena("match", &format!("option.Recipe=tacoss;{name}"), &results, &forced);
    let reported = Command::new(PROGRAM).args(["arena", "report"]).arg(&results).output().unwrap();
    for output in [played, reported] {
        let said = [&output.stdout[..], &output.stderr].concat();
        let text = String::from_utf8(said).unwrap();
        assert!(output.status.success() && text.contains("\\u{1b}[31mred"), "{text:?}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn every_evaluator_plays_a_match() {
    for name in eval::EvaluatorName::NAMES {
        let option = format!("option.Evaluator={name};option.EnteringKingTerm=both*2");
        let output =
            arena("match", &option, &results(&format!("evaluator-{name}")), &["--games", "2"]);
        assert!(output.status.success() && errors(&output).is_empty(), "{}", errors(&output));
    }
}

#[test]
fn a_word_that_is_no_file_is_taken() {
    let output = arena("match", "option.EvalFile=classic", &results("classic"), &["--games", "2"]);
    assert!(output.status.success(), "{}", errors(&output));
}
