//! The two tables.

use shogi::{Color, Square};

use super::fold::{FOLDED, FoldedKing};
use super::states::{OWN_STATES, STATES, State};
use crate::entering_king::StepWeights;
use crate::mapped::WeightTable;
use crate::material::PieceValues;

/// How many positional points make one point of material.
pub const SCALE: i32 = 32;
/// King squares after folding along file 5.
pub const FOLDED_KINGS: usize = FOLDED;

pub(super) const PAIRS: usize = STATES * (STATES + 1) / 2;
/// KPP weights, each pair once.
pub(super) const KPP_WEIGHTS: usize = FOLDED * PAIRS;
/// KKP weights.
pub(super) const KKP_WEIGHTS: usize = FOLDED * Square::COUNT * OWN_STATES;

/// Weights of all relations, with the piece values and entering-king weights that go with them;
/// shared between threads.
pub struct ThreePieceWeights {
    /// Piece values.
    pub values: PieceValues,
    /// Entering-king weights; zero where they were not learned.
    pub steps: StepWeights,
    /// [folded king][state][state], both orders filled.
    kpp: WeightTable,
    /// [folded own king][enemy king][own state].
    kkp: WeightTable,
}

impl ThreePieceWeights {
    /// All relations worth nothing.
    pub fn zero(values: PieceValues) -> Self {
        Self {
            values,
            steps: StepWeights::ZERO,
            kpp: WeightTable::zero(FOLDED * STATES * STATES),
            kkp: WeightTable::zero(KKP_WEIGHTS),
        }
    }

    /// The weights of a folded king with `state` and each other state.
    #[inline(always)]
    pub(super) fn kpp_row(&self, king: usize, state: State) -> &[i16; STATES] {
        let start = (king * STATES + state.index()) * STATES;
        self.kpp[start..start + STATES].as_array().expect("a row has an entry for each state")
    }

    /// Weights of the relations of both kings with every own piece.
    #[inline(always)]
    pub(super) fn kkp_row(&self, own: FoldedKing, enemy: Square) -> &[i16; OWN_STATES] {
        let start = (own.index * Square::COUNT + own.square(enemy).index()) * OWN_STATES;
        self.kkp[start..start + OWN_STATES].as_array().expect("a row has an entry for each state")
    }

    /// The weight of a king, as its side sees it, with two pieces (or one, twice).
    pub fn kpp(&self, king: Square, one: State, other: State) -> i16 {
        let king = FoldedKing::new(king);
        self.kpp_row(king.index, king.state(one))[king.state(other).index()]
    }

    /// Sets the weight of a king with two pieces, and of all relations that share it.
    pub fn set_kpp(&mut self, king: Square, one: State, other: State, weight: i16) {
        let king = FoldedKing::new(king);
        self.set_folded_kpp(king.index, king.state(one).index(), king.state(other).index(), weight);
    }

    pub(super) fn set_folded_kpp(&mut self, king: usize, one: usize, other: usize, weight: i16) {
        let mut set = |one: usize, other: usize| {
            self.kpp[(king * STATES + one) * STATES + other] = weight;
            self.kpp[(king * STATES + other) * STATES + one] = weight;
        };
        set(one, other);
        if FoldedKing::is_on_the_fold(king) {
            set(mirror(one), mirror(other));
        }
    }

    pub(super) fn folded_kpp(&self, king: usize, one: usize, other: usize) -> i16 {
        self.kpp[(king * STATES + one) * STATES + other]
    }

    /// The weight of both kings with an own piece (of the side whose king is `own`), all as that
    /// side sees them. None if the piece is the enemy's: that relation is the other side's.
    pub fn kkp(&self, own: Square, enemy: Square, piece: State) -> Option<i16> {
        let own = FoldedKing::new(own);
        self.kkp_row(own, enemy).get(own.state(piece).index()).copied()
    }

    /// Sets the weight of both kings with an own piece, and of the relation that shares it.
    pub fn set_kkp(&mut self, own: Square, enemy: Square, piece: State, weight: i16) {
        let own = FoldedKing::new(own);
        let piece = own.state(piece).index();
        if piece < OWN_STATES {
            self.set_folded_kkp(own.index, own.square(enemy), piece, weight);
        }
    }

    pub(super) fn set_folded_kkp(&mut self, own: usize, enemy: Square, piece: usize, weight: i16) {
        self.kkp[kkp_index(own, enemy, piece)] = weight;
        if FoldedKing::is_on_the_fold(own) {
            self.kkp[kkp_index(own, enemy.mirrored(), mirror(piece))] = weight;
        }
    }

    pub(super) fn folded_kkp(&self, own: usize, enemy: Square, piece: usize) -> i16 {
        self.kkp[kkp_index(own, enemy, piece)]
    }
}

fn kkp_index(own: usize, enemy: Square, piece: usize) -> usize {
    (own * Square::COUNT + enemy.index()) * OWN_STATES + piece
}

/// The number of the state on the other side of file 5.
pub(super) fn mirror(state: usize) -> usize {
    State::from_index(state).expect("a state's number").mirrored().index()
}

/// Is this entry the one of its pair of mirror images that a file holds?
pub(super) fn is_kpp_kept(king: usize, one: usize, other: usize) -> bool {
    if !FoldedKing::is_on_the_fold(king) {
        return true;
    }
    let (a, b) = (mirror(one), mirror(other));
    (one.max(other), one.min(other)) <= (a.max(b), a.min(b))
}

/// Is this entry the one of its pair of mirror images that a file holds?
pub(super) fn is_kkp_kept(own: usize, enemy: Square, piece: usize) -> bool {
    !FoldedKing::is_on_the_fold(own)
        || (enemy.index(), piece) <= (enemy.mirrored().index(), mirror(piece))
}

/// The square of a king as its own side sees it.
#[inline(always)]
pub(super) fn own_view(color: Color, square: Square) -> Square {
    square.seen_by(color)
}
