//! Control shared by the commands and a running search: when it must stop, when it may answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use search::Deadline;

use crate::clock::Clock;
use crate::time::Plan;

/// The time of a hard limit that does not exist.
const NEVER: u64 = u64::MAX;

/// The state that the commands and the search share.
pub(crate) struct Control {
    clock: Arc<dyn Clock + Send + Sync>,
    /// The time at which the search began.
    pub(crate) started: u64,
    hard: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The answer is held back, because the engine is pondering or the search is infinite.
    is_held: bool,
    /// The answer must not be given any more.
    is_discarded: bool,
    /// The answer is being given, and the search ends at once.
    is_answering: bool,
    has_ended: bool,
    plan: Option<Plan>,
    /// The time at which the clock of the plan started.
    plan_from: u64,
    /// The factor on the ordinary budget that the last iteration suggested.
    scale: f64,
    /// The last iteration left nothing to decide: a single legal move or a mate.
    is_settled: bool,
}

impl Control {
    pub(crate) fn new(clock: Arc<dyn Clock + Send + Sync>, started: u64, is_held: bool) -> Self {
        let state = State {
            is_held,
            is_discarded: false,
            is_answering: false,
            has_ended: false,
            plan: None,
            plan_from: started,
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

    /// Returns the milliseconds since the search began.
    pub(crate) fn elapsed(&self) -> u64 {
        self.clock.now_ms().saturating_sub(self.started)
    }

    /// Returns the ordinary time for the move, if there is a time limit.
    pub(crate) fn budget(&self) -> Option<u64> {
        self.state().plan.map(|plan| plan.soft.unwrap_or(plan.hard))
    }

    /// Sets the time plan for a clock that has been running since `from`.
    pub(crate) fn set_plan(&self, plan: Plan, from: u64) {
        let mut state = self.state();
        state.plan = Some(plan);
        state.plan_from = from;
        self.hard.store(from.saturating_add(plan.hard), Ordering::Relaxed);
    }

    /// Turns pondering into playing at the time `at`, when the engine's own clock starts. Returns
    /// whether the search continues.
    pub(crate) fn ponder_hit(&self, plan: Option<Plan>, at: u64) -> bool {
        if let Some(plan) = plan {
            self.set_plan(plan, at);
        }
        let mut state = self.state();
        state.is_held = false;
        // Time spent pondering counts: the soft limit may have passed already.
        let pondered = at.saturating_sub(self.started);
        let continues =
            state.plan.is_none_or(|plan| !state.is_settled && plan.has_time(pondered, state.scale));
        self.changed.notify_all();
        continues
    }

    /// Allows the answer to be given.
    pub(crate) fn release(&self) {
        self.state().is_held = false;
        self.changed.notify_all();
    }

    /// Forbids the answer.
    pub(crate) fn discard(&self) {
        self.state().is_discarded = true;
        self.release();
    }

    /// Takes the result of a finished iteration. Returns whether another one may start.
    pub(crate) fn may_continue(&self, scale: f64, is_settled: bool) -> bool {
        let mut state = self.state();
        state.scale = scale;
        state.is_settled = is_settled;
        match state.plan {
            Some(plan) if !state.is_held => {
                let has_time = plan.has_time(self.elapsed(), scale);
                !is_settled && (has_time || self.uses_second(plan, state.plan_from))
            }
            _ => true,
        }
    }

    /// Lets the search continue to the end of the running second, if the clock counts whole
    /// seconds. Returns whether it continues.
    fn uses_second(&self, plan: Plan, from: u64) -> bool {
        if plan.before_second.is_none() {
            return false;
        }
        let used = self.clock.now_ms().saturating_sub(from);
        let end = from.saturating_add(plan.end_of_second(used));
        let hard = self.hard.fetch_min(end, Ordering::Relaxed).min(end);
        hard > from.saturating_add(used)
    }

    /// Waits until the answer may be given, which the caller then does at once. Returns false if it
    /// must not be given any more.
    pub(crate) fn wait_for_release(&self) -> bool {
        let mut state = self.state();
        while state.is_held {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.is_answering = true;
        !state.is_discarded
    }

    /// Notes that the search has ended.
    pub(crate) fn end(&self) {
        self.state().has_ended = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_answering(&self) -> bool {
        self.state().is_answering
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.state().has_ended
    }

    /// Waits until the search has ended.
    pub(crate) fn wait_for_end(&self) {
        let mut state = self.state();
        while !state.has_ended {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The hard limit, which changes while the search runs: a ponder search gets it with `ponderhit`.
impl Deadline for Control {
    fn has_passed(&self) -> bool {
        let hard = self.hard.load(Ordering::Relaxed);
        hard != NEVER && self.clock.now_ms() >= hard
    }
}
