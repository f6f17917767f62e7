//! The time budget of one move, in milliseconds.
//!
//! Source:   YaneuraOu 9.70, `timeman.cpp`: remaining time over the expected own moves, whose
//!           number falls until ply 80; hard limit of 5 budgets and 30 % of the clock; the whole
//!           byoyomi is spent once the clock is below 1.2 byoyomi; a quarter more with pondering;
//!           every second used to its end (`RoundUpToFullSecond`)
//! Here:     nothing is rounded to seconds unless asked for; fewer expected moves (70 to 35 instead of 90 to 50);
//!           margins shrink with the clock, so that games of 0.1 s work

use shogi::Color;

use crate::go::Clocks;

/// The number of own moves expected at the first ply.
const MOVES_AT_START: u64 = 70;
/// The number of own moves expected from ply `LATE_PLY` on.
const MOVES_LATE: u64 = 35;
/// The ply from which the number of expected moves stays the same.
const LATE_PLY: u64 = 80;
/// The hard limit is at most this many budgets.
const MOST_TIMES_BUDGET: u64 = 5;
/// The hard limit is at most this percentage of the clock, plus the byoyomi.
const MOST_OF_CLOCK_PERCENT: u64 = 30;
/// If the clock shows less than this percentage of the byoyomi, both are spent together.
const SPEND_ALL_PERCENT: u64 = 120;
/// Ordinary safety margins take at most one part in `MARGIN_PART` of the time that a move has; larger
/// margins, which the user asked for, leave at least that part to the search.
const MARGIN_PART: u64 = 4;
/// A reserve above this many milliseconds is larger than ordinary: the user asked for it.
const ORDINARY_RESERVE: u64 = 50;
/// A delay above this many milliseconds is larger than ordinary: the user asked for it.
const ORDINARY_DELAY: u64 = 30;
/// The delays of all expected moves take at most one part in `DELAY_PART` of the clock; an ordinary
/// delay takes at most that part of a fixed time for the move.
const DELAY_PART: u64 = 8;

/// A second in milliseconds.
const SECOND: u64 = 1000;

/// The options and facts of the game, besides the clocks, that decide about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeContext {
    /// The milliseconds that every move is expected to lose in transmission (option `NetworkDelay`);
    /// the safety margin before the flag is at least as long.
    pub delay: u64,
    /// The safety margin before the flag in milliseconds; it shrinks if the clock is very short
    /// (option `NetworkDelay2`).
    pub reserve: u64,
    /// The milliseconds added to the safety margin in byoyomi (option `ByoyomiMargin`).
    pub byoyomi_margin: u64,
    /// The least time for a move in milliseconds, if the clock allows it (option
    /// `MinimumThinkingTime`).
    pub minimum: u64,
    /// The percentage of the ordinary budget to use (option `SlowMover`).
    pub slow_mover: u64,
    /// The clock counts whole seconds, so that every second is used to its end (option
    /// `RoundUpToFullSecond`).
    pub rounds_up: bool,
    /// The engine also thinks in the opponent's time (option `USI_Ponder`).
    pub ponders: bool,
    /// The number of plies played so far.
    pub plies: u64,
    /// This is the engine's first move on the clock in this game.
    pub is_first_move: bool,
    /// The game is drawn after this many plies, if there is such a limit.
    pub max_plies: Option<u64>,
}

/// The times at which the search of a move ends, in milliseconds after its clock started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// No search that has anything to decide ends before this time.
    pub minimum: u64,
    /// The ordinary end: sooner for easy moves, later for hard ones. Without it time cannot be saved,
    /// and the search continues to the hard limit.
    pub soft: Option<u64>,
    /// The search stops at this time at the latest.
    pub hard: u64,
    /// If every second is used to its end: the delay by which an end comes before a full second.
    pub before_second: Option<u64>,
}

impl Plan {
    /// Plans the time of a move of `us`.
    pub fn new(clocks: &Clocks, us: Color, context: &TimeContext) -> Self {
        let (increment, byoyomi) = (clocks.increment(us), clocks.byoyomi);
        let left = clocks.usable_left(us, context.is_first_move);
        let has = left + byoyomi;
        let margin = if byoyomi > 0 { context.byoyomi_margin } else { 0 };
        let gain = increment + byoyomi - context.delay.min((increment + byoyomi) / MARGIN_PART);
        // The delay of this move must fit before the flag.
        let wanted = context.reserve.max(context.delay);
        let reserve = if increment > 0 && byoyomi == 0 {
            // The increment pays for the moves to come: a move may always spend its gain, and the
            // reserve is taken from the rest of the clock.
            wanted.min(left.saturating_sub(gain)).max(left.min(wanted) / MARGIN_PART)
        } else {
            let wanted = wanted + margin;
            let part = has / MARGIN_PART;
            wanted.min(if wanted > ORDINARY_RESERVE { has - part } else { part })
        };
        let usable = (has - reserve).max(1);
        if byoyomi > 0 && left * 100 < byoyomi * SPEND_ALL_PERCENT {
            return Self { minimum: usable, soft: None, hard: usable, before_second: None };
        }
        let moves = context.moves_to_go();
        let delays = (context.delay * moves).min(left / DELAY_PART);
        // Every move may take up to a second more than its share.
        let rounding = if context.rounds_up { SECOND * (moves + 1) } else { 0 };
        // Rounded to the nearest: in games of 0.1 s the share is about one millisecond.
        let share = (left.saturating_sub(reserve + delays + rounding) + moves / 2) / moves;
        let mut budget = share + gain;
        budget = budget * context.slow_mover / 100;
        if context.ponders {
            budget += budget / 4;
        }
        let hard = (budget * MOST_TIMES_BUDGET)
            .min(left * MOST_OF_CLOCK_PERCENT / 100 + byoyomi)
            .clamp(1, usable);
        let mut plan =
            Self { minimum: context.minimum.min(hard), soft: None, hard, before_second: None };
        if context.rounds_up {
            plan.before_second = Some(context.delay);
            plan.minimum = plan.end_of_second(plan.minimum).min(usable);
            plan.hard = plan.end_of_second(hard).min(usable);
        }
        plan.soft = Some(budget.clamp(plan.minimum, plan.hard));
        plan
    }

    /// Plans a move that has a fixed time of `ms`: all of it is used, except for the delay.
    pub fn fixed(ms: u64, context: &TimeContext) -> Self {
        let most =
            if context.delay > ORDINARY_DELAY { ms - ms / MARGIN_PART } else { ms / DELAY_PART };
        let hard = (ms - context.delay.min(most)).max(1);
        Self { minimum: hard, soft: None, hard, before_second: None }
    }

    /// Returns the end of the second that is running `used` milliseconds after the clock started,
    /// less the delay; without rounding, `used` itself.
    pub fn end_of_second(&self, used: u64) -> u64 {
        let Some(delay) = self.before_second else { return used };
        (used + delay).next_multiple_of(SECOND).max(SECOND).saturating_sub(delay)
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
    /// Returns the number of own moves to plan for.
    fn moves_to_go(&self) -> u64 {
        let early = LATE_PLY - self.plies.min(LATE_PLY);
        let moves = MOVES_LATE + early * (MOVES_AT_START - MOVES_LATE) / LATE_PLY;
        match self.max_plies {
            Some(most) => moves.min(most.saturating_sub(self.plies) / 2 + 1),
            None => moves,
        }
    }
}
