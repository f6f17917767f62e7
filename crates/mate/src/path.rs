//! The positions on the way to the present node, to see a recurrence at once.

use crate::repetitions::{PathKey, extend};
use crate::table::PositionKey;

const SLOTS: usize = 1 << 12;

/// The current path, root first, with a filter in front of it: nearly every position that is not
/// on the path is recognised by one look.
pub(crate) struct Path {
    keys: Vec<PositionKey>,
    /// The key of the path up to each of the positions.
    ways: Vec<PathKey>,
    filter: Vec<u16>,
}

impl Path {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), ways: Vec::new(), filter: vec![0; SLOTS] }
    }

    fn slot(board: u64) -> usize {
        board as usize % SLOTS
    }

    /// The number of positions on the path, which is the depth of the next one.
    pub(crate) fn len(&self) -> u16 {
        self.keys.len() as u16
    }

    /// The key of the whole path.
    pub(crate) fn way(&self) -> PathKey {
        self.ways.last().copied().unwrap_or(0)
    }

    /// The key of the path if it went on to this position.
    pub(crate) fn way_to(&self, key: PositionKey) -> PathKey {
        extend(self.way(), key.board, key.hand)
    }

    pub(crate) fn enter(&mut self, key: PositionKey) {
        self.filter[Self::slot(key.board)] += 1;
        self.ways.push(self.way_to(key));
        self.keys.push(key);
    }

    /// Leaves the last position.
    pub(crate) fn leave(&mut self) {
        self.ways.pop();
        if let Some(key) = self.keys.pop() {
            self.filter[Self::slot(key.board)] -= 1;
        }
    }

    /// Leaves every position.
    pub(crate) fn leave_all(&mut self) {
        while !self.keys.is_empty() {
            self.leave();
        }
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
