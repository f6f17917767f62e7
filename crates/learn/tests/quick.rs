//! A quick training from a small file of self-play games makes a network that beats counting pieces.

mod common;

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use common::{GAMES, Side, half_points};
use eval::material::{Material, PieceValues};
use eval::nnue::{FvScale, Network, Nnue};
use learn::game_file::GameReader;
use learn::network::{Trainer, TrainerOptions};
use learn::samples::PlayedSamples;

fn trained() -> Network {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/learn/selfplay.skyg");
    let games = GameReader::new(BufReader::new(File::open(path).unwrap())).unwrap();
    let mut collected = PlayedSamples::default();
    for game in games {
        collected.add(&game.unwrap());
    }
    let mut samples = collected.calibrated().0.training;
    samples.truncate(TrainerOptions::QUICK_POSITIONS);
    let mut trainer = Trainer::new(TrainerOptions::quick());
    trainer.train(&samples, |_, _| ControlFlow::Continue(()));
    Network::from_bytes(&trainer.to_bytes()).unwrap()
}

#[test]
fn a_quick_training_beats_counting_pieces() {
    let network = trained();
    let divisor = FvScale::fitted_to(&network);
    let ours =
        Side { evaluator: &|| Nnue::new(&network, divisor).into(), values: PieceValues::NETWORK };
    let theirs = Side { evaluator: &|| Material::default().into(), values: PieceValues::GEKISASHI };
    let halves = half_points(&ours, &theirs);
    assert!(halves >= 120, "{halves} half points of {}", 2 * GAMES);
}
