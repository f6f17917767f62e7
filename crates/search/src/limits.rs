//! The limits that end a search.

use shogi::Move;

/// The moment at which a search must stop. A search reads no clock itself, so tests can simulate
/// time, and the moment can change while the search runs.
pub trait Deadline: Sync {
    /// Is the time over?
    fn has_passed(&self) -> bool;
}

/// The deadline of a search without a limit of time.
pub struct NoDeadline;

impl Deadline for NoDeadline {
    fn has_passed(&self) -> bool {
        false
    }
}

/// The limits of a search besides its deadline. Without any limit it continues until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The largest depth in plies.
    pub depth: Option<i32>,
    /// The largest number of nodes of all threads.
    pub nodes: Option<u64>,
    /// The only moves to search at the root, whose result is then not stored; empty means all.
    pub only: Vec<Move>,
}
