//! The clock of one side in one game.

use std::time::Duration;

use crate::limit::Limit;

/// The clock of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    limit: Limit,
    left: Duration,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(limit: Limit) -> Self {
        Self { limit, left: Duration::from_millis(limit.main.unwrap_or(0)) }
    }

    /// The limit it was made for.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// The remaining milliseconds as engines are told; byoyomi and increment come on top.
    pub fn left_ms(&self) -> u64 {
        u64::try_from(self.left.as_millis()).unwrap_or(u64::MAX)
    }

    /// How long the next move may take; none without a limit in time.
    pub fn allowed(&self) -> Option<Duration> {
        if self.limit.has_clock() {
            let byoyomi = Duration::from_millis(self.limit.byoyomi.unwrap_or(0));
            Some(self.left + self.increment() + byoyomi)
        } else {
            self.limit.movetime.map(Duration::from_millis)
        }
    }

    /// Takes the time of a move off. Its increment counts already while the move is thought about,
    /// as the USI protocol and CSA servers have it.
    pub fn spend(&mut self, elapsed: Duration) {
        self.left = (self.left + self.increment()).saturating_sub(elapsed);
    }

    fn increment(&self) -> Duration {
        Duration::from_millis(self.limit.increment.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn byoyomi_starts_anew_with_each_move() {
        let mut clock = Clock::new("main=3,byoyomi=2".parse().unwrap());
        assert_eq!(clock.allowed(), Some(ms(5000)));
        clock.spend(ms(4000));
        assert_eq!((clock.left_ms(), clock.allowed()), (0, Some(ms(2000))));
        clock.spend(ms(1999));
        assert_eq!(clock.allowed(), Some(ms(2000)));
    }

    #[test]
    fn increments_count_from_the_first_move_on() {
        let mut clock = Clock::new("main=1,inc=0.5".parse().unwrap());
        assert_eq!(clock.allowed(), Some(ms(1500)));
        clock.spend(ms(100));
        assert_eq!(clock.left_ms(), 1400);
        clock.spend(ms(1800));
        assert_eq!((clock.left_ms(), clock.allowed()), (100, Some(ms(600))));
    }

    #[test]
    fn limits_without_time() {
        assert_eq!(Clock::new("nodes=10".parse().unwrap()).allowed(), None);
        assert_eq!(Clock::new("movetime=0.1".parse().unwrap()).allowed(), Some(ms(100)));
    }
}
