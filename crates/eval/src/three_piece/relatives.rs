//! Relations of fewer dimensions: what many entries of the tables have in common, so that a learner
//! can teach them all from few games.
//!
//! Source:  the lower dimensions (jigen-sage) of Apery and Gikou: a king and a piece, two pieces, and
//!          both by their distance alone; rare relations inherit from common ones
//! Here:    the weight of an entry is the sum of its own and of its relatives'. All relations are as
//!          symmetric as the tables: a mirror keeps them, and a pair of pieces seen by the other side
//!          counts the other way round

use std::sync::OnceLock;

use shogi::{Color, Piece, PieceKind, Position, Square};

use super::entries::{kkp_entry, kpp_entry};
use super::fold::FoldedKing;
use super::states::{OWN_STATES, STATES, State, StateList};
use super::weights::{
    FOLDED_KINGS, KPP_WEIGHTS, PAIRS, ThreePieceWeights, is_kpp_kept, mirror, own_view,
};

/// Kinds of pieces on the board as relations tell them apart, of both sides.
const KINDS: usize = 18;
/// The files from a piece to another one, left and right alike.
const FILES: usize = 9;
/// The ranks from a piece to another one.
const RANKS: usize = 17;
/// States of pieces in hand, of both sides.
const HELD: usize = 90;

/// A group of relations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relative {
    /// A king and a piece (KP).
    KingPiece,
    /// A king and a piece on the board, by their distance.
    KingPieceDistance,
    /// Two pieces (PP), or one by itself (P).
    Pair,
    /// Two pieces on the board by their distance, or one on the board and a number held.
    PairDistance,
    /// Both kings and a piece (KKP).
    BothKings,
    /// A king and two different pieces (KPP).
    KingPair,
}

impl Relative {
    /// All groups.
    pub const ALL: [Self; 6] = [
        Self::KingPiece,
        Self::KingPieceDistance,
        Self::Pair,
        Self::PairDistance,
        Self::BothKings,
        Self::KingPair,
    ];

    /// The number of relations, those that never occur included.
    #[expect(clippy::len_without_is_empty, reason = "no group is empty")]
    pub const fn len(self) -> usize {
        match self {
            Self::KingPiece => FOLDED_KINGS * STATES,
            Self::KingPieceDistance => KINDS * FILES * RANKS,
            Self::Pair => PAIRS,
            Self::PairDistance => KINDS * KINDS * FILES * RANKS + HELD * KINDS,
            Self::BothKings => FOLDED_KINGS * Square::COUNT * OWN_STATES,
            Self::KingPair => KPP_WEIGHTS,
        }
    }

    /// The name of the group.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingPiece => "king-piece",
            Self::KingPieceDistance => "king-piece-distance",
            Self::Pair => "pairs",
            Self::PairDistance => "pair-distance",
            Self::BothKings => "both-kings",
            Self::KingPair => "king-pairs",
        }
    }
}

/// A relation that a pair of states belongs to, and the sign with which it counts there; 0 if the
/// pair is its own opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Signed(i32);

impl Signed {
    const NONE: Self = Self(0);

    fn new(index: usize, is_opposite: bool) -> Self {
        let number = index as i32 + 1;
        Self(if is_opposite { -number } else { number })
    }

    #[inline(always)]
    fn get(self) -> Option<(usize, i32)> {
        let index = self.0.unsigned_abs().checked_sub(1)? as usize;
        Some((index, self.0.signum()))
    }
}

/// A state in words: the kind and the square of a piece on the board, or the number of the state of a
/// piece in hand.
#[derive(Clone, Copy)]
enum Described {
    OnBoard { kind: usize, square: Square },
    Held(usize),
}

struct Tables {
    described: Vec<Described>,
    pairs: Vec<Signed>,
    distances: Vec<Signed>,
}

/// The number of an unordered pair.
#[inline(always)]
fn pair(one: usize, other: usize) -> usize {
    let (high, low) = (one.max(other), one.min(other));
    high * (high + 1) / 2 + low
}

fn flip(state: usize) -> usize {
    State::from_index(state).expect("a state's number").flipped().index()
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let described = described();
        let mut pairs = Vec::with_capacity(PAIRS);
        let mut distances = Vec::with_capacity(PAIRS);
        for one in 0..STATES {
            for other in 0..=one {
                let same = pair(one, other).min(pair(mirror(one), mirror(other)));
                let (back, forth) = (flip(one), flip(other));
                let opposite = pair(back, forth).min(pair(mirror(back), mirror(forth)));
                pairs.push(signed(same, opposite));
                distances.push(if one == other {
                    Signed::NONE
                } else {
                    let opposite = distance(described[back], described[forth]);
                    distance(described[one], described[other])
                        .zip(opposite)
                        .map_or(Signed::NONE, |(same, opposite)| signed(same, opposite))
                });
            }
        }
        Tables { described, pairs, distances }
    })
}

fn signed(same: usize, opposite: usize) -> Signed {
    match same.cmp(&opposite) {
        std::cmp::Ordering::Less => Signed::new(same, false),
        std::cmp::Ordering::Equal => Signed::NONE,
        std::cmp::Ordering::Greater => Signed::new(opposite, true),
    }
}

fn described() -> Vec<Described> {
    // The states of pieces on the board are described below.
    let held = |state: usize| state % OWN_STATES + if state < OWN_STATES { 0 } else { HELD / 2 };
    let mut described: Vec<Described> =
        (0..STATES).map(|state| Described::Held(held(state))).collect();
    const BOARD: [PieceKind; 9] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Dragon,
    ];
    for owner in Color::ALL {
        for (number, kind) in BOARD.into_iter().enumerate() {
            for square in Square::all() {
                let piece = Piece::new(owner, kind);
                if let Some(state) = State::on_board(Color::Black, piece, square) {
                    let kind = number + if owner == Color::Black { 0 } else { KINDS / 2 };
                    described[state.index()] = Described::OnBoard { kind, square };
                }
            }
        }
    }
    described
}

/// The files, without their side, and the ranks from one square to another.
fn apart(from: Square, to: Square) -> (usize, usize) {
    let files = from.file().index().abs_diff(to.file().index());
    (files, to.rank().index() + 8 - from.rank().index())
}

/// The number of a pair by distance; none for two numbers held.
fn distance(one: Described, other: Described) -> Option<usize> {
    use Described::{Held, OnBoard};
    let of = |(kind, from): (usize, Square), (second, to): (usize, Square)| {
        let (files, ranks) = apart(from, to);
        ((kind * KINDS + second) * FILES + files) * RANKS + ranks
    };
    match (one, other) {
        (OnBoard { kind, square }, OnBoard { kind: second, square: to }) => {
            let (one, other) = ((kind, square), (second, to));
            Some(of(one, other).min(of(other, one)))
        }
        (OnBoard { kind, .. }, Held(held)) | (Held(held), OnBoard { kind, .. }) => {
            Some(KINDS * KINDS * FILES * RANKS + held * KINDS + kind)
        }
        (Held(_), Held(_)) => None,
    }
}

/// The number of a folded king with a piece that is seen in the same mirror.
#[inline]
fn king_piece(king: usize, state: usize) -> usize {
    let state = if is_kpp_kept(king, state, state) { state } else { mirror(state) };
    king * STATES + state
}

/// The number of a folded king with a piece by distance; none for a piece in hand.
#[inline]
fn king_piece_distance(tables: &Tables, king: usize, state: usize) -> Option<usize> {
    let Described::OnBoard { kind, square } = tables.described[state] else { return None };
    let (files, ranks) = apart(Square::from_index(king)?, square);
    Some((kind * FILES + files) * RANKS + ranks)
}

/// Calls `visit` with the number of every relation of the groups that a position has, and how often
/// it counts for Black.
pub fn for_each_relative(
    position: &Position,
    groups: &[Relative],
    mut visit: impl FnMut(Relative, usize, i32),
) {
    let tables = tables();
    let has = |group: Relative| groups.contains(&group);
    let [own, by_distance, both_kings, king_pair] =
        [Relative::KingPiece, Relative::KingPieceDistance, Relative::BothKings, Relative::KingPair]
            .map(has);
    let states = StateList::of(position);
    let mut kings = 0;
    for side in Color::ALL {
        let Some(square) = position.king(side) else { continue };
        let sign = if side == Color::Black { 1 } else { -1 };
        kings += 1;
        let square = own_view(side, square);
        let king = FoldedKing::new(square);
        let enemy = position.king(!side).map(|enemy| own_view(side, enemy));
        let seen = states.map(|state| match side {
            Color::Black => state,
            Color::White => state.flipped(),
        });
        for (count, &state) in seen.iter().enumerate() {
            let folded = king.state(state).index();
            if own {
                visit(Relative::KingPiece, king_piece(king.index, folded), sign);
            }
            if by_distance && let Some(index) = king_piece_distance(tables, king.index, folded) {
                visit(Relative::KingPieceDistance, index, sign);
            }
            if both_kings && let Some(entry) = enemy.and_then(|it| kkp_entry(square, it, state)) {
                visit(Relative::BothKings, entry - KPP_WEIGHTS, sign);
            }
            if king_pair {
                for &other in seen.iter().take(count) {
                    visit(Relative::KingPair, kpp_entry(square, state, other), sign);
                }
            }
        }
    }
    // A pair counts as often as there are kings: White's king sees it with the other sign, and
    // White's relations count against Black.
    let [pairs, pair_distance] = [Relative::Pair, Relative::PairDistance].map(has);
    if kings == 0 || !(pairs || pair_distance) {
        return;
    }
    for (count, one) in states.iter().enumerate() {
        for other in states.iter().take(count + 1) {
            let number = pair(one.index(), other.index());
            if pairs && let Some((index, sign)) = tables.pairs[number].get() {
                visit(Relative::Pair, index, kings * sign);
            }
            if pair_distance && let Some((index, sign)) = tables.distances[number].get() {
                visit(Relative::PairDistance, index, kings * sign);
            }
        }
    }
}

/// Changes of the weights of relatives, which are to be added to the entries that inherit from them.
/// A group without changes is empty.
#[derive(Clone, Default)]
pub struct RelativeChanges {
    /// For [`Relative::KingPiece`].
    pub king_piece: Vec<i32>,
    /// For [`Relative::KingPieceDistance`].
    pub king_piece_distance: Vec<i32>,
    /// For [`Relative::Pair`].
    pub pair: Vec<i32>,
    /// For [`Relative::PairDistance`].
    pub pair_distance: Vec<i32>,
}

impl ThreePieceWeights {
    /// Adds the changes to all entries that inherit from the relatives.
    pub fn add_relatives(&mut self, changes: &RelativeChanges) {
        let tables = tables();
        let at = |table: &[i32], index: usize| table.get(index).copied().unwrap_or(0);
        let of = |table: &[i32], relation: Signed| {
            relation.get().map_or(0, |(index, sign)| at(table, index) * sign)
        };
        let by_pair: Vec<i32> = tables
            .pairs
            .iter()
            .zip(&tables.distances)
            .map(|(&own, &distance)| of(&changes.pair, own) + of(&changes.pair_distance, distance))
            .collect();
        let has_pairs = by_pair.iter().any(|&change| change != 0);
        for king in 0..FOLDED_KINGS {
            for one in 0..STATES {
                if is_kpp_kept(king, one, one) {
                    let distance = king_piece_distance(tables, king, one);
                    let change = at(&changes.king_piece, king_piece(king, one))
                        + distance.map_or(0, |index| at(&changes.king_piece_distance, index))
                        + by_pair[pair(one, one)];
                    self.add_folded_kpp(king, one, one, change);
                }
                if !has_pairs {
                    continue;
                }
                for other in 0..one {
                    let change = by_pair[pair(one, other)];
                    if change != 0 && is_kpp_kept(king, one, other) {
                        self.add_folded_kpp(king, one, other, change);
                    }
                }
            }
        }
    }

    fn add_folded_kpp(&mut self, king: usize, one: usize, other: usize, change: i32) {
        if change != 0 {
            let weight = i32::from(self.folded_kpp(king, one, other)) + change;
            let weight = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            self.set_folded_kpp(king, one, other, weight);
        }
    }

    /// The weight of a relation that is an entry of its own: of a king and a piece, of both kings, or
    /// of a king and two pieces; 0 for the others, which the tables do not hold.
    ///
    /// # Panics
    /// If the number is not below the group's [`Relative::len`].
    pub fn relative(&self, group: Relative, index: usize) -> i16 {
        match group {
            Relative::KingPiece => {
                let (king, state) = (index / STATES, index % STATES);
                self.folded_kpp(king, state, state)
            }
            Relative::BothKings => self.entry(KPP_WEIGHTS + index),
            Relative::KingPair => self.entry(index),
            Relative::KingPieceDistance | Relative::Pair | Relative::PairDistance => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::PieceValues;
    use crate::random_games;
    use crate::three_piece::ThreePiece;
    use std::sync::Arc;

    /// A number that looks like chance.
    fn scrambled(seed: usize) -> i32 {
        let mixed = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40) as i32 % 700 - 350
    }

    fn changes() -> RelativeChanges {
        let random = |group: Relative| {
            (0..group.len()).map(|index| scrambled(index * 8 + group as usize)).collect()
        };
        RelativeChanges {
            king_piece: random(Relative::KingPiece),
            king_piece_distance: random(Relative::KingPieceDistance),
            pair: random(Relative::Pair),
            pair_distance: random(Relative::PairDistance),
        }
    }

    #[test]
    fn sums_of_relatives_are_those_of_the_tables() {
        let changes = changes();
        let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
        weights.add_relatives(&changes);
        let evaluator = ThreePiece::new(Arc::new(weights));
        let groups = &Relative::ALL[..4];
        let mut mirrored_differs = 0;
        random_games::visit(3, 6, 90, |position| {
            let mut sum = 0;
            for_each_relative(position, groups, |group, index, count| {
                let table = match group {
                    Relative::KingPiece => &changes.king_piece,
                    Relative::KingPieceDistance => &changes.king_piece_distance,
                    Relative::Pair => &changes.pair,
                    _ => &changes.pair_distance,
                };
                sum += table[index] * count;
            });
            let parts = evaluator.parts(position);
            assert_eq!(sum, parts.kkp + parts.kpp[0] + parts.kpp[1], "{position}");
            mirrored_differs += i32::from(sum != 0);
        });
        assert!(mirrored_differs > 400);
    }

    #[test]
    fn entries_of_their_own_are_counted_as_the_tables_have_them() {
        let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
        let own = [Relative::KingPiece, Relative::BothKings, Relative::KingPair];
        random_games::visit(4, 1, 60, |position| {
            for_each_relative(position, &own, |group, index, _| {
                let entry = match group {
                    Relative::BothKings => KPP_WEIGHTS + index,
                    Relative::KingPair => index,
                    _ => return,
                };
                weights.set_entry(entry, scrambled(entry) as i16);
            });
        });
        let king_piece = (0..Relative::KingPiece.len()).map(scrambled).collect();
        weights.add_relatives(&RelativeChanges { king_piece, ..RelativeChanges::default() });
        let evaluator = ThreePiece::new(Arc::new(weights));
        random_games::visit(4, 1, 60, |position| {
            let mut sum = 0;
            for_each_relative(position, &own, |group, index, count| {
                let weight = evaluator.weights().relative(group, index);
                sum += i32::from(weight) * count;
            });
            let parts = evaluator.parts(position);
            assert_eq!(sum, parts.kkp + parts.kpp[0] + parts.kpp[1], "{position}");
        });
    }
}
