//! Relations by number: the entries of the weights file, so that a learner can count them.

use shogi::{Color, Position, Square};

use super::fold::FoldedKing;
use super::states::{OWN_STATES, State, StateList};
use super::weights::{
    KKP_WEIGHTS, KPP_WEIGHTS, PAIRS, ThreePieceWeights, is_kkp_kept, is_kpp_kept, mirror, own_view,
};

/// The number of entries, those that only their mirror image uses included.
pub const ENTRIES: usize = KPP_WEIGHTS + KKP_WEIGHTS;

/// The first entry of the relations of both kings.
pub const BOTH_KINGS: usize = KPP_WEIGHTS;

/// The entry that holds the weight of a king, as its side sees it, with two pieces (or one, twice).
pub fn kpp_entry(king: Square, one: State, other: State) -> usize {
    let king = FoldedKing::new(king);
    folded_kpp_entry(king.index, king.state(one).index(), king.state(other).index())
}

#[inline]
fn folded_kpp_entry(king: usize, one: usize, other: usize) -> usize {
    let (one, other) =
        if is_kpp_kept(king, one, other) { (one, other) } else { (mirror(one), mirror(other)) };
    let (high, low) = (one.max(other), one.min(other));
    king * PAIRS + high * (high + 1) / 2 + low
}

/// The entry that holds the weight of both kings with an own piece, all as that side sees them;
/// none if the piece is the enemy's.
pub fn kkp_entry(own: Square, enemy: Square, piece: State) -> Option<usize> {
    let own = FoldedKing::new(own);
    let (enemy, piece) = (own.square(enemy), own.state(piece).index());
    if piece >= OWN_STATES {
        return None;
    }
    let (enemy, piece) = if is_kkp_kept(own.index, enemy, piece) {
        (enemy, piece)
    } else {
        (enemy.mirrored(), mirror(piece))
    };
    Some(KPP_WEIGHTS + (own.index * Square::COUNT + enemy.index()) * OWN_STATES + piece)
}

/// Calls `visit` with the entry of every relation that counts for the side.
pub fn for_each_relation(position: &Position, side: Color, mut visit: impl FnMut(usize)) {
    let Some(king) = position.king(side) else { return };
    let king = own_view(side, king);
    let enemy = position.king(!side).map(|enemy| own_view(side, enemy));
    let states = StateList::of(position).map(|state| match side {
        Color::Black => state,
        Color::White => state.flipped(),
    });
    for (count, &one) in states.iter().enumerate() {
        states.iter().take(count + 1).for_each(|&other| visit(kpp_entry(king, one, other)));
        if let Some(entry) = enemy.and_then(|enemy| kkp_entry(king, enemy, one)) {
            visit(entry);
        }
    }
}

/// The relation of an entry, all numbers folded.
enum Relation {
    Kpp(usize, usize, usize),
    Kkp(usize, Square, usize),
}

impl Relation {
    /// The relation of the entry; none beyond the last.
    fn of(entry: usize) -> Option<Self> {
        if entry < KPP_WEIGHTS {
            let pair = entry % PAIRS;
            let high = ((8 * pair + 1).isqrt() - 1) / 2;
            return Some(Self::Kpp(entry / PAIRS, high, pair - high * (high + 1) / 2));
        }
        let entry = entry - KPP_WEIGHTS;
        let (kings, piece) = (entry / OWN_STATES, entry % OWN_STATES);
        let enemy = Square::from_index(kings % Square::COUNT)?;
        (entry < KKP_WEIGHTS).then_some(Self::Kkp(kings / Square::COUNT, enemy, piece))
    }
}

impl ThreePieceWeights {
    /// The weight of an entry.
    ///
    /// # Panics
    /// If the number is not below [`ENTRIES`].
    pub fn entry(&self, entry: usize) -> i16 {
        match Relation::of(entry).expect("the number of an entry") {
            Relation::Kpp(king, one, other) => self.folded_kpp(king, one, other),
            Relation::Kkp(own, enemy, piece) => self.folded_kkp(own, enemy, piece),
        }
    }

    /// Sets the weight of an entry, and of all relations that share it.
    ///
    /// # Panics
    /// If the number is not below [`ENTRIES`].
    pub fn set_entry(&mut self, entry: usize, weight: i16) {
        match Relation::of(entry).expect("the number of an entry") {
            Relation::Kpp(king, one, other) => self.set_folded_kpp(king, one, other, weight),
            Relation::Kkp(own, enemy, piece) => self.set_folded_kkp(own, enemy, piece, weight),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::PieceValues;

    #[test]
    fn numbers_and_relations_agree() {
        let mut weights = ThreePieceWeights::zero(PieceValues::BONANZA);
        let square = |text: &str| text.parse::<Square>().unwrap();
        let state = |index| State::from_index(index).unwrap();
        for (count, king) in ["5i", "8h", "2h", "5a"].into_iter().enumerate() {
            let king = square(king);
            for (one, other) in [(60, 900), (900, 60), (7, 7), (1475, 737), (0, 1475)] {
                let weight = (100 * count + one % 90 + other % 7) as i16 + 1;
                weights.set_entry(kpp_entry(king, state(one), state(other)), weight);
                assert_eq!(weights.kpp(king, state(one), state(other)), weight);
                let mirrored = (state(one).mirrored(), state(other).mirrored());
                let twin = kpp_entry(king.mirrored(), mirrored.0, mirrored.1);
                assert_eq!(weights.entry(twin), weight);
            }
            let piece = state(200);
            let entry = kkp_entry(king, square("3b"), piece).unwrap();
            weights.set_entry(entry, -5);
            assert_eq!(weights.kkp(king, square("3b"), piece), Some(-5));
            let twin = kkp_entry(king.mirrored(), square("7b"), piece.mirrored());
            assert_eq!(twin, Some(entry));
            assert_eq!(kkp_entry(king, square("3b"), state(738)), None);
        }
        weights.set_entry(ENTRIES - 1, 3);
        assert_eq!(weights.entry(ENTRIES - 1), 3);
    }
}
