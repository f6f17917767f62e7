//! The budget of a search: a number of nodes, and a question to the caller now and then, who then
//! sees the progress.

use crate::progress::Progress;
use shogi::Move;

/// Nodes between two questions whether to stop.
const INTERVAL: u64 = 256;

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The number of nodes was reached.
    Nodes,
    /// The caller said stop.
    Asked,
    /// The search met a contradiction in itself; it says so rather than answer.
    Inconsistent,
}

/// The nodes that a search has spent and may spend.
pub(crate) struct Budget<'b> {
    progress: Progress,
    most: u64,
    /// The number of spent nodes at which the present step ends; a step is a part of the whole.
    step: u64,
    should_stop: &'b mut dyn FnMut(&Progress) -> bool,
    asked: bool,
}

impl<'b> Budget<'b> {
    pub(crate) fn new(most: u64, should_stop: &'b mut dyn FnMut(&Progress) -> bool) -> Self {
        Self { progress: Progress::default(), most, step: u64::MAX, should_stop, asked: false }
    }

    pub(crate) fn spent(&self) -> u64 {
        self.progress.nodes
    }

    /// Notes that a path of this many plies is being searched.
    #[inline]
    pub(crate) fn reached(&mut self, depth: u16) {
        self.progress.deepest = self.progress.deepest.max(depth);
    }

    /// Notes how many slots of a table with `all` slots are taken.
    #[inline]
    pub(crate) fn filled(&mut self, taken: usize, all: usize) {
        let permille = (taken as u64 * 1000 / all.max(1) as u64) as u32;
        self.progress.hashfull = self.progress.hashfull.max(permille);
    }

    /// Notes that there is a solution of at most this many plies.
    pub(crate) fn found(&mut self, plies: u16) {
        self.progress.most = Some(self.progress.most.map_or(plies, |most| most.min(plies)));
    }

    /// Notes a verified solution.
    pub(crate) fn verified(&mut self, line: &[Move]) {
        line.clone_into(&mut self.progress.line);
    }

    /// Notes that no solution takes fewer plies than this.
    pub(crate) fn excluded(&mut self, at_least: u16) {
        self.progress.at_least = at_least;
    }

    /// Begins a step: from here on [`Self::spend`] stops after `nodes` nodes.
    pub(crate) fn begin_step(&mut self, nodes: u64) {
        self.step = self.spent().saturating_add(nodes);
    }

    /// Ends the steps: only the whole limits from here on.
    pub(crate) fn end_steps(&mut self) {
        self.step = u64::MAX;
    }

    /// Is the whole spent, not only the step?
    pub(crate) fn is_spent(&self) -> bool {
        self.asked || self.spent() >= self.most
    }

    /// Is it time to stop? For work that takes long and pays for no nodes.
    pub(crate) fn is_asked_to_stop(&mut self) -> bool {
        self.asked = self.asked || (self.should_stop)(&self.progress);
        self.asked
    }

    /// Pays for one node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stopped> {
        if self.asked {
            return Err(Stopped::Asked);
        }
        if self.progress.nodes >= self.most.min(self.step) {
            return Err(Stopped::Nodes);
        }
        self.progress.nodes += 1;
        if self.progress.nodes.is_multiple_of(INTERVAL) && (self.should_stop)(&self.progress) {
            self.asked = true;
            return Err(Stopped::Asked);
        }
        Ok(())
    }
}
