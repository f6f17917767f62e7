//! Replies from text and back.

use engine::{Bound, ShownScore};

use super::*;

#[test]
fn canonical_lines_survive() {
    for line in [
        "id name Some Engine 1.0",
        "id author A. B.",
        "option name USI_Hash type spin default 256 min 1 max 1024",
        "option name Book File type combo default no book var no book var big.db",
        "option name EvalDir type string default <empty>",
        "option name Clear type button",
        "usiok",
        "readyok",
        "info depth 3 seldepth 5 time 10 nodes 99 nps 9900 hashfull 7 multipv 2 score cp -31 pv 7g7f 3c3d",
        "info currmove P*5e score mate 5 lowerbound",
        "info score mate -4 upperbound",
        "info score mate +",
        "info score mate -",
        "info string depth 5 pv: free text",
        "bestmove 7g7f",
        "bestmove 7g7f ponder 3c3d",
        "bestmove resign",
        "bestmove win",
        "checkmate G*5b",
        "checkmate nomate",
        "checkmate timeout",
        "checkmate notimplemented",
    ] {
        let reply = Reply::parse(line).unwrap();
        assert_eq!(reply.to_string(), line);
    }
}

/// The longest known mate has 1525 plies.
#[test]
fn a_mate_of_1525_plies() {
    let moves = vec!["G*5b"; 1525].join(" ");
    let line = format!("checkmate {moves}");
    let reply = Reply::parse(&line).unwrap();
    assert!(matches!(&reply, Reply::Checkmate(Checkmate::Moves(moves)) if moves.len() == 1525));
    assert_eq!(reply.to_string(), line);
}

#[test]
fn oddities_of_other_engines() {
    let info = |line: &str| match Reply::parse(line).unwrap() {
        Reply::Info(info) => info,
        other => panic!("{other:?}"),
    };
    let lost = info("info depth 1 score mate -0 pv resign");
    assert_eq!(lost.score, Some(ShownScore::mated_in(0)));
    assert!(lost.pv.is_empty());
    let won = info("info score mate +7 nodes");
    assert_eq!(won.score, Some(ShownScore::mate_in(7)));
    assert_eq!(won.nodes, None);
    let middle = info("info pv 7g7f 3c3d multipv 2 score cp 5");
    assert_eq!((middle.pv.len(), middle.multipv), (2, Some(2)));
    let line = info("info pv 7g7f 3c3d (50.00%)");
    assert_eq!(line.pv.len(), 2);
    let bound = info("info depth 9 score cp 5 lowerbound nodes 4 string hello  there");
    assert_eq!((bound.bound, bound.nodes), (Some(Bound::Lower), Some(4)));
    assert_eq!(bound.string.as_deref(), Some("hello  there"));
    let best = Reply::parse("bestmove 7g7f ponder (none)").unwrap();
    assert!(matches!(best, Reply::BestMove { ponder: None, .. }));
}

#[test]
fn what_is_no_reply() {
    for (line, message) in [
        ("", "unknown reply \"\""),
        ("hello", "unknown reply \"hello\""),
        ("id", "expected more behind \"id\""),
        ("bestmove", "expected more behind \"bestmove\""),
        ("checkmate", "expected more behind \"checkmate\""),
        ("option name X", "expected more behind \"option\""),
    ] {
        assert_eq!(Reply::parse(line).unwrap_err().to_string(), message);
    }
    assert!(matches!(Reply::parse("bestmove e2e4"), Err(ReplyError::Move(..))));
}

fn option(line: &str) -> OptionLine {
    match Reply::parse(line) {
        Ok(Reply::Option(option)) => option,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn values_are_checked_against_the_declaration() {
    let hash = option("option name USI_Hash type spin default 256 min 1 max 1024");
    assert!(hash.is_named("usi_hash") && !hash.is_named("Hash"));
    for (line, good, bad, expected) in [
        (
            "option name USI_Hash type spin default 256 min 1 max 1024",
            &["1", "1024"][..],
            &["0", "1025", "", "64MB", "0.5"][..],
            "a number from 1 to 1024",
        ),
        (
            "option name A type spin default 0 min 0",
            &["0", "99"],
            &["-1"],
            "a number of at least 0",
        ),
        ("option name A type spin default 0", &["-7"], &["x"], "a whole number"),
        (
            "option name A type check default true",
            &["true", "false"],
            &["1", "yes", ""],
            "true or false",
        ),
        (
            "option name A type combo default no book var no book var big.db",
            &["no book", "BIG.DB"],
            &["small.db", ""],
            "one of no book, big.db",
        ),
        ("option name A type button", &[""], &["now"], "no value"),
        ("option name A type string default x", &["", "anything"], &[], ""),
        ("option name A type filename default x", &["", "/no/such/file"], &[], ""),
    ] {
        let option = option(line);
        for value in good {
            assert_eq!(option.check(value), Ok(()), "{line}: {value:?}");
        }
        for value in bad {
            assert_eq!(option.check(value), Err(expected.to_owned()), "{line}: {value:?}");
        }
    }
}
