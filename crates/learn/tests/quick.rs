//! A quick training from a small file of self-play games makes a network that beats counting pieces.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use eval::material::{Material, PieceValues};
use eval::nnue::{FvScale, Network, Nnue};
use learn::game_file::GameReader;
use learn::network::{Trainer, TrainerOptions};
use learn::samples::PlayedSamples;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Searcher, Settings};
use shogi::{Color, DeclarationRule, GameRules, Position};

const GAMES: u64 = 100;
const NODES: u64 = 500;
const RULES: GameRules =
    GameRules { max_moves: Some(256), declaration: Some(DeclarationRule::Points27) };

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

/// A few random moves, the same for a game and the next one, in which colours are exchanged.
fn opening(number: u64) -> Position {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number / 2);
    let mut position = Position::startpos();
    for _ in 0..6 {
        let moves = position.legal_moves();
        position.play(moves[random.random_range(..moves.len())]);
    }
    position
}

/// Plays a game; returns the network's points in halves.
fn play(number: u64, network: &mut Searcher, material: &mut Searcher) -> u64 {
    let ours = if number.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut position = opening(number);
    network.new_game().unwrap();
    material.new_game().unwrap();
    loop {
        let end = position.end_of_game(&RULES).or_else(|| position.end_by_declaration(&RULES));
        if let Some(end) = end {
            return end.winner().map_or(1, |winner| if winner == ours { 2 } else { 0 });
        }
        let (player, values) = if position.turn() == ours {
            (&mut *network, PieceValues::NETWORK)
        } else {
            (&mut *material, PieceValues::GEKISASHI)
        };
        let settings = Settings { values: values.exchange_values(), ..Settings::to_nodes(NODES) };
        position.play(player.think(&position, &settings).moves[0].pv[0]);
    }
}

#[test]
fn a_quick_training_beats_counting_pieces() {
    let network = trained();
    let divisor = FvScale::fitted_to(&network);
    let halves: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|first| {
                let network = &network;
                scope.spawn(move || {
                    let mut ours = Searcher::new(Nnue::new(network, divisor), 8).unwrap();
                    let mut theirs = Searcher::new(Material::default(), 8).unwrap();
                    let games = (0..GAMES).filter(|number| number / 2 % 2 == first);
                    games.map(|number| play(number, &mut ours, &mut theirs)).sum::<u64>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(halves >= 120, "{halves} half points of {}", 2 * GAMES);
}
