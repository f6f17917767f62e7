//! `sakiyomi eval` as a user meets it.

mod common;

use std::process::Output;

const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

fn run(args: &[&str], input: &str) -> Output {
    common::run("eval", args, input)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn every_evaluator_has_a_table() {
    for (evaluator, words) in [
        ("material", &["rook 950", "total", "+900"][..]),
        ("classic", &["edge knight", "fifth-rank pawn", "Progress of the game: 64 %"]),
        ("three_piece", &["both kings", "entering king"]),
    ] {
        let output = run(&["--evaluator", evaluator, "--sfen", MATSURI], "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let table = text(&output.stdout);
        for word in words {
            assert!(table.contains(word), "{word} in {table}");
        }
        for word in ["Black stands better by", "Value for White, who is to move: -"] {
            assert!(table.contains(word), "{word} in {table}");
        }
        assert!(table.contains("an open way of 6 steps"), "{table}");
    }
}

#[test]
fn the_embedded_network_has_a_table() {
    let output = run(&["--evaluator", "network", "--sfen", MATSURI], "");
    let table = text(&output.stdout);
    for word in ["embedded, FV_SCALE 16", "Value for White, who is to move: ", "of the games"] {
        assert!(table.contains(word), "{word} in {table}");
    }
}

#[test]
fn a_network_has_a_table() {
    let Some(folder) = std::env::var_os("SAKIYOMI_DATA") else {
        eprintln!("skipped: SAKIYOMI_DATA is not set");
        return;
    };
    let net = std::path::Path::new(&folder).join("nets/kp256-petite.nn.bin");
    let net = net.to_str().expect("UTF-8");
    let output = run(&["--net", net, "--fv-scale", "24", "--sfen", MATSURI], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    for word in ["K-P 256x2-32-32", "b -13.2", "Value for White, who is to move: -610", "27 %"] {
        assert!(table.contains(word), "{word} in {table}");
    }
}

#[test]
fn lines_in_lines_out() {
    let input = format!("{MATSURI}\tkept\ttext\r\n\n# comment\nnonsense\tx\n{STARTPOS}");
    let output = run(&["--evaluator", "material", "-"], &input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[0], format!("-900\t{MATSURI}\tkept\ttext"));
    assert!(lines[1].starts_with("error ") && lines[1].ends_with("\tnonsense\tx"), "{lines:?}");
    assert_eq!(lines[2], format!("0\t{STARTPOS}"));
    let errors = text(&output.stderr);
    assert_eq!(
        errors,
        "error: 1 of 3 lines could not be evaluated; each has its reason in its place\n"
    );
}

#[test]
fn json_for_scripts() {
    let output = run(&["--json", "--sfen", STARTPOS], "");
    assert!(output.status.success());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["evaluator"], "classic");
    assert_eq!(object["value"], 0);
    assert_eq!(object["progress_percent"], 0);
    let output = run(&["--json", "-"], &format!("{STARTPOS}\tkept\nbad\n"));
    let lines: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["kept"], "kept");
    assert!(lines[1]["error"].is_string());
}

#[test]
fn mistakes_are_told_in_one_sentence() {
    for (args, word) in [
        (&["--evaluator", "oracle", "--sfen", STARTPOS][..], "three_piece"),
        (&["--entering-king", "both", "--sfen", STARTPOS], "--evaluator three_piece"),
        (&["--entering-king", "loud", "--sfen", STARTPOS], "random_winner"),
        (&["--evaluator", "classic", "--net", "x", "-"], "--net"),
        (&["--fv-scale", "24", "-"], "--fv-scale"),
        (&["--fv-scale", "0", "--net", "x", "-"], "fv-scale"),
        (&["--sfen", "nonsense"], "--sfen"),
        (&["--sfen", STARTPOS, "file"], "FILE"),
        (&[], "FILE"),
        (&["no/such/file"], "no/such/file"),
        (&["--net", "no/such/net", "-"], "no/such/net"),
        (&["--net", env!("CARGO_MANIFEST_PATH"), "-"], "neither an nn.bin network"),
        (&["--evaluator", "three_piece", "--net", env!("CARGO_MANIFEST_PATH"), "-"], "SAKI3PCE"),
    ] {
        let output = run(args, "");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(output.stdout.is_empty(), "{args:?}");
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.contains(word), "{args:?}: {errors}");
    }
}

#[test]
fn the_board_is_the_one_of_the_other_commands() {
    let output = run(&["--sfen", STARTPOS], "");
    assert!(text(&output.stdout).contains("|v香v桂v銀v金v玉v金v銀v桂v香|一"));
}

#[test]
fn a_folder_stands_for_its_network() {
    let folder = std::env::temp_dir().join(format!("sakiyomi-no-net-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = run(&["--net", folder.to_str().expect("UTF-8"), "--sfen", STARTPOS], "");
    std::fs::remove_dir(&folder).expect("a folder");
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    let file = folder.join("nn.bin").display().to_string();
    assert!(told.contains(&file) && told.contains("No such file"), "{told}");
}
