//! The root's moves, in the order of the last search.
//!
//! Known as: root move ordering
//! Source:   none in particular: best moves of earlier depths first is what iterative deepening is
//!           for
//! Here:     moves that never raised alpha stay as they were generated; YaneuraOu orders them by
//!           history
//! Worth:    14 ± 32 Elo over the histories' order (434 games, 30,000 nodes;
//!           docs/record/search-changes.tsv)
//! Off:      none

use shogi::Move;

use super::Order;
use crate::worker::Worker;

/// The order of the root's moves, from the line that is being searched on.
#[derive(Default)]
pub(crate) struct RootOrder {
    handed_out: usize,
}

impl Order for RootOrder {
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Move> {
        let root_move = worker.root.remaining().get(self.handed_out)?;
        self.handed_out += 1;
        Some(root_move.pv[0])
    }
}
