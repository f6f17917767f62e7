//! Evaluations per second of every evaluator, full and along a search-like walk, and what the
//! entering-king term costs. One run, evaluators in turn, median and spread of the rounds.
//!
//! `cargo bench -p eval [-- ROUNDS]`, with `steps` behind it the entering-king term only. With `SAKIYOMI_DATA` the K-P network is a real one.
#![allow(clippy::print_stdout, reason = "a bench reports to the terminal")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use common::network::{HALF_KP_256, KP_256};
use common::{Numbers, processor_time};
use eval::bonanza::{Bonanza, BonanzaWeights};
use eval::classic::Classic;
use eval::entering_king::{EnteringKing, Preset};
use eval::material::{Material, PieceValues};
use eval::nnue::{FvScale, Network, Nnue, kernels};
use eval::three_piece::{Encoding, OWN_STATES, STATES, State, ThreePiece, ThreePieceWeights};
use eval::{AnyEvaluator, Evaluator};
use shogi::{Legality, MoveList, NonPromotions, Position, Square, Wanted};

/// A tree like that of a search: at every node the captures are generated and judged, as quiescence
/// does, and the position is evaluated; a few moves are played, now and then the turn is handed
/// over.
struct Walk {
    numbers: Numbers,
    values: shogi::ExchangeValues,
    nodes: u64,
    sum: i64,
}

impl Walk {
    fn node(&mut self, position: &mut Position, evaluator: Option<&mut AnyEvaluator>, depth: u32) {
        let mut evaluator = evaluator;
        self.nodes += 1;
        if let Some(evaluator) = &mut evaluator {
            self.sum += i64::from(evaluator.evaluate(position).get());
        }
        let mut captures = MoveList::new();
        position.generate(Wanted::Captures, Legality::Pseudo, NonPromotions::Useful, &mut captures);
        let gains = captures.iter().filter(|&&mv| position.see_at_least(mv, 0, &self.values));
        self.sum += gains.count() as i64;
        if depth == 0 {
            return;
        }
        if self.numbers.below(8) == 0 && !position.in_check() {
            position.pass();
            if let Some(evaluator) = &mut evaluator {
                evaluator.passed(position);
            }
            self.node(position, evaluator.as_deref_mut(), depth - 1);
            position.take_back();
            if let Some(evaluator) = &mut evaluator {
                evaluator.taken_back();
            }
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        for _ in 0..6 {
            let mv = moves[self.numbers.below(moves.len())];
            position.play(mv);
            if let Some(evaluator) = &mut evaluator {
                evaluator.played(position);
            }
            self.node(position, evaluator.as_deref_mut(), depth - 1);
            position.take_back();
            if let Some(evaluator) = &mut evaluator {
                evaluator.taken_back();
            }
        }
    }
}

/// Nodes and time of a walk from many positions.
fn walk(starts: &[Position], mut evaluator: Option<&mut AnyEvaluator>) -> (u64, Duration) {
    let values = PieceValues::GEKISASHI.exchange_values();
    let mut walk = Walk { numbers: Numbers(3), values, nodes: 0, sum: 0 };
    let start = processor_time();
    for position in starts {
        let mut position = position.clone();
        if let Some(evaluator) = &mut evaluator {
            evaluator.reset(&position);
        }
        walk.node(&mut position, evaluator.as_deref_mut(), 4);
    }
    black_box(walk.sum);
    (walk.nodes, processor_time() - start)
}

fn full(starts: &[Position], evaluator: &mut AnyEvaluator) -> (u64, Duration) {
    let start = processor_time();
    let mut evaluations = 0;
    for _ in 0..40 {
        for position in starts {
            evaluations += 1;
            black_box(match &mut *evaluator {
                AnyEvaluator::Nnue(nnue) => nnue.evaluate_full(position),
                AnyEvaluator::ThreePiece(three_piece) => three_piece.evaluate_full(position),
                AnyEvaluator::Bonanza(bonanza) => bonanza.evaluate_full(position),
                other => {
                    other.reset(position);
                    other.evaluate(position)
                }
            });
        }
    }
    (evaluations, processor_time() - start)
}

/// Weights without zeros, as the worst case for the caches.
fn dense_weights() -> ThreePieceWeights {
    let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
    let mut numbers = Numbers(93);
    let state = |index| State::from_index(index).expect("a state");
    let squares = || Square::all().filter(|square| square.index() < 45);
    for king in squares() {
        for one in 0..STATES {
            let bits = numbers.next();
            for other in 0..=one {
                let weight = (bits.rotate_left(other as u32) as i16) >> 8 | 1;
                weights.set_kpp(king, state(one), state(other), weight);
            }
        }
        for enemy in Square::all() {
            for piece in 0..OWN_STATES {
                weights.set_kkp(king, enemy, state(piece), numbers.next() as i16 >> 6);
            }
        }
    }
    weights
}

fn median(values: &mut [f64]) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let middle = values[values.len() / 2];
    let quarter = values.len() / 4;
    (middle, (values[values.len() - 1 - quarter] - values[quarter]) / 2.0)
}

fn main() {
    let rounds = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(15);
    let starts = common::walk::starts();
    let fv_scale = FvScale::new(24).expect("not zero");
    let kp = common::data("nets/kp256-petite.nn.bin")
        .and_then(|path| std::fs::read(path).ok())
        .unwrap_or_else(|| KP_256.file(1));
    let kp = Network::from_bytes(&kp).expect("a network");
    let half_kp = Network::from_bytes(&HALF_KP_256.file(1)).expect("a network");
    let dense = Arc::new(dense_weights());
    let three_piece = || ThreePiece::new(Arc::clone(&dense));
    let steps = EnteringKing::Steps(Preset::Both.weights());

    let with_steps = || three_piece().with_entering_king(Some(steps));
    if std::env::args().any(|arg| arg == "steps") {
        entering_king_cost(&starts, rounds, three_piece(), with_steps());
        return;
    }
    println!("kernels: {}; {} start positions; {rounds} rounds", kernels::NAME, starts.len());
    load_times();

    let bonanza = Arc::new(BonanzaWeights::from_relations(dense_weights()));
    let mut evaluators: Vec<(&str, AnyEvaluator)> = vec![
        ("material", Material::default().into()),
        ("classic", Classic::default().into()),
        ("three_piece", three_piece().into()),
        ("three_piece + steps", with_steps().into()),
        ("bonanza", Bonanza::new(bonanza).into()),
        ("nnue K-P 256x2-32-32", Nnue::new(&kp, fv_scale).into()),
        ("nnue HalfKP 256x2-32-32", Nnue::new(&half_kp, fv_scale).into()),
    ];
    let mut times = vec![(Vec::new(), Vec::new(), Vec::new()); evaluators.len()];
    for round in 0..=rounds {
        let (nodes, bare) = walk(&starts, None);
        for ((_, evaluator), times) in evaluators.iter_mut().zip(&mut times) {
            let (evaluations, time) = full(&starts, evaluator);
            let (same_nodes, walked) = walk(&starts, Some(evaluator));
            assert_eq!(nodes, same_nodes);
            // The first round warms up.
            if round > 0 {
                times.0.push(time.as_nanos() as f64 / evaluations as f64);
                times.1.push(walked.as_nanos() as f64 / nodes as f64);
                times.2.push(walked.saturating_sub(bare).as_nanos() as f64 / nodes as f64);
            }
        }
    }
    println!(
        "| evaluator | full, ns | full, per s | walk, ns a node | evaluation in it, ns | per s |"
    );
    println!("|---|---|---|---|---|---|");
    for ((name, _), (full, walked, alone)) in evaluators.iter().zip(&mut times) {
        let (full, full_spread) = median(full);
        let (walked, walked_spread) = median(walked);
        let (alone, alone_spread) = median(alone);
        println!(
            "| {name} | {full:.0} ± {full_spread:.0} | {:.2} M | {walked:.0} ± {walked_spread:.0} | {alone:.0} ± {alone_spread:.0} | {:.2} M |",
            1e3 / full,
            1e3 / alone.max(1.0),
        );
    }
    entering_king_cost(&starts, rounds, three_piece(), with_steps());
}

/// The term in turn with and without, start by start; the best time of each counts, because other
/// programs can only add to it.
fn entering_king_cost(starts: &[Position], rounds: usize, without: ThreePiece, with: ThreePiece) {
    let (mut without, mut with) = (AnyEvaluator::from(without), AnyEvaluator::from(with));
    let mut best = vec![[f64::MAX; 3]; starts.len()];
    let term = EnteringKing::Steps(Preset::Both.weights());
    let mut nodes = 0;
    for round in 0..4 * rounds {
        for (index, best) in best.iter_mut().enumerate() {
            let start = &starts[index..=index];
            let order = if round % 2 == 0 { [0, 1, 2] } else { [2, 1, 0] };
            for which in order {
                let (walked, time) = match which {
                    0 => walk(start, None),
                    1 => walk(start, Some(&mut without)),
                    _ => walk(start, Some(&mut with)),
                };
                best[which] = best[which].min(time.as_nanos() as f64);
                nodes += if round == 0 && which == 0 { walked } else { 0 };
            }
        }
    }
    let [bare, without, with] =
        [0, 1, 2].map(|which| best.iter().map(|best| best[which]).sum::<f64>() / nodes as f64);
    println!(
        "a node of the walk: {bare:.0} ns, with three_piece {without:.0} ns, with steps {with:.0} ns"
    );
    println!(
        "entering-king steps cost {:.1} ns: {:.2} % of the walk, {:.2} % of the evaluation",
        with - without,
        100.0 * (with - without) / without,
        100.0 * (with - without) / (without - bare),
    );
    let mut alone: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = processor_time();
            for _ in 0..1000 {
                starts.iter().for_each(|position| {
                    black_box(term.for_black(black_box(position)));
                });
            }
            (processor_time() - start).as_nanos() as f64 / (1000 * starts.len()) as f64
        })
        .collect();
    let (alone, alone_spread) = median(&mut alone);
    println!("the same for a few positions over and over: {alone:.1} ± {alone_spread:.1} ns");
}

/// Loading weights of several densities from the compact form.
fn load_times() {
    for weights in [100_000, 1_000_000, 5_000_000, 20_000_000] {
        let mut table = ThreePieceWeights::zero(PieceValues::BONANZA);
        let mut numbers = Numbers(weights);
        for _ in 0..weights {
            let king = Square::from_index(numbers.below(81)).expect("below 81");
            let mut state = || State::from_index(numbers.below(STATES)).expect("a state");
            let (one, other) = (state(), state());
            table.set_kpp(king, one, other, (numbers.next() as i16 >> 9) | 1);
        }
        let mut bytes = Vec::new();
        table.write(Encoding::Compact, &mut bytes).expect("memory");
        drop(table);
        let mut times: Vec<f64> = (0..5)
            .map(|_| {
                let start = processor_time();
                black_box(ThreePieceWeights::from_bytes(&bytes).expect("weights"));
                (processor_time() - start).as_secs_f64()
            })
            .collect();
        let (time, _) = median(&mut times);
        println!("{weights} weights, {} bytes compact: loaded in {time:.3} s", bytes.len());
    }
}
