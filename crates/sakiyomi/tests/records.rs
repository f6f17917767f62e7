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
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().next_back(), Some("games 37 warnings 13 failures 2"));
    assert!(said.contains("9fu.kif:9: "), "{said}");
    // Three files are called fork.*: none is overwritten.
    for name in ["chudan.csa", "fork.csa", "fork-2.csa"] {
        assert!(folder.join("json-kifu-format").join(name).exists(), "{name}");
    }
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
    assert!(errors(&one).ends_with("\ngames 0 warnings 2 failures 1\n"), "{}", errors(&one));
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
    let cases: [(&[&dyn AsRef<std::ffi::OsStr>], &str); 7] = [
        (&[&"convert", &"no-such-file", &"a.csa"], "no-such-file"),
        (&[&"convert", &kif, &"a.xyz"], "xyz"),
        (&[&"convert", &kif, &"-"], "--to"),
        (&[&"convert", &kif, &"-", &"--to", &"pdf"], "pdf"),
        (&[&"convert", &kif, &"a.csa", &"--encoding", &"ebcdic"], "ebcdic"),
        (&[&"convert", &kif, &same], "the same"),
        (&[&"show", &kif, &"--ply", &"99"], "3 moves"),
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
