//! The state of a search for mate or hisshi while it runs, for those who watch it.

use shogi::Move;

/// The facts about a running search that are known so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// The number of nodes searched and verified.
    pub nodes: u64,
    /// The part of the table of proofs in use, in thousandths.
    pub hashfull: u32,
    /// The longest path that was searched, in plies.
    pub deepest: u16,
    /// A solution of at most this many plies has been found; it may not be verified yet.
    pub most: Option<u16>,
    /// No solution takes fewer plies than this.
    pub at_least: u16,
    /// A verified solution; it is empty as long as there is none.
    pub line: Vec<Move>,
}
