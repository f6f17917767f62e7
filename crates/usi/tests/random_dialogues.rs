//! Random conversations: whatever a GUI says, every `go` has exactly one answer, of its kind and in
//! its turn.
//!
//! Some run with all tests. The thousand of docs/record/usi.md (a few minutes):
//!
//! ```text
//! cargo test -p usi --test random_dialogues -- --ignored --nocapture
//! ```
#![allow(clippy::print_stdout)]

mod common;

use std::time::Duration;

use common::Conversation;
use shogi::{Legality, MoveList, NonPromotions, Position, Wanted};

const BENCH: &str = include_str!("../../../suites/bench.sfen");

/// A generator of numbers that are the same for the same seed (SplitMix64, Steele et al. 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const JUNK: [&str; 12] = [
    "",
    "   ",
    "\\r",
    "hello engine",
    "bestmove 7g7f",
    "go perft 3",
    "position",
    "position sfen",
    "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
    "position startpos moves 7g7f 7g7f xyz",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 1a1b",
    "設定 \u{1f600} \u{0}",
];

const OPTIONS: [&str; 18] = [
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 0",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name USI_Hash value 2",
    "setoption name USI_Hash value 1",
    "setoption name USI_Hash value -7",
    "setoption name Stochastic_Ponder value true",
    "setoption name Stochastic_Ponder value false",
    "setoption name USI_Ponder value true",
    "setoption name EvalFile value missing.bin",
    "setoption name PvInterval value 0",
    "setoption name Recipe value bonanza",
    "setoption name Recipe value tournament",
    "setoption name NoSuchOption value 1",
    "setoption name",
    "setoption",
];

const LIMITS: [&str; 26] = [
    "",
    " infinite",
    " ponder",
    " ponder btime 500 wtime 500 byoyomi 10",
    " ponder depth 4",
    " ponder movetime 5",
    " depth 1",
    " depth 5",
    " depth 0",
    " depth -3",
    " depth ten",
    " nodes 0",
    " nodes 1",
    " nodes 3000",
    " movetime 0",
    " movetime 3",
    " movetime -5",
    " byoyomi 20",
    " btime 100 wtime 100",
    " btime 0 wtime 0 byoyomi 0",
    " btime 50 wtime 50 binc 10 winc 10",
    " btime -500 wtime abc",
    " mate 10",
    " mate infinite",
    " mate 0",
    " depth 3 some odd words",
];

/// Returns a `position` command with a game of random moves.
fn position(random: &mut Random) -> String {
    let starts: Vec<&str> =
        BENCH.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let sfen = random.one_of(&starts);
    let mut position: Position = sfen.parse().expect(sfen);
    let mut command = format!("position sfen {sfen}");
    for ply in 0..random.below(12) {
        let mut moves = MoveList::new();
        position.generate(Wanted::All, Legality::Legal, NonPromotions::All, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        command += &format!("{}{mv}", if ply == 0 { " moves " } else { " " });
        position.play(mv);
    }
    command
}

fn go(random: &mut Random) -> String {
    let mut command = format!("go{}", random.one_of(&LIMITS));
    if random.below(8) == 0 {
        command += random.one_of(&[" searchmoves 7g7f 2g2f", " searchmoves 1a1b", " searchmoves"]);
    }
    command
}

fn command(random: &mut Random) -> String {
    match random.below(20) {
        0..6 => go(random),
        6..9 => position(random),
        9..12 => "stop".to_owned(),
        12..14 => random
            .one_of(&["ponderhit", "ponderhit btime 30 wtime 30 byoyomi 5", "ponderhit junk"])
            .to_owned(),
        14..16 => random.one_of(&OPTIONS).to_owned(),
        16 => random.one_of(&["isready", "usi"]).to_owned(),
        17 => {
            random.one_of(&["usinewgame", "gameover win", "gameover draw", "gameover"]).to_owned()
        }
        _ => random.one_of(&JUNK).to_owned(),
    }
}

/// Holds one conversation and returns the number of its requests.
fn converse(seed: u64) -> usize {
    let mut random = Random(seed);
    let mut conversation = Conversation::begin();
    let mut said = Vec::new();
    for _ in 0..5 + random.below(40) {
        let line = command(&mut random);
        conversation.say(&line);
        said.push(line);
        // Often the next command comes at once, sometimes when the search is done.
        let patience = Duration::from_millis([0, 0, 1, 4, 20][random.below(5)]);
        while !conversation.is_answered() && conversation.hear(patience).is_some() {
            assert!(conversation.is_in_order(), "seed {seed}: {said:#?}");
        }
    }
    if random.below(4) == 0 {
        conversation.close_input();
    }
    let requests = conversation.requests();
    if let Err(error) = conversation.end() {
        panic!("seed {seed}: {error}: {said:#?}");
    }
    requests
}

fn hold(dialogues: u64) {
    let requests: usize = (0..dialogues).map(converse).sum();
    println!("{dialogues} dialogues, {requests} requests, each with one answer");
}

#[test]
fn random_dialogues_have_one_answer_for_each_go() {
    hold(25);
}

#[test]
#[ignore = "a few minutes"]
fn a_thousand_random_dialogues() {
    hold(1000);
}
