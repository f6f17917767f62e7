//! What is known about a node: proof and disproof number, and for a decided one its length and
//! hand.
//!
//! Source:  Allis, proof-number search (1994); Nagai, df-pn (2002); Kishimoto & Müller on
//!          repetition (2004); Seo and Nagai on hands of proofs. Mates with a length, so that a
//!          shorter one can be asked for, as in KomoringHeights (`mate_len.hpp`).

use shogi::{Hand, Move};

/// A proof or disproof number: how many leaves have yet to be decided, at least.
pub(crate) type Number = u32;

/// The proof number of a disproven node, and the disproof number of a proven one.
pub(crate) const INFINITE: Number = 1 << 30;

/// Plies; [`FOREVER`] where no limit was met.
pub(crate) type Plies = u16;

/// The reach of a disproof that holds for a mate of any length.
pub(crate) const FOREVER: Plies = Plies::MAX;

/// The start of a disproof that relies on no earlier position of the path.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// Proof number; 0 for a proven mate.
    pub(crate) pn: Number,
    /// Disproof number; 0 for a disproven one.
    pub(crate) dn: Number,
    /// Proven: the mate takes at most this many plies. Disproven: there is no mate
    /// within this many plies.
    pub(crate) plies: Plies,
    /// Disproven because a position of the path recurs: the depth of the earliest such position.
    pub(crate) start: u16,
    /// The least depth at which the node was met.
    pub(crate) depth: u16,
    /// Proven: any attacker's hand that covers this one mates. Disproven: any hand that this one
    /// covers does not.
    pub(crate) hand: Hand,
    /// The attacker's move of a proof, the defender's of a disproof, where he is to move.
    pub(crate) best: Option<Move>,
    /// Only looked at, never opened or remembered?
    pub(crate) is_new: bool,
    /// Was it disproven on some path because a position recurred?
    pub(crate) looped: bool,
}

impl Value {
    /// A node that is not decided yet.
    pub(crate) fn unknown(pn: Number, dn: Number, depth: u16) -> Self {
        debug_assert!(pn > 0 && dn > 0);
        Self {
            pn,
            dn,
            plies: 0,
            start: NOWHERE,
            depth,
            hand: Hand::EMPTY,
            best: None,
            is_new: false,
            looped: false,
        }
    }

    /// First numbers of a node that has not been opened.
    pub(crate) fn new(pn: Number, dn: Number, depth: u16) -> Self {
        Self { is_new: true, ..Self::unknown(pn, dn, depth) }
    }

    /// A mate within `plies` for every hand that covers `hand`.
    pub(crate) fn proven(plies: Plies, hand: Hand, best: Option<Move>) -> Self {
        Self {
            pn: 0,
            dn: INFINITE,
            plies,
            start: NOWHERE,
            depth: 0,
            hand,
            best,
            is_new: false,
            looped: false,
        }
    }

    /// No mate within `plies` for any hand that `hand` covers.
    pub(crate) fn disproven(plies: Plies, hand: Hand) -> Self {
        Self {
            pn: INFINITE,
            dn: 0,
            plies,
            start: NOWHERE,
            depth: 0,
            hand,
            best: None,
            is_new: false,
            looped: false,
        }
    }

    /// No mate on this path, because the position at depth `start` would recur.
    pub(crate) fn repeated(start: u16, plies: Plies, hand: Hand) -> Self {
        Self { start, ..Self::disproven(plies, hand) }
    }

    pub(crate) fn is_proven(self) -> bool {
        self.pn == 0
    }

    pub(crate) fn is_disproven(self) -> bool {
        self.dn == 0
    }

    pub(crate) fn is_decided(self) -> bool {
        self.is_proven() || self.is_disproven()
    }
}

/// One ply further away; forever stays forever.
pub(crate) fn one_more(plies: Plies) -> Plies {
    plies.saturating_add(1)
}
