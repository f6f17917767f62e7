//! Time that this thread had a processor, so that a busy machine does not shorten a search.

use std::time::Instant;

use search::Deadline;

/// A clock that starts at zero. It measures wall-clock time where the system does not tell
/// processor time.
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

/// A search's share of processor time, from now on.
pub(crate) struct CpuTime {
    clock: CpuClock,
    microseconds: u64,
}

impl CpuTime {
    pub(crate) fn milliseconds(ms: u64) -> Self {
        Self { clock: CpuClock::start(), microseconds: ms.saturating_mul(1000) }
    }
}

impl Deadline for CpuTime {
    fn has_passed(&self) -> bool {
        self.clock.microseconds() >= self.microseconds
    }
}

/// The processor time of the calling thread; none where the system is not Linux.
fn thread_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// The processor time of the whole process, ended threads included; 0 where the system is not
/// Linux. It is exact to a hundredth of a second.
pub(crate) fn process_microseconds() -> u64 {
    let ticks = || {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program, in brackets, may hold blanks; user and system time come twelve
        // and thirteen fields after it.
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(number(11)? + number(12)?)
    };
    ticks().unwrap_or(0) * 10_000
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
