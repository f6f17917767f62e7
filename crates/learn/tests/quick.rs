//! Quick courses from a small file of self-play games: a network beats counting pieces, and weights of
//! `three_piece` beat those that the course began with.

mod common;

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::{GAMES, Side, half_points};
use eval::material::{Material, PieceValues};
use eval::nnue::{FvScale, Network, Nnue};
use eval::three_piece::{ThreePiece, ThreePieceWeights};
use learn::comparison::{Corpus, Learner, LearnerOptions, Table, ThreePieceGroup, ThreePieceTable};
use learn::game_file::GameReader;
use learn::network::{Trainer, TrainerOptions};
use learn::samples::PlayedSamples;
use learn::stream::{GameSelection, MoveSelection};

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/learn/selfplay.skyg")
}

fn trained() -> Network {
    let games = GameReader::new(BufReader::new(File::open(games()).unwrap())).unwrap();
    let mut collected = PlayedSamples::new(false);
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

#[test]
fn a_quick_course_beats_its_start() {
    let start = || ThreePieceWeights::zero(PieceValues::BONANZA);
    let table = ThreePieceTable::new(start(), &ThreePieceGroup::FEW_DIMENSIONS, false);
    let corpus = Corpus::read(
        &[games()],
        GameSelection { most: Some(400), held_out: 0.05, ..GameSelection::default() },
        MoveSelection::default(),
        |problem| panic!("{problem}"),
        |_| {},
    )
    .unwrap();
    let mut learner = Learner::new(table, LearnerOptions::quick(), &corpus);
    learner.learn(&corpus, 2, |_, _| ControlFlow::Continue(())).unwrap();
    let targets: Vec<f64> = learner.history().iter().map(|it| it.held_out.target).collect();
    assert!(targets[learner.best_iteration()] < 0.95 * targets[0], "{targets:?}");
    let learned = ThreePieceWeights::from_bytes(&learner.into_table().to_bytes()).unwrap();

    let side = |weights: ThreePieceWeights| {
        let weights = Arc::new(weights);
        move || ThreePiece::new(Arc::clone(&weights)).into()
    };
    let (ours, theirs) = (side(learned), side(start()));
    let values = PieceValues::BONANZA;
    let halves =
        half_points(&Side { evaluator: &ours, values }, &Side { evaluator: &theirs, values });
    assert!(halves >= 120, "{halves} half points of {}; targets {targets:?}", 2 * GAMES);
}
