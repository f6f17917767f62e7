//! Helpers of the comparing benches: one pinned core, alternating rounds, medians and quartiles.
#![allow(dead_code)] // Each bench uses a part of it.

use std::time::Duration;

use cpu_time::ThreadTime;

/// Binds this thread to one core, so that all contenders run on the same one. Returns its number.
pub fn pin_to_one_core() -> Option<usize> {
    let core = core_affinity::get_core_ids()?.pop()?;
    core_affinity::set_for_current(core).then_some(core.id)
}

/// The name of the processor, where the system tells it.
pub fn processor() -> String {
    std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// Processor time of one call: what other programs take from the core does not count.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = ThreadTime::now();
    work();
    start.elapsed()
}

/// Median and quartiles of a series of measurements.
#[derive(Clone, Copy)]
pub struct Spread {
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
}

impl Spread {
    /// # Panics
    /// If there are no values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = part * (sorted.len() - 1) as f64;
            let below = sorted[place.floor() as usize];
            below + (sorted[place.ceil() as usize] - below) * place.fract()
        };
        Self { lower: at(0.25), median: at(0.5), upper: at(0.75) }
    }
}

/// Median, then the quartiles in brackets.
impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let places = f.precision().unwrap_or(1);
        let Self { lower, median, upper } = self;
        write!(f, "{median:.places$} ({lower:.places$}-{upper:.places$})")
    }
}

/// The value behind `--name` on the command line.
///
/// # Panics
/// If it is not a number.
pub fn number_argument(name: &str) -> Option<usize> {
    let arguments: Vec<String> = std::env::args().collect();
    let at = arguments.iter().position(|argument| argument == name)?;
    let number = arguments.get(at + 1).and_then(|text| text.parse().ok());
    Some(number.unwrap_or_else(|| panic!("expected a number behind {name}")))
}

/// Does the command line have this flag?
pub fn has_flag(name: &str) -> bool {
    std::env::args().any(|argument| argument == name)
}
