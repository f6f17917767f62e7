//! Next-move problems: `problems NET FILE LIMIT [OFF...]`: how many are solved within a limit each,
//! which is a number of milliseconds or `nodes=N`. The techniques named after it are switched off.
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

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let network = Network::from_bytes(&std::fs::read(&args[0]).unwrap()).unwrap();
    let mut evaluator = AnyEvaluator::from(Nnue::new(&network, FvScale::fitted_to(&network)));
    let mut memory = Memory::new();
    let mut shared = Shared::new(TranspositionTable::new(64).unwrap());
    let (nodes, time) = match args[2].strip_prefix("nodes=") {
        Some(nodes) => (Some(nodes.parse().unwrap()), None),
        None => (None, Some(Duration::from_millis(args[2].parse().unwrap()))),
    };
    let limits = Limits { nodes, ..Limits::default() };
    let switches: Switches = args[3..].join(",").parse().unwrap();
    let (mut solved, mut all, mut searched) = (0, 0, 0);
    let start = Instant::now();
    for line in std::fs::read_to_string(&args[1]).unwrap().lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok(position) = fields[0].parse::<Position>() else { continue };
        memory.clear();
        shared.tt.clear().unwrap();
        shared.begin();
        let deadline = Until(time.map(|time| Instant::now() + time));
        let settings = Settings {
            limits: limits.clone(),
            rules: Rules::default(),
            recipe: RecipeName::default(),
            switches,
            values: PieceValues::NETWORK.exchange_values(),
            lines: 1,
            non_promotions: NonPromotions::Useful,
        };
        let outcome =
            Worker::new(&position, &mut evaluator, &mut memory, &shared, &deadline, settings, 0)
                .run(&mut NoController);
        all += 1;
        searched += outcome.nodes;
        let found = outcome.moves[0].pv[0].to_string();
        if found == fields[1] {
            solved += 1;
        } else {
            println!("wrong {found} for {} at depth {}: {}", fields[1], outcome.depth, fields[0]);
        }
    }
    println!(
        "solved {solved} of {all} ({:.1}%), {} k nodes/s",
        100.0 * f64::from(solved) / f64::from(all),
        u128::from(searched) / start.elapsed().as_millis().max(1)
    );
}
