//! Self-play with several threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::player::{Choices, Player, Teacher};
use super::start::Starts;
use crate::played::PlayedGame;

/// A game and its number.
pub struct Generated {
    /// The number of the game, from 0.
    pub number: u64,
    /// The game.
    pub game: PlayedGame,
}

/// Plays the games from number `first` on with `threads` threads and hands them to `keep` in the
/// order of their numbers, until it breaks.
pub fn generate(
    teacher: &Teacher,
    starts: &Starts,
    choices: &Choices,
    first: u64,
    threads: usize,
    mut keep: impl FnMut(Generated) -> ControlFlow<()>,
) -> io::Result<()> {
    let next = AtomicU64::new(first);
    let must_stop = AtomicBool::new(false);
    let (games, inbox) = mpsc::channel::<io::Result<Generated>>();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let games = games.clone();
            let (next, must_stop) = (&next, &must_stop);
            scope.spawn(move || {
                let mut player = match Player::new(teacher, choices) {
                    Ok(player) => player,
                    Err(error) => {
                        let _ = games.send(Err(error));
                        return;
                    }
                };
                while !must_stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let game = player.play(starts, &mut random_of(choices.seed, number));
                    if games.send(game.map(|game| Generated { number, game })).is_err() {
                        return;
                    }
                }
            });
        }
        drop(games);
        let kept = keep_in_order(first, &inbox, &mut keep);
        must_stop.store(true, Ordering::Relaxed);
        kept
    })
}

/// Hands the games on in their order; those that come too early wait.
fn keep_in_order(
    first: u64,
    inbox: &mpsc::Receiver<io::Result<Generated>>,
    keep: &mut impl FnMut(Generated) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut number = first;
    for generated in inbox {
        let generated = generated?;
        waiting.insert(generated.number, generated);
        while let Some(generated) = waiting.remove(&number) {
            number += 1;
            if keep(generated).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The random numbers of one game.
fn random_of(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    // The golden ratio spreads neighbouring numbers over all seeds.
    let mixed = seed.rotate_left(32) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(threads: usize, first: u64, count: usize) -> Vec<PlayedGame> {
        let choices = Choices { nodes: 30, max_moves: 80, ..Choices::default() };
        let mut games = Vec::new();
        generate(&Teacher::Classic, &Starts::default(), &choices, first, threads, |generated| {
            games.push(generated.game);
            if games.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .expect("memory");
        games
    }

    #[test]
    fn games_depend_on_the_seed_alone() {
        let one = games(1, 0, 6);
        assert_eq!(games(3, 0, 6), one);
        assert_eq!(games(2, 4, 2), one[4..]);
    }
}
