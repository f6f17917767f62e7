//! The budget of one move, in milliseconds.
//!
//! Source:  YaneuraOu's shape (time left over the moves expected, byoyomi spent whole)
//! Here:    no rounding to seconds; margins shrink with the clock, so that 0.1 s a game works

use shogi::Color;

use crate::go::Clocks;

/// Own moves still expected at the first ply, and from ply `LATE_PLY` on.
const MOVES_AT_START: u64 = 70;
const MOVES_LATE: u64 = 35;
const LATE_PLY: u64 = 80;
/// The hard limit is at most so many times the budget ...
const MOST_TIMES_BUDGET: u64 = 5;
/// ... and at most this share of the clock, byoyomi apart.
const MOST_OF_CLOCK_PERCENT: u64 = 30;
/// With less than so many percent of the byoyomi left, clock and byoyomi are spent together.
const SPEND_ALL_PERCENT: u64 = 120;
/// Margins take at most one part in so many of what a move has ...
const MARGIN_PART: u64 = 4;
/// ... unless somebody asked for more than this: who knows the way to the server leaves as little as
/// that part for the search.
const ORDINARY_RESERVE: u64 = 50;
/// The same for what a move of a fixed time loses on the way.
const ORDINARY_DELAY: u64 = 30;
/// What all moves to come may lose on the way takes at most one part in so many of the clock; what a
/// move of a fixed time loses, of that time.
const DELAY_PART: u64 = 8;

/// What besides the clocks decides about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeContext {
    /// What every move is expected to lose on the way (option `NetworkDelay`); kept before the flag,
    /// too.
    pub delay: u64,
    /// What is not touched before the flag, unless the clock is very short (`NetworkDelay2`).
    pub reserve: u64,
    /// The same in addition when byoyomi is running (`ByoyomiMargin`).
    pub byoyomi_margin: u64,
    /// What every move takes at least, if the clock allows it (`MinimumThinkingTime`).
    pub minimum: u64,
    /// Percent of the ordinary budget (`SlowMover`).
    pub slow_mover: u64,
    /// The engine thinks in the opponent's time, too (`USI_Ponder`).
    pub ponders: bool,
    /// Plies played so far.
    pub plies: u64,
    /// This is the engine's first move on the clock in this game.
    pub is_first_move: bool,
    /// The game ends after this many plies.
    pub max_plies: Option<u64>,
}

/// When a move's search ends, in milliseconds after its clock started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Not before this, if there is anything to think about.
    pub minimum: u64,
    /// About here, sooner for easy moves and later for hard ones. None: there is nothing to save,
    /// the search goes on to the hard limit.
    pub soft: Option<u64>,
    /// By this moment the search has stopped.
    pub hard: u64,
}

impl Plan {
    /// The budget of a move of `us`.
    pub fn new(clocks: &Clocks, us: Color, context: &TimeContext) -> Self {
        let (increment, byoyomi) = (clocks.increment(us), clocks.byoyomi);
        let left = clocks.usable_left(us, context.is_first_move);
        let has = left + byoyomi;
        let margin = if byoyomi > 0 { context.byoyomi_margin } else { 0 };
        let gain = increment + byoyomi - context.delay.min((increment + byoyomi) / MARGIN_PART);
        // What a move loses on the way must fit before the flag, too.
        let wanted = context.reserve.max(context.delay);
        let reserve = if increment > 0 && byoyomi == 0 {
            // The increment pays for the moves to come: the clock itself may stay above the reserve.
            wanted.min(left.saturating_sub(gain)).max(left.min(wanted) / MARGIN_PART)
        } else {
            let wanted = wanted + margin;
            let part = has / MARGIN_PART;
            wanted.min(if wanted > ORDINARY_RESERVE { has - part } else { part })
        };
        let usable = (has - reserve).max(1);
        if byoyomi > 0 && left * 100 < byoyomi * SPEND_ALL_PERCENT {
            return Self { minimum: usable, soft: None, hard: usable };
        }
        let moves = context.moves_to_go();
        let on_the_way = (context.delay * moves).min(left / DELAY_PART);
        // Rounded, not cut: at 0.1 s a game the share is about one millisecond.
        let share = (left.saturating_sub(reserve + on_the_way) + moves / 2) / moves;
        let mut budget = share + gain;
        budget = budget * context.slow_mover / 100;
        if context.ponders {
            budget += budget / 4;
        }
        let hard = (budget * MOST_TIMES_BUDGET)
            .min(left * MOST_OF_CLOCK_PERCENT / 100 + byoyomi)
            .clamp(1, usable);
        let minimum = context.minimum.min(hard);
        Self { minimum, soft: Some(budget.clamp(minimum, hard)), hard }
    }

    /// All of a fixed time, less what is lost on the way.
    pub fn fixed(ms: u64, context: &TimeContext) -> Self {
        let most =
            if context.delay > ORDINARY_DELAY { ms - ms / MARGIN_PART } else { ms / DELAY_PART };
        let hard = (ms - context.delay.min(most)).max(1);
        Self { minimum: hard, soft: None, hard }
    }

    /// Is there time for another iteration, `elapsed` milliseconds after the search began, if the
    /// move is `scale` times as hard as an ordinary one?
    pub fn has_time(&self, elapsed: u64, scale: f64) -> bool {
        match self.soft {
            Some(soft) => elapsed < self.minimum || (elapsed as f64) < soft as f64 * scale,
            None => true,
        }
    }
}

impl TimeContext {
    /// Own moves to plan for.
    fn moves_to_go(&self) -> u64 {
        let early = LATE_PLY - self.plies.min(LATE_PLY);
        let moves = MOVES_LATE + early * (MOVES_AT_START - MOVES_LATE) / LATE_PLY;
        match self.max_plies {
            Some(most) => moves.min(most.saturating_sub(self.plies) / 2 + 1),
            None => moves,
        }
    }
}
