//! The clocks of a game: main time, byoyomi, increments. Time comes in as milliseconds.

use shogi::Color;

use crate::limits::GRACE_MS;
use crate::protocol::{Clock, SavedClock, TimeControl};
use crate::view::side;

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    /// The main time that each side had at the start of the present turn.
    left: [u64; 2],
    /// The milliseconds of the present turn up to the last stop.
    used: u64,
    /// The side whose clock runs, and since when.
    running: Option<(Color, u64)>,
}

impl GameClock {
    /// Clocks with the full time; none if the control has no time at all.
    pub(crate) fn new(control: TimeControl) -> Option<Self> {
        let has_time = control.main + control.byoyomi + control.increment > 0;
        // Without main time the first move has what each later one gets.
        let main = if control.main == 0 { control.increment } else { control.main };
        let left = [main; 2];
        has_time.then_some(Self { control, left, used: 0, running: None })
    }

    /// What each side has at the start of the present turn.
    pub(crate) fn left(&self) -> [u64; 2] {
        self.left
    }

    /// Goes back to an earlier turn; the clocks stand still.
    pub(crate) fn set_left(&mut self, left: [u64; 2]) {
        (self.left, self.used, self.running) = (left, 0, None);
    }

    /// The time control.
    pub(crate) fn control(&self) -> TimeControl {
        self.control
    }

    /// Lets the clock of a side run.
    pub(crate) fn run(&mut self, color: Color, now: u64) {
        if self.running.is_none() {
            self.running = Some((color, now));
        }
    }

    /// Stops the clocks in the middle of a turn.
    pub(crate) fn hold(&mut self, now: u64) {
        self.used = self.used(now);
        self.running = None;
    }

    /// The milliseconds of the present turn.
    pub(crate) fn used(&self, now: u64) -> u64 {
        let since = self.running.map_or(0, |(_, since)| now.saturating_sub(since));
        self.used.saturating_add(since)
    }

    /// Ends the turn of a side and adds its increment.
    pub(crate) fn end_turn(&mut self, color: Color, now: u64) {
        let used = self.used(now);
        let left = &mut self.left[color.index()];
        *left = left.saturating_sub(used).saturating_add(self.control.increment);
        (self.used, self.running) = (0, None);
    }

    /// The milliseconds until the running clock has run out, a short grace included.
    pub(crate) fn until_flag(&self, now: u64) -> Option<u64> {
        let (color, _) = self.running?;
        let all = self.left[color.index()].saturating_add(self.control.byoyomi);
        Some(all.saturating_add(GRACE_MS).saturating_sub(self.used(now)))
    }

    /// Has this side, whose turn it is, run out of time?
    pub(crate) fn is_out_of_time(&self, color: Color, now: u64) -> bool {
        let all = self.left[color.index()].saturating_add(self.control.byoyomi);
        self.used(now) > all.saturating_add(GRACE_MS)
    }

    /// The main times that a restored game continues with.
    pub(crate) fn saved(&self, turn: Color, now: u64) -> SavedClock {
        let mut left = self.left;
        left[turn.index()] = left[turn.index()].saturating_sub(self.used(now));
        SavedClock { black: left[0], white: left[1] }
    }

    /// The clocks as a page sees them.
    pub(crate) fn shown(&self, turn: Color, now: u64) -> Clock {
        let used = self.used(now);
        let over = used.saturating_sub(self.left[turn.index()]);
        let SavedClock { black, white } = self.saved(turn, now);
        let byoyomi = self.control.byoyomi;
        Clock {
            black,
            white,
            byoyomi,
            increment: self.control.increment,
            running: self.running.map(|(color, _)| side(color)),
            in_byoyomi: byoyomi > 0 && used >= self.left[turn.index()],
            byoyomi_left: byoyomi.saturating_sub(over),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, byoyomi: u64, increment: u64) -> GameClock {
        GameClock::new(TimeControl { main, byoyomi, increment }).expect("some time")
    }

    #[test]
    fn main_time_goes_before_byoyomi() {
        let mut clock = clock(10_000, 5_000, 0);
        clock.run(Color::Black, 1_000);
        assert_eq!(clock.until_flag(1_000), Some(15_250));
        let shown = clock.shown(Color::Black, 12_000);
        assert_eq!((shown.black, shown.in_byoyomi, shown.byoyomi_left), (0, true, 4_000));
        assert!(!clock.is_out_of_time(Color::Black, 16_250));
        assert!(clock.is_out_of_time(Color::Black, 16_251));
        clock.end_turn(Color::Black, 12_000);
        clock.run(Color::White, 12_000);
        let shown = clock.shown(Color::White, 13_000);
        assert_eq!((shown.black, shown.white, shown.in_byoyomi), (0, 9_000, false));
    }

    #[test]
    fn an_increment_comes_after_each_move() {
        let mut clock = clock(1_000, 0, 500);
        clock.run(Color::White, 0);
        clock.end_turn(Color::White, 400);
        assert_eq!(clock.left(), [1_000, 1_100]);
        let alone = TimeControl { main: 0, byoyomi: 0, increment: 700 };
        assert_eq!(GameClock::new(alone).expect("some time").left(), [700; 2]);
        assert!(GameClock::new(TimeControl::default()).is_none());
    }

    #[test]
    fn a_held_clock_stands_still() {
        let mut clock = clock(10_000, 0, 0);
        clock.run(Color::Black, 0);
        clock.hold(3_000);
        assert_eq!(clock.until_flag(9_000), None);
        assert_eq!(clock.shown(Color::Black, 9_000).black, 7_000);
        clock.run(Color::Black, 10_000);
        assert_eq!(clock.used(11_000), 4_000);
        clock.set_left([5, 6]);
        assert_eq!(clock.saved(Color::Black, 99_000), SavedClock { black: 5, white: 6 });
    }
}
