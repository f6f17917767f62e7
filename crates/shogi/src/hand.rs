//! The pieces a side holds, packed so that two hands compare in three instructions.

use std::fmt;

use crate::piece::HandKind;

/// A count for each kind in hand, as bit fields of one word.
///
/// Above each field stands a guard bit that is always zero. Subtracting hand `b` from hand `a`
/// with all guards set clears exactly the guards of the kinds of which `a` holds fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

/// Position of each kind's field; the index is the kind's number.
const SHIFT: [u32; 8] = [0, 0, 6, 10, 14, 18, 21, 24];
/// Width of each kind's field.
const WIDTH: [u32; 8] = [0, 5, 3, 3, 3, 2, 2, 3];
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 20 | 1 << 23 | 1 << 27;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    const fn mask(kind: HandKind) -> u32 {
        ((1 << WIDTH[kind.index()]) - 1) << SHIFT[kind.index()]
    }

    /// How many of a kind are held.
    #[inline(always)]
    pub const fn count(self, kind: HandKind) -> u32 {
        (self.0 & Self::mask(kind)) >> SHIFT[kind.index()]
    }

    /// Is at least one of the kind held?
    #[inline(always)]
    pub const fn has(self, kind: HandKind) -> bool {
        self.0 & Self::mask(kind) != 0
    }

    /// Is nothing held?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is anything but pawns held?
    #[inline(always)]
    pub(crate) const fn has_other_than_pawns(self) -> bool {
        self.0 & !Self::mask(HandKind::Pawn) != 0
    }

    /// One more of a kind. A full set fits: 18 pawns, 4 lances, ... 2 rooks.
    #[inline(always)]
    pub(crate) fn add(&mut self, kind: HandKind) {
        debug_assert!(self.count(kind) < u32::from(kind.in_set()));
        self.0 += 1 << SHIFT[kind.index()];
    }

    /// One less of a kind that is held.
    #[inline(always)]
    pub(crate) fn remove(&mut self, kind: HandKind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << SHIFT[kind.index()];
    }

    /// Does it hold at least as many of every kind as `other`?
    #[inline(always)]
    pub const fn covers(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// The packed word, for hashing.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The kinds held with their counts, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = (HandKind, u32)> {
        HandKind::ALL
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_set_fits() {
        let mut hand = Hand::EMPTY;
        for kind in HandKind::ALL {
            for held in 0..u32::from(kind.in_set()) {
                assert_eq!(hand.count(kind), held);
                hand.add(kind);
            }
        }
        for kind in HandKind::ALL {
            assert_eq!(hand.count(kind), u32::from(kind.in_set()));
        }
        assert_eq!(hand.bits() & GUARDS, 0);
    }

    #[test]
    fn covering_is_kind_by_kind() {
        let hand = |kinds: &[HandKind]| {
            let mut hand = Hand::EMPTY;
            kinds.iter().for_each(|&kind| hand.add(kind));
            hand
        };
        use HandKind::{Gold, Pawn, Rook};
        assert!(hand(&[Pawn, Pawn, Gold]).covers(hand(&[Pawn, Gold])));
        assert!(!hand(&[Pawn, Gold]).covers(hand(&[Pawn, Pawn])));
        assert!(!hand(&[Rook]).covers(hand(&[Pawn])));
        assert!(hand(&[Rook]).covers(Hand::EMPTY));
    }
}
