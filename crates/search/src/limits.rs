//! When a search ends.

use shogi::Move;

/// The moment by which a search has stopped, whatever it is doing. A search reads no clock of its
/// own: so tests can let time pass as they like, and the moment can move while the search runs.
pub trait Deadline: Sync {
    /// Is the time over?
    fn has_passed(&self) -> bool;
}

/// For searches without a limit of time.
pub struct NoDeadline;

impl Deadline for NoDeadline {
    fn has_passed(&self) -> bool {
        false
    }
}

/// What ends a search beside its deadline. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Only these moves at the root, which is then not stored in the table; empty: all.
    pub only: Vec<Move>,
}
