//! Counting with several threads: games are read in order, their positions are looked at in parallel,
//! and the counts are added in order, so that the result does not depend on the number of threads.

use std::fmt;
use std::ops::ControlFlow;

use rayon::prelude::*;

use super::choice::Choice;
use super::games::GameCounts;
use super::held_out::HeldOut;
use super::moves::MoveCounts;
use crate::stream::{Examples, MoveSelection, Part, Stream, StreamError, StreamGame};

/// The number of games that are in memory at a time.
const BATCH: usize = 256;

/// Everything that was counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gathered {
    /// The moves of the learning part.
    pub moves: MoveCounts,
    /// The positions of the held-out part, to judge by.
    pub held_out: HeldOut,
    /// All games.
    pub games: GameCounts,
    /// The number of games of the held-out part.
    pub held_out_games: u64,
    /// The number of positions left out because the same move was played there before.
    pub duplicates: u64,
}

/// Why counting ended early.
#[derive(Debug)]
pub enum GatherError {
    /// The caller asked for it.
    Interrupted,
    /// The threads could not be started.
    Threads(rayon::ThreadPoolBuildError),
}

impl fmt::Display for GatherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => write!(f, "interrupted"),
            Self::Threads(error) => write!(f, "the threads cannot be started: {error}"),
        }
    }
}

impl std::error::Error for GatherError {}

/// A game with the moves that are taken, by their numbers from 0.
struct Task {
    game: StreamGame,
    plies: Vec<usize>,
}

/// Counts all games of a stream with `threads` threads. `damage` hears of each game that cannot be
/// read, and `progress` gets the stream after every batch of games.
pub fn gather(
    stream: &mut Stream,
    selection: MoveSelection,
    threads: usize,
    mut damage: impl FnMut(StreamError),
    mut progress: impl FnMut(&Stream) -> ControlFlow<()>,
) -> Result<Gathered, GatherError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(GatherError::Threads)?;
    let mut examples = Examples::new(selection);
    let mut all = Gathered::default();
    loop {
        let mut tasks = Vec::with_capacity(BATCH);
        while tasks.len() < BATCH {
            match stream.next() {
                Some(Ok(game)) => {
                    // Whether a position came before depends on the games before: this is not done
                    // in parallel.
                    let mut plies = Vec::new();
                    examples.of_game(&game, |example| plies.push(example.ply));
                    tasks.push(Task { game, plies });
                }
                Some(Err(error)) => damage(error),
                None => break,
            }
            if progress(stream).is_break() {
                return Err(GatherError::Interrupted);
            }
        }
        if tasks.is_empty() {
            all.duplicates = examples.duplicates();
            return Ok(all);
        }
        let counted: Vec<Gathered> =
            pool.install(|| tasks.into_par_iter().map(|task| count(&task)).collect());
        for one in counted {
            all.moves.merge(&one.moves);
            all.games.merge(&one.games);
            all.held_out_games += one.held_out_games;
            all.held_out.merge(one.held_out);
        }
        if progress(stream).is_break() {
            return Err(GatherError::Interrupted);
        }
    }
}

/// Counts one game.
fn count(task: &Task) -> Gathered {
    let Task { game, plies } = task;
    let mut counted = Gathered::default();
    counted.games.add_game(game);
    let is_held_out = game.part == Part::HeldOut;
    counted.held_out_games = u64::from(is_held_out);
    let mut taken = plies.iter().copied().peekable();
    let mut choices = Vec::new();
    game.for_each_position(|position, mv, ply| {
        counted.games.add_position(position, ply, game.moves.len());
        if taken.next_if_eq(&ply).is_none() {
            return;
        }
        let choice = Choice::of(position, mv);
        if !is_held_out {
            counted.moves.add(choice.as_ref());
        } else if let Some(choice) = choice {
            choices.push(choice);
        }
    });
    counted.held_out.extend(choices);
    counted
}
