//! Plays the games of a plan that are still to be played: workers at the boards, one writer at
//! the results file.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Instant, SystemTime};

use stats::Verdict;

use crate::error::ArenaError;
use crate::game::{self, GameRecord};
use crate::introduction::{Candidate, Messages, OnRefusal, introduce};
use crate::opening::Opening;
use crate::plan::Plan;
use crate::schedule::Fixture;
use crate::seat::Seat;
use crate::store::{Span, Store};
use crate::tally::Tally;

/// The number of engines that a worker keeps running between games.
const SEATS_KEPT: usize = 4;

/// How the work is spread over processors; it does not change which games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Workers {
    /// Games at the same time.
    pub count: usize,
    /// Each worker and its engines stay on one processor.
    pub is_pinned: bool,
}

impl Workers {
    /// One worker for each processor that the engines of a plan leave free: only one of the two
    /// engines at a board thinks.
    pub fn for_plan(plan: &Plan) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = plan.players.iter().map(|player| player.threads()).max().unwrap_or(1);
        Self { count: (processors / threads.max(1)).max(1), is_pinned: false }
    }
}

/// An observer of a match.
pub trait Observer: Messages {
    /// Play begins, or goes on.
    fn begin(&mut self, plan: &Plan, tally: &Tally);
    /// A game has ended and is kept.
    fn game(&mut self, fixture: &Fixture, record: &GameRecord, tally: &Tally);
    /// All games have been played.
    fn end(&mut self, tally: &Tally);
}

type Finished = (Fixture, GameRecord, Span);

/// Plays the remaining games and returns the whole table. Each engine is started and checked before
/// the first game.
pub fn run(
    plan: &Plan,
    openings: &[Opening],
    store: &mut Store,
    workers: Workers,
    on_refusal: OnRefusal,
    observer: &mut dyn Observer,
) -> Result<Tally, ArenaError> {
    let mut tally = Tally::new(plan.sprt.as_ref().map(|bounds| bounds.test()).transpose()?);
    let mut known = HashSet::new();
    for game in store.games()? {
        known.insert(game.fixture.number);
        tally.add(&game.fixture, &game.outcome);
    }
    let schedule = plan.schedule(openings.len());
    let mut left = (0..plan.games)
        .filter(|number| !known.contains(number))
        .filter_map(|number| schedule.fixture(number))
        .peekable();
    observer.begin(plan, &tally);
    if left.peek().is_none() || is_decided(&tally) {
        observer.end(&tally);
        return Ok(tally);
    }
    let candidates: Vec<Candidate<'_>> = plan.players.iter().map(Candidate::new).collect();
    introduce(&candidates, &plan.rules, on_refusal, observer)?;
    let board = Board { plan, queue: Mutex::new(Box::new(left)), is_over: AtomicBool::new(false) };
    let cores = if workers.is_pinned { core_affinity::get_core_ids() } else { None };
    let result = thread::scope(|scope| {
        let (sender, finished) = mpsc::channel::<Finished>();
        for number in 0..workers.count.max(1) {
            let (board, sender) = (&board, sender.clone());
            // Positions cannot be shared between threads.
            let openings = openings.to_vec();
            let core = cores.as_ref().and_then(|cores| cores.get(number % cores.len().max(1)));
            let core = core.copied();
            thread::Builder::new()
                .name(format!("arena {number}"))
                .spawn_scoped(scope, move || {
                    // The engines that this thread starts inherit its processor.
                    core.map(core_affinity::set_for_current);
                    board.work(&openings, &sender);
                })
                .map_err(|error| {
                    board.is_over.store(true, Ordering::Relaxed);
                    ArenaError::Request(format!("no thread for a worker: {error}"))
                })?;
        }
        drop(sender);
        for (fixture, record, span) in finished {
            let kept = store.add(&fixture, &record, span);
            if let Err(error) = kept {
                board.is_over.store(true, Ordering::Relaxed);
                return Err(error);
            }
            tally.add(&fixture, &record.outcome);
            observer.game(&fixture, &record, &tally);
            if is_decided(&tally) {
                board.is_over.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    });
    observer.end(&tally);
    result.map(|()| tally)
}

fn is_decided(tally: &Tally) -> bool {
    tally.sprt().is_some_and(|course| course.verdict() != Verdict::Open)
}

/// The state that the workers share.
struct Board<'a> {
    plan: &'a Plan,
    queue: Mutex<Box<dyn Iterator<Item = Fixture> + Send + 'a>>,
    is_over: AtomicBool,
}

impl Board<'_> {
    fn next(&self) -> Option<Fixture> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn work(&self, openings: &[Opening], finished: &mpsc::Sender<Finished>) {
        let mut seats: Vec<(usize, Seat)> = Vec::new();
        while let Some(fixture) = self.next() {
            let Some(opening) = openings.get(fixture.opening) else { continue };
            let (start, began) = (Instant::now(), SystemTime::now());
            let mut black = self.take_seat(&mut seats, fixture.black);
            let mut white = self.take_seat(&mut seats, fixture.white);
            let limits = [fixture.black, fixture.white].map(|player| self.plan.limit_of(player));
            let record = game::play([&mut black, &mut white], limits, opening, &self.plan.rules);
            seats.push((fixture.black, black));
            seats.push((fixture.white, white));
            while seats.len() > SEATS_KEPT {
                seats.remove(0).1.leave();
            }
            let span = Span { began, took: start.elapsed() };
            if finished.send((fixture, record, span)).is_err() {
                break;
            }
        }
        seats.iter_mut().for_each(|(_, seat)| seat.leave());
    }

    fn take_seat(&self, seats: &mut Vec<(usize, Seat)>, player: usize) -> Seat {
        match seats.iter().position(|(at, _)| *at == player) {
            Some(at) => seats.remove(at).1,
            None => Seat::new(self.plan.players.get(player).cloned().unwrap_or_default()),
        }
    }
}
