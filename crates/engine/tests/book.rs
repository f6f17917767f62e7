//! Playing from a book.

mod common;

use common::Player;
use engine::{Answer, Clocks, Event, Go, ShownScore};
use shogi::{Action, Move, Position};

const AFTER_TWO: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
/// The same position with the colours exchanged, at a move number that Black never has.
const TWIN: &str = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4";

fn player() -> Player {
    let mut player = Player::new(0);
    player.set("BookDir", concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites"));
    player.set("BookFile", "book.db");
    player.engine.make_ready();
    assert_eq!(player.notes().last().unwrap(), "book with 3 positions loaded");
    player
}

fn depth_2() -> Go {
    Go { depth: Some(2), ..Go::default() }
}

/// Returns the move and the expected reply, if they come from the book.
fn from_book(answer: &Answer) -> Option<String> {
    let Action::Play(mv) = answer.action else { return None };
    let reply = answer.ponder.map_or(String::new(), |reply| reply.to_string());
    (answer.nodes == 0).then(|| format!("{mv} {reply}"))
}

#[test]
fn moves_about_as_good_as_the_best_are_played() {
    let mut player = player();
    let mut played = Vec::new();
    for _ in 0..64 {
        let answer = player.play(depth_2());
        played.push(from_book(&answer).expect("a move of the book"));
    }
    played.sort();
    played.dedup();
    assert_eq!(played, ["2g2f 8c8d", "7g7f 3c3d"]);
}

#[test]
fn one_line_is_shown() {
    let mut player = player();
    player.set("BookEvalDiff", "0").start(depth_2());
    let events = player.events();
    let [Event::Note(note), Event::Info(info), Event::Answer(answer)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(note, "book move 7g7f, one of 1");
    assert_eq!((info.depth, info.score), (20, ShownScore::Centipawns(40)));
    assert_eq!(usi(&info.pv), "7g7f 3c3d 2g2f 4c4d");
    assert_eq!(from_book(answer).as_deref(), Some("7g7f 3c3d"));
}

fn usi(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_of_the_book_is_as_long_as_asked_for() {
    let mut player = player();
    player.set("BookEvalDiff", "0");
    for (moves, line) in
        [("1", "7g7f"), ("2", "7g7f 3c3d"), ("3", "7g7f 3c3d 2g2f"), ("200", "7g7f 3c3d 2g2f 4c4d")]
    {
        player.set("BookPvMoves", moves).start(depth_2());
        let events = player.events();
        let Event::Info(info) = &events[1] else { panic!("{events:?}") };
        assert_eq!(usi(&info.pv), line);
        let Some(Event::Answer(answer)) = events.last() else { panic!("{events:?}") };
        assert_eq!(from_book(answer).as_deref(), Some("7g7f 3c3d"));
    }
}

#[test]
fn the_book_is_ignored_as_often_as_asked_for() {
    let mut player = player();
    let mut hits = |rate: &str| {
        player.set("BookIgnoreRate", rate);
        (0..100).filter(|_| from_book(&player.play(depth_2())).is_some()).count()
    };
    assert_eq!((hits("0"), hits("100")), (100, 0));
    assert!((20..=80).contains(&hits("50")));
}

#[test]
fn a_position_is_known_with_its_move_number_and_as_its_twin() {
    let mut player = player();
    let ask = |player: &mut Player, sfen: &str| from_book(&player.position(sfen).play(depth_2()));
    assert_eq!(ask(&mut player, AFTER_TWO).as_deref(), Some("2g2f 4c4d"));
    assert_eq!(ask(&mut player, TWIN).as_deref(), Some("8c8d 6g6f"));
    player.set("FlippedBook", "false");
    assert_eq!(ask(&mut player, TWIN), None);
    let later = AFTER_TWO.replace("- 3", "- 5");
    assert_eq!(ask(&mut player, &later), None);
    player.set("IgnoreBookPly", "true");
    assert_eq!(ask(&mut player, &later).as_deref(), Some("2g2f 4c4d"));
}

#[test]
fn options_that_keep_the_book_closed() {
    let uses_book = |name: &str, value: &str| {
        let mut player = player();
        from_book(&player.set(name, value).play(depth_2())).is_some()
    };
    assert!(uses_book("BookMoves", "1"));
    assert!(!uses_book("BookMoves", "0"));
    assert!(!uses_book("USI_OwnBook", "false"));
    assert!(uses_book("BookDepthLimit", "20"));
    assert!(!uses_book("BookDepthLimit", "21"));
    assert!(uses_book("BookEvalBlackLimit", "40"));
    assert!(!uses_book("BookEvalBlackLimit", "41"));
    assert!(uses_book("BookEvalWhiteLimit", "9999"));
    assert!(!uses_book("ConsiderationMode", "true"));
    let mut player = player();
    let only = vec!["9g9f".parse().unwrap()];
    assert_eq!(from_book(&player.play(Go { only, ..depth_2() })), None);
}

#[test]
fn a_move_found_while_the_opponent_thinks_waits() {
    let mut player = player();
    let clocks = Some(Clocks { left: [60_000; 2], ..Clocks::default() });
    player.start(Go { ponder: true, clocks, ..Go::default() });
    player.silence();
    player.engine.ponder_hit(None, 0);
    assert!(from_book(&player.answer()).is_some());
    player.start(Go { ponder: true, clocks, ..Go::default() });
    player.engine.stop();
    assert!(from_book(&player.answer()).is_some());
}

#[test]
fn a_book_is_asked_before_the_clocks_of_an_early_ponder_are_known() {
    let mut player = player();
    player.start(Go { ponder: true, ..Go::default() });
    player.silence();
    player.engine.ponder_hit(Some(Clocks { left: [60_000; 2], ..Clocks::default() }), 0);
    assert!(from_book(&player.answer()).is_some());
}

/// A book in a file of its own, which a test may change.
fn write_book(name: &str, moves: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, format!("#YANEURAOU-DB2016 1.00\n{moves}")).unwrap();
    path
}

#[test]
fn a_missing_reply_is_what_the_book_would_play() {
    let second = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let start = Position::startpos();
    let moves = format!("sfen {start}\n7g7f none\nsfen {second}\n8c8d none 10\n3c3d none 20\n");
    let path = write_book("replies.db", &moves);
    let mut player = player();
    player.set("BookFile", path.to_str().unwrap());
    player.engine.make_ready();
    assert_eq!(from_book(&player.play(depth_2())).as_deref(), Some("7g7f 3c3d"));
}

#[test]
fn a_book_that_has_changed_is_read_again() {
    let start = Position::startpos();
    let path = write_book("changing.db", &format!("sfen {start}\n7g7f 3c3d\n"));
    let mut player = player();
    player.set("BookFile", path.to_str().unwrap());
    player.engine.make_ready();
    assert_eq!(from_book(&player.play(depth_2())).as_deref(), Some("7g7f 3c3d"));
    write_book("changing.db", &format!("# longer\nsfen {start}\n2g2f 8c8d\n"));
    // Until the book is read again, the engine reports the change and searches.
    player.start(depth_2());
    let events = player.events();
    let says = |event: &Event| matches!(event, Event::Note(text) if text.ends_with("has changed since it was opened"));
    assert!(events.iter().any(says), "{events:?}");
    player.engine.make_ready();
    assert_eq!(from_book(&player.play(depth_2())).as_deref(), Some("2g2f 8c8d"));
}

#[test]
fn no_book_is_no_reason_not_to_play() {
    let mut player = player();
    player.set("BookFile", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    player.engine.make_ready();
    let notes = player.notes();
    assert!(notes[0].contains("not a book of YaneuraOu"), "{notes:?}");
    assert_eq!(notes[1], "the engine plays without a book");
    let Action::Play(mv) = player.play(depth_2()).action else { panic!("no move") };
    assert!(Position::startpos().is_legal(mv));
}
