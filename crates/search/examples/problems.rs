//! Next-move problems: `problems NET FILE LIMIT [OFF | NUMBER=VALUE]...` counts how many are solved
//! within the limit, which is a number of milliseconds or `nodes=N` for each. The techniques named
//! after it are switched off; with the feature `tune` numbers of the search can be set.
//!
//! As the count alone is a coarse measure, the program also prints the geometric mean of the nodes
//! after which the search kept to the right move; an unsolved problem counts as twice its limit.
#![allow(clippy::print_stdout)]
use std::time::{Duration, Instant};

use eval::material::PieceValues;
use eval::nnue::{FvScale, Network, Nnue};
use search::*;
use shogi::Position;

struct Until(Option<Instant>);
impl Deadline for Until {
    fn has_passed(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// A controller that notes when the search settled on the right move.
struct Settled<'a> {
    best: &'a str,
    /// The nodes until the search settled; none while it prefers another move.
    nodes: Option<u64>,
}

impl Controller for Settled<'_> {
    fn report(&mut self, report: Report<'_>) {
        let is_best = report.root_move.pv[0].to_string() == self.best;
        self.nodes = is_best.then(|| self.nodes.unwrap_or(report.nodes));
    }

    fn goes_on(&mut self, _: i32, _: &[RootMove], _: u64) -> bool {
        true
    }
}

/// Sets the numbers among the words; the other words are techniques to switch off.
fn apply(words: &[String]) -> Switches {
    let is_number = |word: &&String| word.contains('=');
    for (name, value) in words.iter().filter(is_number).filter_map(|word| word.split_once('=')) {
        let number = tunable(name).expect("a number of a build with `tune`");
        number.set(value.parse().unwrap());
    }
    let off: Vec<&str> = words.iter().filter(|word| !is_number(word)).map(|word| &**word).collect();
    off.join(",").parse().unwrap()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let network = Network::from_bytes(&std::fs::read(&args[0]).unwrap()).unwrap();
    let mut searcher =
        Searcher::new(Nnue::new(&network, FvScale::fitted_to(&network)), 64).unwrap();
    let (nodes, time) = match args[2].strip_prefix("nodes=") {
        Some(nodes) => (Some(nodes.parse().unwrap()), None),
        None => (None, Some(Duration::from_millis(args[2].parse().unwrap()))),
    };
    let settings = Settings {
        limits: Limits { nodes, ..Limits::default() },
        switches: apply(&args[3..]),
        values: PieceValues::NETWORK.exchange_values(),
        ..Settings::default()
    };
    let (mut solved, mut all, mut searched, mut sum_of_logs) = (0, 0, 0, 0.0);
    let start = Instant::now();
    for line in std::fs::read_to_string(&args[1]).unwrap().lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Ok(position) = fields[0].parse::<Position>() else { continue };
        searcher.new_game().unwrap();
        let deadline = Until(time.map(|time| Instant::now() + time));
        let mut settled = Settled { best: fields[1], nodes: None };
        let outcome = searcher.think_until(&position, &settings, &deadline, &mut settled);
        all += 1;
        searched += outcome.nodes;
        let found = outcome.moves[0].pv[0].to_string();
        let needed = settled.nodes.filter(|_| found == fields[1]);
        sum_of_logs += (needed.unwrap_or(2 * outcome.nodes) as f64).ln();
        if found == fields[1] {
            solved += 1;
            println!(
                "right {found} after {} nodes: {}",
                needed.unwrap_or(outcome.nodes),
                fields[0]
            );
        } else {
            println!("wrong {found} for {} at depth {}: {}", fields[1], outcome.depth, fields[0]);
        }
    }
    println!(
        "solved {solved} of {all} ({:.1}%), settled after {:.0} nodes, {} k nodes/s",
        100.0 * f64::from(solved) / f64::from(all),
        (sum_of_logs / f64::from(all)).exp(),
        u128::from(searched) / start.elapsed().as_millis().max(1)
    );
}
