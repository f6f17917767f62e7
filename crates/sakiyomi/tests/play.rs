//! `sakiyomi play` as a user meets it.

use std::io::Write;
use std::process::{Command, Stdio};

/// What the program prints when these lines are typed.
fn play(args: &[&str], lines: &[&str]) -> String {
    play_bytes(args, lines.join("\n").as_bytes())
}

fn play_bytes(args: &[&str], typed: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["play", "--ascii"])
        .args(if args.contains(&"--time") { &[][..] } else { &["--time", "0.02"] })
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(typed).expect("the program listens");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_short_game() {
    let heard = play(&[], &["7g7f", "hint", "moves", "help", "5i5a", "nonsense", "save", "quit"]);
    for words in [
        "You are Black",
        "Sakiyomi plays ",
        "Perhaps ",
        "take back your last move",
        "illegal move 5i5a",
        "not a move",
        "startpos moves 7g7f ",
    ] {
        assert!(heard.contains(words), "{words}: {heard}");
    }
}

#[test]
fn moves_in_japanese_and_files_in_kif() {
    let path = std::env::temp_dir().join(format!("sakiyomi-play-{}.kifu", std::process::id()));
    let save = format!("save {}", path.display());
    let heard = play(&[], &["▲７六歩", "５五金", &save, "save", "quit"]);
    assert!(heard.contains("startpos moves 7g7f "), "{heard}");
    assert!(heard.contains("Saved to "), "{heard}");
    let record = std::fs::read_to_string(&path).expect("a record");
    std::fs::remove_file(&path).expect("a record");
    assert!(record.contains("７六歩(77)"), "{record}");
}

#[test]
fn a_saved_game_has_its_end_and_its_players() {
    let path = std::env::temp_dir().join(format!("sakiyomi-end-{}.csa", std::process::id()));
    let save = format!("save {}", path.display());
    play(&[], &["7g7f", "resign", &save, "quit"]);
    let record = std::fs::read_to_string(&path).expect("a record");
    std::fs::remove_file(&path).expect("a record");
    assert!(record.contains("N+You\r\nN-Sakiyomi\r\n"), "{record}");
    assert!(record.contains("\r\n$START_TIME:2"), "{record}");
    assert!(record.contains("\r\n+7776FU\r\nT"), "{record}");
    assert!(record.trim_end().ends_with("%TORYO"), "{record}");
    // What was taken back has not ended.
    let heard = play(&[], &["7g7f", "resign", "back", "2g2f", "quit"]);
    assert_eq!(heard.matches("Sakiyomi plays").count(), 2, "{heard}");
}

#[test]
fn bytes_that_are_no_text_are_no_move() {
    let heard = play_bytes(&[], b"\xff\xfe\n\x83\x48\n7g7f\nquit\n");
    assert!(heard.contains("Sakiyomi plays"), "{heard}");
}

#[test]
fn moves_are_taken_back() {
    let heard = play(&[], &["back", "7g7f", "back", "save", "2g2f", "quit"]);
    assert!(heard.contains("no move of yours"), "{heard}");
    assert!(heard.contains("your move > startpos\n"), "{heard}");
}

#[test]
fn giving_up_is_taken_back_without_a_move() {
    let heard = play(&[], &["resign", "back", "7g7f", "quit"]);
    assert!(heard.contains("Sakiyomi plays"), "{heard}");
    let heard = play(&[], &["7g7f", "resign", "back", "save", "quit"]);
    assert!(heard.contains("your move > startpos moves 7g7f "), "{heard}");
}

#[test]
fn a_move_that_is_written_otherwise_is_not_played() {
    let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let heard =
        play(&["--sfen", sfen], &["５五角打", "２二馬", "２二角", "save", "２二角成", "quit"]);
    for words in
        ["(drop)", "(missing 成)", "成 or 不成? 8h2b or 8h2b+", "PPPPPP/1B5R1/LNSGKGSNL b - 3\n"]
    {
        assert!(heard.contains(words), "{words}: {heard}");
    }
    assert!(heard.contains("Sakiyomi plays"), "{heard}");
}

#[test]
fn a_file_of_something_else_is_not_replaced() {
    let path = std::env::temp_dir().join(format!("sakiyomi-other-{}.usi", std::process::id()));
    std::fs::write(&path, "mine").expect("a file");
    let save = format!("save {}", path.display());
    let heard = play(&[], &[&save, "quit"]);
    assert!(heard.contains("is there already"), "{heard}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "mine");
    std::fs::remove_file(&path).expect("a file");
    let heard = play(&[], &["7g7f", "resign", &save, &save, "quit"]);
    assert_eq!(heard.matches("usi cannot carry").count(), 2, "{heard}");
    std::fs::remove_file(&path).expect("a file");
}

#[test]
fn the_end() {
    let mate = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    let heard = play(&["--sfen", mate], &["declare", "G*5b", "hint", "save", "quit"]);
    assert!(heard.contains("Not yet: 2 points of 28"), "{heard}");
    assert!(heard.contains("White has no move; Black wins."), "{heard}");
    assert!(heard.contains("The game is over"), "{heard}");
    assert!(heard.contains("17p 1 moves G*5b"), "{heard}");

    let heard = play(&["--color", "white"], &["resign"]);
    assert!(heard.contains("You resign."), "{heard}");

    let entered = "+P+P+P+P+P+P+P+P+P/1K+P6/9/9/9/9/9/9/8k b 2R2B4G4S4N4L8p 1";
    let heard = play(&["--sfen", entered], &["declare"]);
    assert!(heard.contains("and it holds"), "{heard}");
    let heard = play(&["--sfen", entered, "--color", "white"], &[]);
    assert!(heard.contains("Sakiyomi declares a win"), "{heard}");
}

#[test]
fn one_board_a_turn_with_clock_and_view_of_the_score() {
    let heard = play(&["--level", "2"], &["7g7f", "quit"]);
    assert!(heard.contains("Sakiyomi has level 2 of 10"), "{heard}");
    // One at the start, one after the engine's move.
    assert_eq!(heard.matches("Black in hand").count(), 2, "{heard}");
    assert!(heard.contains("Time used: Black 0:00, White 0:0"), "{heard}");
    assert!(heard.contains("for Sakiyomi)"), "{heard}");
    assert!(!heard.contains('\x1b'), "{heard}");
}

#[test]
fn the_board_is_turned_for_white() {
    let heard = play(&["--color", "white"], &["quit"]);
    let (white, black) = (heard.find("White in hand"), heard.find("Black in hand"));
    assert!(black < white, "{heard}");
    assert!(heard.contains("  1  2  3  4  5  6  7  8  9"), "{heard}");
}

#[test]
fn a_check_is_announced() {
    let sfen = "4k4/9/9/9/9/9/9/4r4/4K4 b 2b4g4s4n4l18pr 1";
    let heard = play(&["--sfen", sfen], &["quit"]);
    assert!(heard.contains("Black to move, in check!"), "{heard}");
}

#[test]
fn the_moves_so_far_and_the_legal_ones() {
    let heard = play(&[], &["moves", "7g7f", "moves", "legal", "quit"]);
    assert!(heard.contains("No move has been played yet."), "{heard}");
    assert!(heard.contains("   1 7g7f\n   2 "), "{heard}");
    assert!(heard.contains(" 2g2f "), "{heard}");
}

#[test]
fn what_was_taken_back_is_played_again() {
    let heard = play(&[], &["redo", "7g7f", "back", "redo", "save", "quit"]);
    assert!(heard.contains("There is no move to play again."), "{heard}");
    assert!(heard.contains("your move > startpos moves 7g7f "), "{heard}");
    assert_eq!(heard.matches("Sakiyomi plays").count(), 1, "{heard}");
}

#[test]
fn a_new_game_with_the_other_side() {
    let heard = play(&[], &["7g7f", "new green", "new white", "save", "new black", "save", "quit"]);
    assert!(heard.contains("expected black or white"), "{heard}");
    assert!(heard.contains("You are White"), "{heard}");
    assert!(heard.contains("your move > startpos moves "), "{heard}");
    assert!(heard.contains("your move > startpos\n"), "{heard}");
}

#[test]
fn handicaps_by_name() {
    for name in ["二枚落ち", "two-pieces", "2枚落ち"] {
        let heard = play(&["--handicap", name], &["save", "quit"]);
        let start = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves ";
        assert!(heard.contains(start), "{name}: {heard}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["play", "--handicap", "king"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("six-pieces (六枚落ち)"), "{told}");
}

#[test]
fn moves_in_other_spellings() {
    let heard = play(&[], &["7776FU", "back", "7G7F", "save", "quit"]);
    assert!(heard.contains("startpos moves 7g7f "), "{heard}");
}

#[test]
fn texts_in_japanese() {
    let typed = ["5i5a", "５八金", "７六歩", "投了", "save", "終了"];
    let heard = play(&["--lang", "ja"], &typed);
    for words in [
        "あなたは先手です",
        "5i5a は反則です：その駒はそこへ動けません",
        "当てはまる合法手が複数あります：4i5h 6i5h",
        "Sakiyomi の手：",
        "あなたが投了しました。",
        "対局終了 > ",
    ] {
        assert!(heard.contains(words), "{words}: {heard}");
    }
}

/// Ctrl-C keeps the game in a new file.
#[cfg(unix)]
#[test]
fn an_interrupted_game_is_kept() {
    use std::io::{BufRead, BufReader};

    let folder = std::env::temp_dir().join(format!("sakiyomi-interrupt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sakiyomi"))
        .args(["play", "--time", "0.02", "--ascii", "--lang", "en"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"7g7f\n").expect("the program listens");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let answered = lines.any(|line| line.is_ok_and(|line| line.starts_with("Sakiyomi plays ")));
    assert!(answered);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("a signal").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("Saved to sakiyomi-game-1.kifu."), "{told}");
    let record = std::fs::read_to_string(folder.join("sakiyomi-game-1.kifu")).expect("a record");
    std::fs::remove_dir_all(&folder).expect("a folder");
    assert!(record.contains("７六歩(77)"), "{record}");
}

#[test]
fn a_saved_game_has_its_date_and_the_time_of_each_move() {
    let path = std::env::temp_dir().join(format!("sakiyomi-times-{}.kifu", std::process::id()));
    let save = format!("save {}", path.display());
    let heard = play(&["--time", "1.1"], &["7g7f", &save, "quit"]);
    let record = std::fs::read_to_string(&path).expect(&heard);
    std::fs::remove_file(&path).expect("a record");
    assert!(record.contains("開始日時：20"), "{record}");
    let times: Vec<&str> = record.lines().filter(|line| line.ends_with(')')).collect();
    assert_eq!(times.len(), 2, "{record}");
    assert!(times[0].ends_with("( 0:00/00:00:00)"), "{record}");
    assert!(times[1].ends_with("( 0:01/00:00:01)"), "{record}");
}

#[test]
fn the_sides_of_a_handicap_game_in_japanese() {
    let heard = play(&["--lang", "ja", "--handicap", "二枚落ち"], &["quit"]);
    assert!(heard.contains("あなたは下手です") && heard.contains("上手の持駒"), "{heard}");
}
