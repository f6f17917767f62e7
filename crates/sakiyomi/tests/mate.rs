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

#[test]
fn several_threads_give_the_answers_of_one_in_the_same_order() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/mates/mates_1_to_11.tsv");
    let text = std::fs::read_to_string(suite).expect("the suite");
    let rows = text.lines().filter(|line| !line.starts_with('#')).step_by(97);
    let mut input: String =
        rows.filter_map(|row| Some(format!("{}\n", row.split('\t').nth(1)?))).collect();
    input.push_str(&format!("nonsense\tkept\n{NONE}\n"));
    let one = run(&["--shortest", "--hash", "16", "-"], &input);
    let several = run(&["--shortest", "--hash", "64", "--threads", "4", "-"], &input);
    let words = |output: &Output| -> Vec<String> {
        let word = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let kept = |line: &str| line.split('\t').skip(1).collect::<Vec<_>>().join("\t");
        stdout(output).lines().map(|line| format!("{} {}", word(line), kept(line))).collect()
    };
    assert!(words(&one).len() > 50, "{}", stdout(&one));
    assert_eq!(words(&one), words(&several));
    assert_eq!(several.status.code(), Some(1));
    assert_eq!(run(&["--threads", "2", "no such file"], "").status.code(), Some(2));
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

/// A problem as people keep it: a diagram in KIF.
const KIF: &str = "\
後手の持駒：飛　角二　金三　銀四　桂四　香四　歩十八
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・v玉|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ 飛 金|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
先手番
";
const KIF_SFEN: &str = "9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1";

/// A record gives one result line; its board and the line in Japanese go to standard error.
#[test]
fn records_are_read() {
    let csa = "V2.2\nP-12OU\nP+24HI14KI\nP-00AL\n+\n";
    let game = kifu::read_one(KIF.as_bytes(), &kifu::ReadOptions::named("x")).expect("a diagram");
    let jkf = kifu::write(&game.game, kifu::Format::Jkf, kifu::Encoding::Utf8).bytes;
    let jkf = String::from_utf8(jkf).expect("UTF-8");
    for record in [KIF, csa, &jkf] {
        let output = run(&["--hash", "1", "--shortest", "-"], record);
        assert!(output.status.success(), "{record}");
        assert_eq!(stdout(&output), format!("mate 3 1d2c 1b1a 2c2b\t{KIF_SFEN}\n"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("| ・ ・ ・ ・ ・ ・ ・ 飛 金|四"), "{errors}");
        assert!(errors.contains("▲２三金 △１一玉 ▲２二金"), "{errors}");
    }
}

#[test]
fn a_ply_of_a_record_can_be_named() {
    let record = format!("{KIF}1 ２三金(14)\n2 １一玉(12)\n3 ２二金(23)\n");
    let output = run(&["--hash", "1", "--ply", "2", "-"], &record);
    assert!(stdout(&output).starts_with("mate 1 2c2b\t"), "{}", stdout(&output));
    let output = run(&["--hash", "1", "--ply", "9", "-"], &record);
    assert!(stdout(&output).starts_with("error --ply 9: "), "{}", stdout(&output));
    let output = run(&["--hash", "1", "--ply", "2", "-"], &format!("{GOLD}\n"));
    assert_eq!(output.status.code(), Some(2));
}

/// The defender's other move is a variation, and no file is replaced without a word.
#[test]
fn the_solution_is_written_as_kif() {
    let folder = std::env::temp_dir().join(format!("sakiyomi-mate-kif-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("solution.kifu");
    let path_text = path.to_str().expect("text");
    let args = ["--sfen", KIF_SFEN, "--hash", "1", "--shortest", "--cooks", "--kif", path_text];
    let output = run(&args, "");
    assert!(output.status.success(), "{output:?}");
    let bytes = std::fs::read(&path).expect("the solution");
    let record = kifu::read_one(&bytes, &kifu::ReadOptions::named("x")).expect("KIF");
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    let moves: Vec<String> = record.game.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["1d2c", "1b1a", "2c2b"]);
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("３手詰") || text.contains("3手詰"), "{text}");
    assert!(text.contains("２一玉(12)") && text.contains("最終手余詰"), "{text}");
    assert_eq!(run(&args, "").status.code(), Some(2));
    let output = run(&[&args[..], &["--force"]].concat(), "");
    assert!(output.status.success());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn second_solutions_are_told() {
    let cooked = "5B2r/7k1/7B1/9/9/9/9/9/9 b R4g4s4n4l18p 1";
    let input = format!("{KIF_SFEN}\tkept\n{cooked}\n");
    let args = ["--hash", "4", "--nodes", "100000", "--shortest", "--cooks", "-"];
    let output = run(&args, &input);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].ends_with("\tkept\tcooks none"), "{lines:?}");
    assert!(lines[1].contains("\tcooks found 1:2c3b+"), "{lines:?}");
    let output = run(&[&args[..], &["--json"]].concat(), cooked);
    let json: serde_json::Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(json["cooks"]["result"], "found");
    assert_eq!(json["cooks"]["found"][0]["move_number"], 1);
}

/// A line that never ends costs little memory and ends with one sentence.
#[cfg(unix)]
#[test]
fn a_file_without_line_ends_is_refused() {
    let output = run(&["--hash", "1", "/dev/zero"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.lines().count() == 1 && errors.contains("line 1: more than 32 MB"), "{errors}");
    let output = run(&["--hash", "1", "-"], &format!("{}\n{GOLD}\n", "x".repeat(1 << 20)));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(
        lines[0].starts_with("error line 1: longer than ") && lines[0].len() < 200,
        "{lines:?}"
    );
    assert_eq!(lines[1], format!("mate 1 G*5b\t{GOLD}"));
}

/// The board is there before the answer, and Ctrl-C gives the answer at once.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let hard = "l6+P1/g1B2kS2/1p1N1B3/1P7/4N4/1S7/9/5+r3/6+R2 b L2P3g2s2n2l13p 1";
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["mate", "--hash", "4", "--sfen", hard])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut board = String::new();
    while !board.contains("先手番") {
        assert!(out.read_line(&mut board).expect("a line") > 0, "{board}");
    }
    // The solver is at work a moment after the board.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert!(rest.contains("unknown interrupted\n") && rest.contains("\nnodes "), "{rest}");
    assert_eq!(child.wait().expect("ended").code(), Some(130));
}
