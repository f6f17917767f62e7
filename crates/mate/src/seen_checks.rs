//! The checks of positions that were looked at a short while ago.
//!
//! Source:  MAOU keeps the checks of recent positions, too.
//! Here:    The look at a position behind a defence generates its checks; mostly that position is
//!          opened soon after. Checks depend on the board, the turn and the hand of the side to move
//!          alone, so what is kept stays true from problem to problem. A position takes one line of the
//!          processor's cache, and the newest stays.

use crate::table::PositionKey;
use shogi::{Hand, Move};

const SLOTS: usize = 1 << 10;
/// Positions with more checks are not kept.
const MOST_CHECKS: usize = 24;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Slot {
    board: u64,
    hand: Hand,
    len: u8,
    checks: [Option<Move>; MOST_CHECKS],
}

/// The positions, found by the key of the board.
pub(crate) struct SeenChecks {
    slots: Vec<Slot>,
}

impl SeenChecks {
    /// Bytes that it takes.
    pub(crate) const BYTES: usize = SLOTS * size_of::<Slot>();

    pub(crate) fn new() -> Self {
        let empty = Slot { board: 0, hand: Hand::EMPTY, len: 0, checks: [None; MOST_CHECKS] };
        Self { slots: vec![empty; SLOTS] }
    }

    fn index(key: PositionKey) -> usize {
        (key.board ^ u64::from(key.hand.bits())) as usize % SLOTS
    }

    /// The checks of a position, if they are kept; a position without checks never is.
    pub(crate) fn of(&self, key: PositionKey) -> Option<impl Iterator<Item = Move>> {
        let slot = &self.slots[Self::index(key)];
        let checks = &slot.checks[..usize::from(slot.len)];
        (slot.len > 0 && slot.board == key.board && slot.hand == key.hand)
            .then(|| checks.iter().copied().flatten())
    }

    /// Keeps the checks of a position.
    pub(crate) fn keep(&mut self, key: PositionKey, checks: &[Move]) {
        if checks.len() > MOST_CHECKS {
            return;
        }
        let slot = &mut self.slots[Self::index(key)];
        (slot.board, slot.hand, slot.len) = (key.board, key.hand, checks.len() as u8);
        for (place, &mv) in slot.checks.iter_mut().zip(checks) {
            *place = Some(mv);
        }
    }
}
