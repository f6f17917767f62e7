//! Random games, each position compared with an independent implementation (`rsshogi`): legal
//! moves, checks, keys, SFEN text, repetition; and with itself after taking everything back.
//!
//! The normal run sees 120,000 positions. The long one, with progress and a summary:
//! `SAKIYOMI_ORACLE_POSITIONS=10000000 cargo test --release -p shogi --test oracle -- --nocapture`
//! `SAKIYOMI_ORACLE_SEED` gives other games.
#![allow(clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;
mod game;
mod keys;
mod players;
mod repetitions;
mod starts;

use std::time::{Duration, Instant};

use game::Game;
use keys::Keys;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use repetitions::Tally;
use starts::Starts;

const NORMAL_RUN: u64 = 120_000;
const SEED: u64 = 20_250_701;

fn number_from_environment(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}: expected a number: {text}")),
        Err(_) => otherwise,
    }
}

#[test]
fn random_games_agree_with_the_oracle() {
    let wanted = number_from_environment("SAKIYOMI_ORACLE_POSITIONS", NORMAL_RUN);
    let seed = number_from_environment("SAKIYOMI_ORACLE_SEED", SEED);
    let starts = Starts::new();
    let mut keys = Keys::new();
    let mut tally = Tally::default();
    let mut games = 0;
    let mut positions = 0;
    let begin = Instant::now();
    let mut reported = begin;
    while positions < wanted {
        // Each game has a seed of its own, so that a failure is found again at once.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed + games);
        let start = starts.pick(&mut rng);
        let mut game = Game::new(&start, seed + games);
        positions += game.play(&mut rng, &mut keys, &mut tally);
        game.take_everything_back();
        games += 1;
        if reported.elapsed() > Duration::from_secs(10) {
            reported = Instant::now();
            let seconds = begin.elapsed().as_secs();
            eprintln!("{positions} of {wanted} positions, {games} games, {seconds} s");
        }
    }
    eprintln!(
        "oracle: {positions} positions, {games} games, {} different keys, {tally}, seed {seed}, {:.1} s",
        keys.different(),
        begin.elapsed().as_secs_f64()
    );
    tally.assert_every_kind_was_met();
}
