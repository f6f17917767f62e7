//! The children of nodes left a short while ago, so that opening such a node again needs no move
//! generation.
//!
//! Here:    One node per slot, the newest stays. The slots are few: what is asked for again is
//!          mostly asked for soon.

use crate::node::Child;
use crate::table::{Pass, PositionKey};
use crate::value::{NOWHERE, Plies, Value};

const MOST_SLOTS: usize = 1 << 12;
/// Nodes with more children are not kept.
const MOST_CHILDREN: usize = 64;

struct Slot {
    key: PositionKey,
    pass: Pass,
    children: Vec<Child>,
}

/// The slots, found by the key of the board.
pub(crate) struct Recall {
    slots: Vec<Option<Slot>>,
}

impl Recall {
    /// Slots that never take more than `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let each = size_of::<Option<Slot>>() + MOST_CHILDREN * size_of::<Child>();
        let slots = (bytes / each).clamp(1, MOST_SLOTS);
        Self { slots: (0..slots).map(|_| None).collect() }
    }

    pub(crate) fn forget(&mut self) {
        self.slots.iter_mut().flatten().for_each(|slot| slot.children.clear());
    }

    fn index(&self, key: PositionKey) -> usize {
        let mixed = key.board ^ u64::from(key.hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.slots.len() as u128) >> 64) as usize
    }

    /// The children of a node as they were when it was left; empty if they are not kept.
    pub(crate) fn children(&self, key: PositionKey, pass: Pass) -> &[Child] {
        match &self.slots[self.index(key)] {
            Some(slot) if slot.key == key && slot.pass == pass => &slot.children,
            _ => &[],
        }
    }

    /// Keeps the children of an undecided node.
    pub(crate) fn keep(&mut self, key: PositionKey, pass: Pass, children: &[Child]) {
        if children.len() > MOST_CHILDREN {
            return;
        }
        let index = self.index(key);
        let slot =
            self.slots[index].get_or_insert_with(|| Slot { key, pass, children: Vec::new() });
        slot.key = key;
        slot.pass = pass;
        slot.children.clear();
        // Not more than asked for, so that a slot keeps its bound.
        slot.children.reserve_exact(children.len());
        slot.children.extend_from_slice(children);
    }
}

/// Returns a value kept on another path if it holds for a mate within `plies`, else first numbers.
pub(crate) fn still_true(value: Value, plies: Plies, depth: u16) -> Value {
    let holds = if value.is_proven() {
        value.plies <= plies
    } else if value.is_disproven() {
        value.start == NOWHERE && value.plies >= plies
    } else {
        true
    };
    if holds { value } else { Value::unknown(1, 1, depth) }
}
