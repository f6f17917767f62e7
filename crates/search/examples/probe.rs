//! Searches one position with a network and prints what it finds.
#![allow(clippy::print_stdout)]
use std::time::{Duration, Instant};

use eval::AnyEvaluator;
use eval::material::PieceValues;
use eval::nnue::{FvScale, Network, Nnue};
use search::*;
use shogi::{NonPromotions, Position};

struct Until(Option<Instant>);
impl Deadline for Until {
    fn has_passed(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
struct Print(Instant);
impl Controller for Print {
    fn report(&mut self, r: Report<'_>) {
        let pv: Vec<_> = r.root_move.pv.iter().map(|m| m.to_string()).collect();
        let ms = self.0.elapsed().as_millis().max(1) as u64;
        println!(
            "depth {} seldepth {} {} nodes {} nps {} time {ms} pv {}",
            r.depth,
            r.deepest,
            r.root_move.score,
            r.nodes,
            r.nodes * 1000 / ms,
            pv.join(" ")
        );
    }
    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}
fn main() {
    let mut args = std::env::args().skip(1);
    let net = args.next().unwrap();
    let ms: u64 = args.next().unwrap().parse().unwrap();
    let sfen = args.next().unwrap_or("startpos".into());
    let network = Network::from_bytes(&std::fs::read(net).unwrap()).unwrap();
    let mut evaluator = AnyEvaluator::from(Nnue::new(&network, FvScale::fitted_to(&network)));
    let shared = Shared::new(TranspositionTable::new(256).unwrap());
    let mut memory = Memory::new();
    let position: Position = sfen.parse().unwrap();
    let nodes = std::env::var("NODES").ok().and_then(|nodes| nodes.parse().ok());
    let start = Instant::now();
    let settings = Settings {
        limits: Limits { nodes, ..Limits::default() },
        rules: Rules::default(),
        recipe: RecipeName::default(),
        switches: std::env::var("OFF").unwrap_or_default().parse().unwrap(),
        values: PieceValues::NETWORK.exchange_values(),
        lines: 1,
        non_promotions: NonPromotions::Useful,
    };
    shared.begin();
    let deadline = Until(nodes.is_none().then(|| start + Duration::from_millis(ms)));
    let worker =
        Worker::new(&position, &mut evaluator, &mut memory, &shared, &deadline, settings, 0);
    let outcome = worker.run(&mut Print(start));
    println!("bestmove {} nodes {}", outcome.moves[0].pv[0], outcome.nodes);
}
