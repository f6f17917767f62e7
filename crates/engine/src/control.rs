//! The line between the commands and a running search: when it must stop, when it may answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use search::Deadline;

use crate::clock::Clock;
use crate::time::Plan;

/// No moment ever.
const NEVER: u64 = u64::MAX;

/// What commands and search tell each other.
pub(crate) struct Control {
    clock: Arc<dyn Clock + Send + Sync>,
    /// When the search began.
    pub(crate) started: u64,
    hard: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The answer is kept back: the opponent is thinking, or the search is infinite.
    is_held: bool,
    /// Nobody wants the answer any more.
    is_unwanted: bool,
    has_ended: bool,
    plan: Option<Plan>,
    /// How many ordinary budgets the move deserves, as far as known.
    scale: f64,
    /// There is nothing left to think about.
    is_settled: bool,
}

impl Control {
    pub(crate) fn new(clock: Arc<dyn Clock + Send + Sync>, started: u64, is_held: bool) -> Self {
        let state = State {
            is_held,
            is_unwanted: false,
            has_ended: false,
            plan: None,
            scale: 1.0,
            is_settled: false,
        };
        Self {
            clock,
            started,
            hard: AtomicU64::new(NEVER),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since the search began.
    pub(crate) fn elapsed(&self) -> u64 {
        self.clock.now_ms().saturating_sub(self.started)
    }

    /// The ordinary time for the move, if there is a clock.
    pub(crate) fn budget(&self) -> Option<u64> {
        self.state().plan.map(|plan| plan.soft.unwrap_or(plan.hard))
    }

    /// The clock has been running since `from`.
    pub(crate) fn set_plan(&self, plan: Plan, from: u64) {
        self.state().plan = Some(plan);
        self.hard.store(from.saturating_add(plan.hard), Ordering::Relaxed);
    }

    /// The opponent has played the expected move at the moment `at`: now it is our time. Does the
    /// search go on?
    pub(crate) fn ponder_hit(&self, plan: Option<Plan>, at: u64) -> bool {
        if let Some(plan) = plan {
            self.set_plan(plan, at);
        }
        let mut state = self.state();
        state.is_held = false;
        // What was thought in the opponent's time counts: the move may be ripe already.
        let pondered = at.saturating_sub(self.started);
        let continues =
            state.plan.is_none_or(|plan| !state.is_settled && plan.has_time(pondered, state.scale));
        self.changed.notify_all();
        continues
    }

    /// The answer is not kept back any longer.
    pub(crate) fn release(&self) {
        self.state().is_held = false;
        self.changed.notify_all();
    }

    /// The answer is not wanted any more.
    pub(crate) fn discard(&self) {
        self.state().is_unwanted = true;
        self.release();
    }

    /// Takes the judgement of a finished iteration and answers: may another one start?
    pub(crate) fn may_continue(&self, scale: f64, is_settled: bool) -> bool {
        let mut state = self.state();
        state.scale = scale;
        state.is_settled = is_settled;
        match state.plan {
            Some(plan) if !state.is_held => !is_settled && plan.has_time(self.elapsed(), scale),
            _ => true,
        }
    }

    /// Waits until the answer may be given. Is it wanted?
    pub(crate) fn wait_for_release(&self) -> bool {
        let mut state = self.state();
        while state.is_held {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !state.is_unwanted
    }

    /// The answer has been given.
    pub(crate) fn end(&self) {
        self.state().has_ended = true;
        self.changed.notify_all();
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.state().has_ended
    }

    /// Waits until the answer has been given.
    pub(crate) fn wait_for_end(&self) {
        let mut state = self.state();
        while !state.has_ended {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The hard limit. It moves while the search runs, because pondering may turn into play.
impl Deadline for Control {
    fn has_passed(&self) -> bool {
        let hard = self.hard.load(Ordering::Relaxed);
        hard != NEVER && self.clock.now_ms() >= hard
    }
}
