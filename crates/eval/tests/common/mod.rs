//! What several tests need: fixed random numbers, walks through games, networks made of them.
#![allow(dead_code, reason = "each test uses its part")]

pub mod network;
pub mod reference;
pub mod walk;

use std::path::PathBuf;
use std::time::Duration;

/// A fixed sequence of numbers, the same in every build.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// From `low` to `high`, both included.
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }
}

/// Time that this thread has spent on a processor: other programs do not count.
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// A file of the bigger test data; says so where it is not at hand.
pub fn data(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SAKIYOMI_DATA") else {
        eprintln!("skipped: SAKIYOMI_DATA is not set");
        return None;
    };
    let path = PathBuf::from(folder).join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// A table of the test data that belongs to the repository.
pub fn suite(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../suites").join(path)
}
