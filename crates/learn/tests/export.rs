//! Networks that are exported are read back as what they were: on 1,000 positions the engine finds
//! exactly the values that the trainer's whole numbers give.

use std::ops::ControlFlow;

use eval::nnue::{Features, FvScale, Network, Nnue, QuantisedLayer, QuantisedWeights};
use kifu::records::Psv;
use learn::network::{Trainer, TrainerOptions};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi::Position;

const POSITIONS: usize = 1000;

/// Positions of random games.
fn positions() -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(26);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = Position::startpos();
        for _ in 0..100 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.choose(&mut random) else { break };
            position.play(mv);
            if random.random_bool(0.2) {
                positions.push(position.clone());
            }
        }
    }
    positions.truncate(POSITIONS);
    positions
}

fn samples(positions: &[Position]) -> Vec<Psv> {
    positions
        .iter()
        .enumerate()
        .map(|(number, position)| Psv {
            position: kifu::packed::pack(&position.setup(), kifu::packed::Packing::Psv)
                .expect("a position of a game"),
            score: (number * 37 % 1200) as i16 - 600,
            move_bits: 0,
            ply: position.move_number() as u16,
            result: if number % 3 == 0 { 1 } else { -1 },
            padding: 0,
        })
        .collect()
}

/// The value of whole numbers, computed one after the other.
fn value(weights: &QuantisedWeights, position: &Position) -> i32 {
    let features = weights.architecture.features;
    let width = weights.architecture.width;
    let (mut inputs, mut linear) = (Vec::new(), 0);
    for (perspective, sign) in [(position.turn(), 1), (!position.turn(), -1)] {
        let mut sums: Vec<i32> = weights.bias.iter().map(|&bias| bias.into()).collect();
        features.for_each_row(position, perspective, |row| {
            for (sum, &weight) in sums.iter_mut().zip(&weights.rows[row * width..]) {
                *sum += i32::from(weight);
            }
            if !weights.linear.is_empty() {
                linear += sign * weights.linear[row % weights.linear.len()];
            }
        });
        inputs.extend(sums.into_iter().map(|sum| sum.clamp(0, 127)));
    }
    let dense = |layer: &QuantisedLayer, inputs: &[i32]| -> Vec<i32> {
        let rows = layer.weights.chunks_exact(inputs.len()).zip(&layer.biases);
        rows.map(|(row, bias)| {
            bias + row
                .iter()
                .zip(inputs)
                .map(|(&weight, input)| i32::from(weight) * input)
                .sum::<i32>()
        })
        .collect()
    };
    let clip = |sums: Vec<i32>| sums.into_iter().map(|sum| (sum >> 6).clamp(0, 127)).collect();
    let [first, second, output] = &weights.stages[features.stage(position)];
    let hidden: Vec<i32> = clip(dense(first, &inputs));
    let hidden: Vec<i32> = clip(dense(second, &hidden));
    linear / 2 + dense(output, &hidden)[0]
}

fn is_read_back(features: Features) {
    let positions = positions();
    let options = TrainerOptions { features, passes: 1, batch: 500, ..TrainerOptions::default() };
    let mut trainer = Trainer::new(options);
    trainer.train(&samples(&positions), |_, _| ControlFlow::Continue(()));
    let network = Network::from_bytes(&trainer.to_bytes()).expect("a network");
    let weights = trainer.quantised();
    assert_eq!(network.architecture(), weights.architecture);
    let engine = Nnue::new(&network, FvScale::new(1).expect("not zero"));
    let mut values = std::collections::HashSet::new();
    for position in &positions {
        let expected = value(&weights, position);
        values.insert(expected);
        let found = engine.evaluate_full(position).get();
        assert_eq!(found, expected.clamp(-27_000, 27_000), "{}", position.to_sfen());
    }
    assert!(values.len() > POSITIONS / 10, "{} values", values.len());
}

#[test]
fn half_kp() {
    is_read_back(Features::HalfKp);
}

#[test]
fn k_p() {
    is_read_back(Features::KP);
}

#[test]
fn king_zone() {
    is_read_back(Features::KingZone);
}
