//! The budget of a search: a number of nodes, and a question to the caller now and then.

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
    spent: u64,
    most: u64,
    /// The number of spent nodes at which the present step ends; a step is a part of the whole.
    step: u64,
    should_stop: &'b mut dyn FnMut() -> bool,
    asked: bool,
}

impl<'b> Budget<'b> {
    pub(crate) fn new(most: u64, should_stop: &'b mut dyn FnMut() -> bool) -> Self {
        Self { spent: 0, most, step: u64::MAX, should_stop, asked: false }
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Begins a step: from here on [`Self::spend`] stops after `nodes` nodes.
    pub(crate) fn begin_step(&mut self, nodes: u64) {
        self.step = self.spent.saturating_add(nodes);
    }

    /// Ends the steps: only the whole limits from here on.
    pub(crate) fn end_steps(&mut self) {
        self.step = u64::MAX;
    }

    /// Is the whole spent, not only the step?
    pub(crate) fn is_spent(&self) -> bool {
        self.asked || self.spent >= self.most
    }

    /// Is it time to stop? For work that takes long and pays for no nodes.
    pub(crate) fn is_asked_to_stop(&mut self) -> bool {
        self.asked = self.asked || (self.should_stop)();
        self.asked
    }

    /// Pays for one node.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Stopped> {
        if self.asked {
            return Err(Stopped::Asked);
        }
        if self.spent >= self.most.min(self.step) {
            return Err(Stopped::Nodes);
        }
        self.spent += 1;
        if self.spent.is_multiple_of(INTERVAL) && (self.should_stop)() {
            self.asked = true;
            return Err(Stopped::Asked);
        }
        Ok(())
    }
}
