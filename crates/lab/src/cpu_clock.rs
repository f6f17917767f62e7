//! Time that this thread had a processor, so that a busy machine does not shorten a search.

use std::time::Instant;

use search::Clock;

/// Starts at zero. Where the system does not tell, wall-clock time.
pub(crate) struct CpuClock {
    start: Instant,
    start_cpu: Option<u64>,
}

impl CpuClock {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), start_cpu: thread_nanoseconds() }
    }

    pub(crate) fn microseconds(&self) -> u64 {
        match (self.start_cpu, thread_nanoseconds()) {
            (Some(start), Some(now)) => now.saturating_sub(start) / 1000,
            _ => self.start.elapsed().as_micros() as u64,
        }
    }
}

impl Clock for CpuClock {
    fn now_ms(&self) -> u64 {
        self.microseconds() / 1000
    }
}

/// What Linux says of the thread that asks.
fn thread_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_goes_back() {
        let clock = CpuClock::start();
        let first = clock.microseconds();
        assert!((0..1000).all(|_| clock.microseconds() >= first));
    }
}
