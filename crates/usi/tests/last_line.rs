//! The line before `bestmove`: it is about the move that is played, exact where an exact score of
//! that move was shown, and holds the nodes and the time of the whole search.

mod common;

use common::Conversation;

const POSITION: &str = "position sfen \
    ln1g1g1nl/1ks2r3/1pp1psbpp/p2p1pp2/7P1/P1P1P1P1P/1P1P1P3/1BKSGS1R1/LN1G3NL b - 25";

/// The parts of an `info` line that the tests look at.
struct Line {
    is_exact: bool,
    time: u64,
    nodes: u64,
    first: String,
    length: usize,
}

fn parse(text: &str) -> Option<Line> {
    let words: Vec<&str> = text.split(' ').collect();
    let behind = |word| words.iter().position(|&found| found == word).map(|at| at + 1);
    let number = |word| words[behind(word)?].parse().ok();
    let pv = behind("pv")?;
    Some(Line {
        is_exact: !text.contains("bound "),
        time: number("time")?,
        nodes: number("nodes")?,
        first: words[pv].to_owned(),
        length: words.len() - pv,
    })
}

fn check(conversation: &mut Conversation, go: &str) {
    conversation.say("usinewgame");
    conversation.say(go);
    let mut heard = conversation.hear_answer();
    let told = format!("{go}: {heard:#?}");
    let answer = heard.pop().expect("an answer");
    let words: Vec<&str> = answer.split(' ').collect();
    let lines: Vec<Line> = heard.iter().filter_map(|text| parse(text)).collect();
    let last = lines.last().expect(&told);
    assert_eq!(last.first, words[1], "{told}");
    assert!(lines.iter().all(|line| line.nodes <= last.nodes && line.time <= last.time), "{told}");
    let is_known = lines.iter().any(|line| line.is_exact && line.first == last.first);
    assert!(last.is_exact || !is_known, "{told}");
    if last.is_exact && last.length > 1 {
        let line = heard.last().expect("a line");
        let start = line.find(" pv ").expect("a line of moves") + 4;
        assert_eq!(line[start..].split(' ').nth(1), words.get(3).copied(), "{told}");
    }
}

#[test]
fn the_last_line_is_about_the_answer() {
    let mut conversation = Conversation::begin();
    conversation.say("setoption name PvInterval value 0");
    conversation.say("setoption name USI_Ponder value true");
    conversation.say(POSITION);
    for lines in [1, 3] {
        conversation.say(&format!("setoption name MultiPV value {lines}"));
        for nodes in (500..20_000).step_by(977) {
            check(&mut conversation, &format!("go nodes {nodes}"));
        }
        check(&mut conversation, "go depth 7");
        check(&mut conversation, "go movetime 60");
        check(&mut conversation, "go nodes 9000 searchmoves 7f7e 9f9e 2e2d");
    }
    conversation.say("setoption name PvInterval value 300");
    check(&mut conversation, "go movetime 100");
    conversation.end().unwrap();
}
