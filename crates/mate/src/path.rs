//! The positions on the way to the present node, to see a recurrence at once.

use crate::table::PositionKey;

const SLOTS: usize = 1 << 12;

/// The current path, root first, with a filter in front of it: nearly every position that is not
/// on the path is recognised by one look.
pub(crate) struct Path {
    keys: Vec<PositionKey>,
    filter: Vec<u16>,
}

impl Path {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), filter: vec![0; SLOTS] }
    }

    fn slot(board: u64) -> usize {
        board as usize % SLOTS
    }

    pub(crate) fn enter(&mut self, key: PositionKey) {
        self.filter[Self::slot(key.board)] += 1;
        self.keys.push(key);
    }

    /// Leaves the last position, which has this board.
    pub(crate) fn leave(&mut self, board: u64) {
        self.keys.pop();
        self.filter[Self::slot(board)] -= 1;
    }

    /// The depth of a position on the path that the attacker would come back to with no more in
    /// hand than then; the latest such one.
    pub(crate) fn recurrence(&self, key: PositionKey) -> Option<u16> {
        if self.filter[Self::slot(key.board)] == 0 {
            return None;
        }
        let at = self
            .keys
            .iter()
            .rposition(|earlier| earlier.board == key.board && earlier.hand.covers(key.hand))?;
        Some(at as u16)
    }
}
