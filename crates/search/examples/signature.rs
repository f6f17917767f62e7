//! Searches the start position and two others to depth 8 on one thread, with the evaluator that needs
//! no file. This is a fixed amount of work for counting instructions.
#![allow(clippy::print_stdout)]
use eval::classic::Classic;
use search::{Searcher, Settings};
use shogi::Position;

const POSITIONS: [&str; 3] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1g1g1nl/1ks2r3/1pp1psbpp/p2p1pp2/7P1/P1P1P1P1P/1P1P1P3/1BKSGS1R1/LN1G3NL b - 25",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
];

fn main() {
    let mut searcher = Searcher::new(Classic::default(), 16).unwrap();
    let nodes: u64 = POSITIONS
        .iter()
        .map(|sfen| {
            let position: Position = sfen.parse().unwrap();
            searcher.think(&position, &Settings::to_depth(8)).nodes
        })
        .sum();
    println!("nodes {nodes}");
}
