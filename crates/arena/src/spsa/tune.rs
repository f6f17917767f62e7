//! Plays the iterations of a tuning.

use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};
use shogi::Color;

use super::course::{Course, Parameter};
use super::store::SpsaStore;
use crate::ending::Ending;
use crate::error::ArenaError;
use crate::game;
use crate::introduction::{Candidate, Messages, OnRefusal, introduce};
use crate::limit::Limit;
use crate::opening::Opening;
use crate::player::Player;
use crate::rules::Rules;
use crate::seat::Seat;

/// All that decides the course of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaPlan {
    /// The engine.
    pub player: Player,
    /// The limit of an engine that has none of its own.
    pub limit: Limit,
    /// The rules.
    pub rules: Rules,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Pairs of games.
    pub iterations: u64,
    /// Iterations that start from the same values.
    pub batch: u64,
    /// How much of a step a won game moves the values at the end.
    pub rate: f64,
    /// Decides moves of the values and openings.
    pub seed: u64,
    /// The digest of the openings ([`opening_digest`](crate::opening_digest)).
    /// None in older files.
    #[serde(default)]
    pub openings: Option<u64>,
}

impl SpsaPlan {
    /// Does it go on with what was begun by an earlier one?
    pub(super) fn continues(&self, earlier: &Self) -> bool {
        let openings = earlier.openings.and(self.openings);
        *earlier == Self { openings, ..self.clone() }
    }
}

/// An observer of a tuning.
pub trait SpsaObserver: Messages {
    /// `played` iterations have been played.
    fn batch(&mut self, played: u64, course: &Course);

    /// An engine failed in a game.
    fn failed(&mut self, note: &str);
}

/// A report of a failure, and whether the program ended or hung.
type Note = (bool, String);

/// Plays what is left to play and returns the course.
pub fn tune(
    plan: &SpsaPlan,
    openings: &[Opening],
    store: &mut SpsaStore,
    workers: usize,
    on_refusal: OnRefusal,
    observer: &mut dyn SpsaObserver,
) -> Result<Course, ArenaError> {
    if openings.is_empty() || plan.parameters.is_empty() || plan.batch == 0 {
        let sentence = "a tuning needs openings, parameters and a batch of at least one pair";
        return Err(ArenaError::Request(sentence.to_owned()));
    }
    if !(plan.rate.is_finite() && plan.rate > 0.0) {
        return Err(ArenaError::Request("the rate of a tuning is a number above 0".to_owned()));
    }
    let known = store.half_points()?;
    let mut course = Course::new(plan.parameters.clone(), plan.iterations, plan.rate, plan.seed);
    for (iteration, points) in (0..).zip(&known) {
        course.learn(iteration, *points as f64 - 2.0);
    }
    check(plan, on_refusal, observer)?;
    let mut seats: Vec<[Seat; 2]> = (0..workers.max(1))
        .map(|_| [Seat::new(plan.player.clone()), Seat::new(plan.player.clone())])
        .collect();
    let mut played = known.len() as u64;
    observer.batch(played, &course);
    while played < plan.iterations {
        let end = (played + plan.batch).min(plan.iterations);
        let (points, notes) = play_batch(plan, openings, &course, played..end, &mut seats);
        notes.iter().for_each(|(_, note)| observer.failed(note));
        let dead: Vec<&Note> = notes.iter().filter(|(is_dead, _)| *is_dead).collect();
        if dead.len() as u64 == 2 * (end - played)
            && let Some((_, last)) = dead.last()
        {
            // Nothing is learned from an engine that ends or hangs in every game.
            return Err(ArenaError::Engine(plan.player.name.clone(), last.clone()));
        }
        store.add(played, &points)?;
        for (iteration, points) in (played..end).zip(&points) {
            course.learn(iteration, *points as f64 - 2.0);
        }
        played = end;
        observer.batch(played, &course);
    }
    seats.iter_mut().flatten().for_each(Seat::leave);
    Ok(course)
}

/// Checks that the engine starts and takes the least, the first and the greatest value of every
/// parameter.
fn check(
    plan: &SpsaPlan,
    on_refusal: OnRefusal,
    observer: &mut dyn SpsaObserver,
) -> Result<(), ArenaError> {
    let mut player = plan.player.clone();
    let text = |value: f64| value.round().to_string();
    for parameter in &plan.parameters {
        player.options.insert(parameter.name.clone(), text(parameter.start));
    }
    let ends = plan.parameters.iter().flat_map(|parameter| {
        [parameter.min, parameter.max].map(|value| (parameter.name.clone(), text(value)))
    });
    let candidate = Candidate { player: &player, later_values: ends.collect() };
    introduce(&[candidate], &plan.rules, on_refusal, observer)
}

/// The first contender's half points in each iteration, and what is known of failures.
fn play_batch(
    plan: &SpsaPlan,
    openings: &[Opening],
    course: &Course,
    iterations: std::ops::Range<u64>,
    seats: &mut [[Seat; 2]],
) -> (Vec<u64>, Vec<Note>) {
    let start = iterations.start;
    let results = Mutex::new((vec![0; (iterations.end - start) as usize], Vec::new()));
    let queue = Mutex::new(iterations);
    thread::scope(|scope| {
        for pair in seats {
            // Positions cannot be shared between threads.
            let openings = openings.to_vec();
            let (queue, results) = (&queue, &results);
            scope.spawn(move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(iteration) = next() {
                    let opening = &openings[iteration as usize % openings.len()];
                    let (points, notes) = play_pair(plan, opening, course, iteration, pair);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.0[(iteration - start) as usize] = points;
                    results.1.extend(notes);
                }
            });
        }
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn play_pair(
    plan: &SpsaPlan,
    opening: &Opening,
    course: &Course,
    iteration: u64,
    pair: &mut [Seat; 2],
) -> (u64, Vec<Note>) {
    for (seat, values) in pair.iter_mut().zip(course.contenders(iteration)) {
        for (parameter, value) in plan.parameters.iter().zip(values) {
            seat.change_option(&parameter.name, &value.to_string());
        }
    }
    let limits = [plan.player.limit.unwrap_or(plan.limit); 2];
    let [first, second] = pair;
    let (mut half_points, mut notes) = (0, Vec::new());
    for color in [Color::Black, Color::White] {
        let seats = match color {
            Color::Black => [&mut *first, &mut *second],
            Color::White => [&mut *second, &mut *first],
        };
        let record = game::play(seats, limits, opening, &plan.rules);
        half_points += match record.outcome.winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        };
        let is_dead = matches!(record.outcome.ending, Ending::Crash | Ending::Hang);
        notes.extend(record.note.map(|note| (is_dead, note)));
    }
    (half_points, notes)
}
