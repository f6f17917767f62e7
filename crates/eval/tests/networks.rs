//! Networks with random weights: equal to the slow reference, and incremental equal to full.

mod common;

use common::network::{HALF_KP_256, KING_ZONE_256, KP_256, Shape};
use common::reference::Reference;
use common::walk::starts;
use eval::nnue::{FvScale, Network, Nnue, kernels};

fn evaluator(file: &[u8]) -> Nnue {
    let network = Network::from_bytes(file).expect("a network");
    // A divisor of one hides no difference.
    Nnue::new(&network, FvScale::new(1).expect("not zero"))
}

fn equal_to_reference(shape: Shape, seed: u64) {
    let file = shape.file(seed);
    let reference = Reference { shape, file: &file };
    let evaluator = evaluator(&file);
    let mut different = std::collections::HashSet::new();
    for start in starts() {
        let mut position = start;
        for ply in 0..12 {
            let expected = reference.output(&position).clamp(-27_000, 27_000);
            let found = i64::from(evaluator.evaluate_full(&position).get());
            assert_eq!(found, expected, "{} {position}", kernels::NAME);
            different.insert(found);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[ply * 31 % moves.len()]);
        }
    }
    let count = different.len();
    assert!(count > 100, "{count} values: the network should tell positions apart");
}

#[test]
fn half_kp_equals_the_slow_reference() {
    equal_to_reference(HALF_KP_256, 256);
}

#[test]
fn kp_equals_the_slow_reference() {
    equal_to_reference(KP_256, 1710);
}

#[test]
fn king_zones_equal_the_slow_reference() {
    equal_to_reference(KING_ZONE_256, 8);
}

#[test]
fn other_sizes_equal_the_slow_reference() {
    equal_to_reference(Shape::half_kp(512, 8, 96, 0x3E5A_A70C), 512);
    equal_to_reference(Shape::half_kp(1024, 8, 32, 0x3E5A_B7EC), 1024);
}

fn incremental_equals_full(shape: Shape) {
    eprintln!("kernels: {}", kernels::NAME);
    let mut evaluator = evaluator(&shape.file(100_000));
    common::walk::incremental_equals_full(&mut evaluator, Nnue::evaluate_full, 99);
}

#[test]
fn half_kp_incremental_equals_full() {
    incremental_equals_full(HALF_KP_256);
}

#[test]
fn kp_incremental_equals_full() {
    incremental_equals_full(KP_256);
}

#[test]
fn king_zones_incremental_equals_full() {
    incremental_equals_full(KING_ZONE_256);
}
