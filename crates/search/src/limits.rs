//! When a search ends, and the clock it looks at.

use shogi::Move;

/// Time as the caller measures it, in milliseconds from any fixed moment. A search reads no clock
/// of its own, so that tests can let time pass as they like.
pub trait Clock: Sync {
    /// Now.
    fn now_ms(&self) -> u64;
}

/// A clock that stands still: for searches without a limit of time.
pub struct NoClock;

impl Clock for NoClock {
    fn now_ms(&self) -> u64 {
        0
    }
}

/// What ends a search. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Moment by which the search has stopped, whatever it is doing.
    pub hard_ms: Option<u64>,
    /// How much time an ordinary move should take; easy moves take less, hard ones more.
    pub soft_ms: Option<u64>,
    /// Only these moves; empty: all.
    pub only: Vec<Move>,
    /// They are somebody's choice: what is found of them does not hold for the position.
    pub is_choice: bool,
}
