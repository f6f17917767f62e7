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
    /// The empty hand.
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

    /// One more of a kind. A full set fits: 18 pawns, 4 lances, ... 2 rooks; more would run into
    /// the fields of other kinds.
    #[inline(always)]
    pub fn add(&mut self, kind: HandKind) {
        debug_assert!(self.count(kind) < u32::from(kind.in_set()));
        self.0 += 1 << SHIFT[kind.index()];
    }

    /// One less of a kind, which must be held.
    #[inline(always)]
    pub fn remove(&mut self, kind: HandKind) {
        debug_assert!(self.has(kind));
        self.0 -= 1 << SHIFT[kind.index()];
    }

    /// Does it hold at least as many of every kind as `other`?
    #[inline(always)]
    pub const fn covers(self, other: Self) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// The larger count of every kind.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        let mask = self.kinds_not_below(other);
        Self((self.0 & mask) | (other.0 & !mask))
    }

    /// The smaller count of every kind.
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        let mask = self.kinds_not_below(other);
        Self((other.0 & mask) | (self.0 & !mask))
    }

    /// The fields of the kinds of which it holds at least as many as `other`.
    #[inline(always)]
    fn kinds_not_below(self, other: Self) -> u32 {
        let guards = ((self.0 | GUARDS) - other.0) & GUARDS;
        HandKind::ALL.into_iter().fold(0, |mask, kind| {
            let is_set = guards >> (SHIFT[kind.index()] + WIDTH[kind.index()]) & 1;
            mask | (is_set.wrapping_neg() & Self::mask(kind))
        })
    }

    /// The packed word, for hashing and storing.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The hand with this packed word; bits that belong to no kind are left out.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        let mut fields = 0;
        let mut kind = 1;
        while kind < SHIFT.len() {
            fields |= ((1 << WIDTH[kind]) - 1) << SHIFT[kind];
            kind += 1;
        }
        Self(bits & fields)
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
    fn unions_and_intersections_are_kind_by_kind() {
        let mut hands = vec![Hand::EMPTY];
        let mut state = 1u32;
        for _ in 0..200 {
            let mut hand = Hand::EMPTY;
            for kind in HandKind::ALL {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                for _ in 0..(state >> 16) % (u32::from(kind.in_set()) + 1) {
                    hand.add(kind);
                }
            }
            assert_eq!(Hand::from_bits(hand.bits()), hand);
            hands.push(hand);
        }
        for (&a, &b) in hands.iter().zip(hands.iter().skip(1)) {
            for kind in HandKind::ALL {
                assert_eq!(a.union(b).count(kind), a.count(kind).max(b.count(kind)));
                assert_eq!(a.intersection(b).count(kind), a.count(kind).min(b.count(kind)));
            }
        }
        assert_eq!(Hand::from_bits(u32::MAX).bits() & GUARDS, 0);
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
