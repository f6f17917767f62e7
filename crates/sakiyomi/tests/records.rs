//! `convert` and `show` as a user meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/kifu")
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sakiyomi-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(args: &[&dyn AsRef<std::ffi::OsStr>]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sakiyomi"));
    args.iter().for_each(|arg| {
        command.arg(arg);
    });
    command.output().expect("the program starts")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn one_file_by_extension() {
    let folder = folder("one");
    let (kif, csa) = (suite().join("json-kifu-format/chudan.kif"), folder.join("a.csa"));
    let output = run(&[&"convert", &kif, &csa]);
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(errors(&output).lines().last(), Some("games 1 warnings 0 failures 0"));
    let text = std::fs::read_to_string(&csa).expect("the output");
    assert!(text.contains("+8822UM\r\nT6\r\n%CHUDAN"), "{text}");
    assert!(!folder.join("a.csa.part").exists());
    // The encoding follows the extension or the option.
    for (name, option, start) in [
        ("b.kifu", None, &b"#KIF version=2.0 encoding=UTF-8\n"[..]),
        ("b.kif", None, b"#KIF version=2.0 encoding=Shift_JIS\r\n"),
        ("c.kif", Some("euc-jp"), b"#KIF version=2.0 encoding=EUC-JP\r\n"),
    ] {
        let out = folder.join(name);
        let mut args: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&"convert", &kif, &out];
        if let Some(encoding) = &option {
            args.extend([&"--encoding" as &dyn AsRef<std::ffi::OsStr>, encoding]);
        }
        assert!(run(&args).status.success());
        assert!(std::fs::read(&out).expect("the output").starts_with(start), "{name}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_folder_counts_and_fails_where_it_must() {
    let folder = folder("folder");
    let output = run(&[&"convert", &suite(), &folder, &"--to", &"csa3"]);
    let said = errors(&output);
    assert!(output.status.success(), "{said}");
    let last = "games 39 warnings 1 failures 0 notes 14 lost 38 variations";
    assert_eq!(said.lines().next_back(), Some(last));
    assert!(said.contains("9fu.kif:9: diagram: "), "{said}");
    // Three files are called fork.*: none is overwritten.
    for name in ["chudan.csa", "fork.csa", "fork-2.csa"] {
        assert!(folder.join("json-kifu-format").join(name).exists(), "{name}");
    }
    let inputs = folder.join("in");
    std::fs::create_dir_all(&inputs).expect("a folder");
    std::fs::write(inputs.join("bad.kifu"), "手合割：平手\n1 ５五歩(77)\n2 投了\n")
        .expect("a file");
    std::fs::write(inputs.join("good.kifu"), "手合割：平手\n1 ７六歩(77)\n2 投了\n")
        .expect("a file");
    let output = run(&[&"convert", &inputs, &folder.join("out"), &"--to", &"csa3"]);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().next_back(), Some("games 1 warnings 0 failures 1"), "{said}");
    assert!(said.contains("bad.kifu:2: "), "{said}");
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn strict_refuses_repairs_and_losses() {
    let folder = folder("strict");
    for (name, to) in [("fork-test.kif", "jkf"), ("fork.kif", "csa"), ("fork.kif", "ki2")] {
        let (input, out) =
            (suite().join("json-kifu-format").join(name), folder.join(format!("a.{to}")));
        let output = run(&[&"convert", &input, &out, &"--strict"]);
        assert_eq!(output.status.code(), Some(1), "{name} {to}");
        assert!(!out.exists(), "{name} {to}");
        assert!(run(&[&"convert", &input, &out]).status.success(), "{name} {to}");
        assert!(out.exists());
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn streams_and_many_games() {
    let folder = folder("streams");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["convert", "-", "-", "--to", "csa"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = b"startpos moves 7g7f 3c3d\nstartpos moves 2g2f\n";
    std::io::Write::write_all(child.stdin.as_mut().expect("a pipe"), lines).expect("a reader");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text, "V2.2\nPI\n+\n+7776FU\n-3334FU\n/\nV2.2\nPI\n+\n+2726FU\n");

    let many = folder.join("many.csa");
    std::fs::write(&many, &text).expect("a file");
    let out = folder.join("out");
    assert!(
        run(&[&"convert", &many, &format!("{}/", out.display()), &"--to", &"kif"]).status.success()
    );
    assert!(out.join("many.kif").exists() && out.join("many-000002.kif").exists());
    let one = run(&[&"convert", &many, &folder.join("one.kif")]);
    assert_eq!(one.status.code(), Some(1));
    assert!(errors(&one).contains("give a folder"), "{}", errors(&one));
    assert!(
        errors(&one).ends_with("\ngames 0 warnings 0 failures 1 notes 2\n"),
        "{}",
        errors(&one)
    );
    assert!(!folder.join("one.kif").exists() && !folder.join("one.kif.part").exists());
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_name_with_an_encoding_goes_before_the_extension() {
    let folder = folder("names");
    let kif = suite().join("json-kifu-format/chudan.kif");
    for (out, to, is_utf8) in [
        ("a.kif", "kifu", true),
        ("b.kif", "kif", false),
        ("c.kifu", "kif", true),
        ("d", "kifu", true),
    ] {
        let out = folder.join(out);
        assert!(run(&[&"convert", &kif, &out, &"--to", &to]).status.success(), "{out:?} {to}");
        let bytes = std::fs::read(&out).expect("a record");
        assert_eq!(std::str::from_utf8(&bytes).is_ok(), is_utf8, "{out:?} {to}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn mistakes_get_one_sentence() {
    let kif = suite().join("json-kifu-format/chudan.kif");
    let same = kif.clone();
    let cases: [(&[&dyn AsRef<std::ffi::OsStr>], &str); 9] = [
        (&[&"convert", &"no-such-file", &"a.csa"], "no-such-file"),
        (&[&"convert", &kif, &"a.xyz"], "xyz"),
        (&[&"convert", &kif, &"-"], "--to"),
        (&[&"convert", &kif, &"-", &"--to", &"pdf"], "pdf"),
        (&[&"convert", &kif, &"a.csa", &"--encoding", &"ebcdic"], "ebcdic"),
        (&[&"convert", &kif, &same], "the same"),
        (&[&"convert", &kif, &"no-such-folder/a.csa"], "no-such-folder"),
        (&[&"show", &kif, &"--ply", &"99"], "3 moves"),
        (&[&"show", &kif, &"--variation", &"1"], "0 variations"),
    ];
    for (args, word) in cases {
        let output = run(args);
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains(word), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn show_has_board_players_and_moves() {
    let kif = suite().join("json-kifu-format/chudan.kif");
    let output = run(&[&"show", &kif, &"--ply", &"1", &"--moves"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in
        ["先手：sente", "手合割：平手", "△後手番", "▲２二角成", "8h2b+", "中断", "sfen lnsg"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Runs the program with this standard input.
fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::io::Write::write_all(child.stdin.as_mut().expect("a pipe"), input).expect("a reader");
    child.wait_with_output().expect("the program ends")
}

#[test]
fn the_last_line_counts_all_losses() {
    let folder = folder("losses");
    let fork = suite().join("json-kifu-format/fork.kif");
    let output = run(&[&"convert", &fork, &folder.join("a.csa")]);
    let said = errors(&output);
    let last = said.lines().last().expect("a last line");
    assert!(last.starts_with("games 1 warnings 0 failures 0"), "{last}");
    assert!(last.contains(" lost ") && last.contains(" variations"), "{last}");
    // What is merely worth knowing is no warning.
    let output = run_with_input(&["convert", "-", "-", "--to", "kif"], "1 ７六歩(77)\n".as_bytes());
    assert_eq!(errors(&output).lines().last(), Some("games 1 warnings 0 failures 0 notes 1"));
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = folder("force");
    let kif = suite().join("json-kifu-format/chudan.kif");
    let (inputs, out) = (folder.join("in"), folder.join("out"));
    std::fs::create_dir_all(&inputs).expect("a folder");
    std::fs::create_dir_all(&out).expect("a folder");
    std::fs::copy(&kif, inputs.join("a.kif")).expect("a copy");
    std::fs::copy(&kif, inputs.join("b.kif")).expect("a copy");
    std::fs::write(out.join("a.csa"), "mine").expect("a file");
    let one = run(&[&"convert", &kif, &out.join("a.csa")]);
    assert_eq!(one.status.code(), Some(2), "{}", errors(&one));
    assert!(errors(&one).contains("--force"), "{}", errors(&one));
    let all = run(&[&"convert", &inputs, &out, &"--to", &"csa"]);
    assert_eq!(all.status.code(), Some(1));
    assert!(errors(&all).ends_with("games 1 warnings 0 failures 1\n"), "{}", errors(&all));
    assert_eq!(std::fs::read(out.join("a.csa")).expect("a file"), b"mine");
    let forced = run(&[&"convert", &inputs, &out, &"--to", &"csa", &"--force"]);
    assert!(forced.status.success(), "{}", errors(&forced));
    assert_ne!(std::fs::read(out.join("a.csa")).expect("a file"), b"mine");
    std::fs::remove_dir_all(folder).expect("the folder");
}

const DIAGRAM: &str = "後手の持駒：なし\n| ・ ・ ・ ・v香 ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ 龍 ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n先手の持駒：玉\n先手番\n";

#[test]
fn boards_without_kings_are_converted_and_shown() {
    let folder = folder("diagrams");
    std::fs::write(folder.join("a.bod"), DIAGRAM).expect("a file");
    let out = folder.join("out");
    let output = run(&[&"convert", &folder, &out, &"--to", &"kifu"]);
    assert!(output.status.success(), "{}", errors(&output));
    let text = std::fs::read_to_string(out.join("a.kifu")).expect("a record");
    assert!(text.contains("| ・ ・ ・ ・ 龍 ・ ・ ・ ・|八") && text.contains("玉"), "{text}");
    let shown = run(&[&"show", &out.join("a.kifu"), &"--flip"]);
    let text = String::from_utf8(shown.stdout).expect("UTF-8");
    assert!(text.contains("▲持駒：玉\n  １ ２ ３") && text.contains("v龍"), "{text}");
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let folder = folder("control");
    let path = folder.join("evil.kifu");
    let text = "先手：\u{1b}[31mEVIL\u{1b}]0;title\u{7}\n\u{1b}[1m：\u{9b}2J\n手合割：平手\n\
                *\u{1b}[2J\n1 ７六歩(77)\n*\u{1b}[31m\n\u{1b}[31m何か\n2 \u{1b}[31m\n";
    std::fs::write(&path, text).expect("a file");
    for args in [&["show"][..], &["show", "--moves"], &["show", "--ply", "0"], &["convert"]] {
        let out = folder.join("a.csa");
        let mut all: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&args[0], &path];
        if args[0] == "convert" {
            all.push(&out);
        }
        args[1..].iter().for_each(|arg| all.push(arg));
        let output = run(&all);
        assert!(output.status.success(), "{}", errors(&output));
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        let is_raw = |c: char| c.is_control() && c != '\n';
        assert!(!printed.contains(is_raw), "{args:?} {printed:?}");
    }
    let position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let problems = format!("{position}\t\u{1b}[31mnote\n\u{1b}[31mbad\n");
    for command in ["mate", "eval"] {
        let output = run_with_input(&[command, "-"], problems.as_bytes());
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert!(printed.contains("\t\\u{1b}[31mnote\n"), "{command} {printed:?}");
        let is_raw = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!printed.contains(is_raw), "{command} {printed:?}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn show_has_variations_steps_and_pictures() {
    let folder = folder("show");
    let record = folder.join("a.kifu");
    let text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n\n変化：2手\n2 ８四歩(83)\n\
                3 ２六歩(27)\n";
    std::fs::write(&record, text).expect("a file");
    let shown = |args: &[&dyn AsRef<std::ffi::OsStr>]| {
        let mut all: Vec<&dyn AsRef<std::ffi::OsStr>> = vec![&"show", &record];
        all.extend(args);
        let output = run(&all);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let moves = shown(&[&"--moves"]);
    assert!(moves.contains("variation 1, from move 2\n     2 △８四歩"), "{moves}");
    assert!(moves.contains("   2 △３四歩"), "{moves}");
    assert!(shown(&[&"--variation", &"1"]).contains("▲２六歩"));

    let picture = folder.join("a.svg");
    shown(&[&"--svg", &picture, &"--ply", &"1", &"--flip"]);
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    assert!(svg.starts_with("<svg ") && svg.matches("<use ").count() == 40, "{svg}");
    let again = run(&[&"show", &record, &"--svg", &picture]);
    assert_eq!(again.status.code(), Some(2), "{}", errors(&again));

    let path = record.display().to_string();
    let output = run_with_input(&["show", &path, "--step"], b"\n\nv 1\np\nf\n99\nq\n");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in ["variation 1 begins here", "▲７六歩", "△３四歩", "△８四歩", "１ ２ ３", "quit"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    std::fs::remove_dir_all(folder).expect("the folder");
}
