//! Commands from text and back.

use engine::{Clocks, MateTime};
use shogi::Position;

use super::*;

fn command(line: &str) -> Command {
    let parsed = Command::parse(line).unwrap();
    assert!(parsed.ignored.is_empty(), "{line}: {:?}", parsed.ignored);
    parsed.command
}

fn go(line: &str) -> Go {
    match command(line) {
        Command::Go(go) => go,
        other => panic!("{other:?}"),
    }
}

#[test]
fn canonical_lines_survive() {
    for line in [
        "usi",
        "isready",
        "setoption name USI_Hash value 256",
        "setoption name Some Name value some_value",
        "setoption name EvalDir value <empty>",
        "setoption name Clear",
        "usinewgame",
        "position startpos",
        "position startpos moves 7g7f 3c3d 8h2b+ B*5e",
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R 1 moves R*5b",
        "go",
        "go ponder",
        "go infinite",
        "go btime 1000 wtime 2000 byoyomi 3000",
        "go btime 1000 wtime 2000 byoyomi 0",
        "go ponder btime 1000 wtime 2000 binc 10 winc 20",
        "go mate 5000",
        "go mate infinite",
        "go movetime 100 depth 7 nodes 100000 searchmoves 7g7f P*5e",
        "stop",
        "ponderhit",
        "ponderhit btime 1 wtime 2 byoyomi 3",
        "gameover",
        "gameover win",
        "gameover lose",
        "gameover draw",
        "quit",
    ] {
        let first = command(line);
        assert_eq!(first.to_string(), line);
        assert_eq!(command(&format!("  {}\r\n", line.replace(' ', "  "))), first, "{line}");
    }
}

#[test]
fn blanks_inside_a_value_stay() {
    let value = Some("C:\\my  nets\\nn.bin".to_owned());
    let expected = Command::SetOption { name: "EvalFile".to_owned(), value };
    assert_eq!(command("setoption name EvalFile value C:\\my  nets\\nn.bin \r\n"), expected);
}

#[test]
fn odd_words_of_go() {
    let clocks = go("go byoyomi 1000").clocks.unwrap();
    assert_eq!(clocks, Clocks { byoyomi: 1000, ..Clocks::default() });
    assert_eq!(go("go btime -30 wtime 5").clocks.unwrap().left, [0, 5]);
    assert_eq!(go("go mate").mate, Some(MateTime::Infinite));
    assert_eq!(go("go searchmoves 7g7f 2g2f depth 3").depth, Some(3));

    let parsed = Command::parse("go btime soon depth 5 perft 3 rtime 10").unwrap();
    assert_eq!(parsed.ignored, ["btime", "soon", "perft", "3", "rtime", "10"]);
    assert_eq!(parsed.command, Command::Go(Go { depth: Some(5), ..Go::default() }));
    assert_eq!(go("go btime 60000.0 wtime 1e3").clocks.unwrap().left, [60_000, 1000]);
    for (line, clocks) in
        [("go btime soon wtime later", Some(Clocks::default())), ("go infinite btime soon", None)]
    {
        let Command::Go(go) = Command::parse(line).unwrap().command else { panic!("{line}") };
        assert_eq!(go.clocks, clocks, "{line}");
    }
    let huge = "99999999999999999999999";
    assert_eq!(go(&format!("go btime {huge} wtime 0")).clocks.unwrap().left[0], 1 << 50);
    assert_eq!(go(&format!("go depth {huge}")).depth, Some(u32::MAX));
}

#[test]
fn what_is_no_command() {
    for (line, message) in [
        ("", "an empty line is no command"),
        (" \t ", "an empty line is no command"),
        ("hello world", "unknown command \"hello\""),
        ("setoption", "setoption: expected \"name\" and an option's name"),
        ("setoption name", "setoption: expected \"name\" and an option's name"),
        ("setoption name value 5", "setoption: expected \"name\" and an option's name"),
        ("setoption Threads 5", "setoption: expected \"name\" and an option's name"),
        ("position", "position: expected \"startpos\" or \"sfen\""),
        ("position moves 7g7f", "position: expected \"startpos\" or \"sfen\""),
    ] {
        assert_eq!(Command::parse(line).unwrap_err().to_string(), message);
    }
}

#[test]
fn positions_with_mistakes() {
    let position = |line: &str| match command(line) {
        Command::Position(position) => position.position(),
        other => panic!("{other:?}"),
    };
    let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for line in [
        "position startpos".to_owned(),
        format!("position sfen {board} b -"),
        format!("position {board} b - 1"),
        format!("position {board} b - 1 moves"),
    ] {
        let (found, refused) = position(&line).unwrap();
        assert_eq!((found, refused), (Position::startpos(), None), "{line}");
    }
    let (found, refused) = position("position startpos moves 7g7f 7g7f 3c3d").unwrap();
    assert_eq!(found.plies_played(), 1);
    let message = refused.unwrap().to_string();
    assert!(message.starts_with("move 2 of the list (\"7g7f\"): illegal move"), "{message}");
    let error = position("position sfen 9/9/9/9/9/9/9/9/9 b - 1").unwrap_err().to_string();
    assert!(error.starts_with("position refused: board field"), "{error}");
}
