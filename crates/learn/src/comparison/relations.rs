//! The relations of three pieces as groups of weights, for the evaluators that have them.

use eval::three_piece::ThreePieceWeights;
use eval::three_piece::entries::{BOTH_KINGS, ENTRIES};
use eval::three_piece::relatives::{Relative, RelativeChanges, for_each_relative};
use shogi::Position;

use super::table::{Layout, ParameterGroup, Rule};

/// The group of weights of a relative.
pub(super) fn group(relative: Relative) -> ParameterGroup {
    ParameterGroup { name: relative.name(), len: relative.len(), rule: Rule::Positional }
}

/// The relatives that are learned, and where their weights begin.
#[derive(Clone, Debug)]
pub(super) struct Relations {
    learned: Vec<Relative>,
    firsts: [usize; Relative::ALL.len()],
}

impl Relations {
    /// The relatives of a layout whose groups `of` finds.
    pub(super) fn of<G: Copy + PartialEq>(layout: &Layout<G>, of: impl Fn(Relative) -> G) -> Self {
        let mut relations = Self { learned: Vec::new(), firsts: [0; Relative::ALL.len()] };
        for relative in Relative::ALL {
            if let Some(first) = layout.first(of(relative)) {
                relations.learned.push(relative);
                relations.firsts[relative as usize] = first;
            }
        }
        relations
    }

    /// Calls `visit` with the weights of a position's relations.
    pub(super) fn visit(&self, position: &Position, visit: &mut impl FnMut(usize, i32)) {
        if !self.learned.is_empty() {
            for_each_relative(position, &self.learned, |relative, index, count| {
                visit(self.firsts[relative as usize] + index, count);
            });
        }
    }

    /// What has to be added to the tables when the weights change.
    pub(super) fn changes(&self, before: &[i16], after: &[i16]) -> RelativeChanges {
        let of = |relative: Relative| {
            if !self.learned.contains(&relative) {
                return Vec::new();
            }
            let first = self.firsts[relative as usize];
            let range = first..first + relative.len();
            let changes = before[range.clone()].iter().zip(&after[range]);
            changes.map(|(&before, &after)| i32::from(after) - i32::from(before)).collect()
        };
        RelativeChanges {
            king_piece: of(Relative::KingPiece),
            king_piece_distance: of(Relative::KingPieceDistance),
            pair: of(Relative::Pair),
            pair_distance: of(Relative::PairDistance),
        }
    }

    /// Calls `set` with the entries of the tables whose weights change by themselves, all that three
    /// pieces share, and by how much.
    pub(super) fn changed_entries(
        &self,
        before: &[i16],
        after: &[i16],
        mut set: impl FnMut(usize, i32),
    ) {
        for relative in [Relative::BothKings, Relative::KingPair] {
            if !self.learned.contains(&relative) {
                continue;
            }
            let first = self.firsts[relative as usize];
            let entry = if relative == Relative::BothKings { BOTH_KINGS } else { 0 };
            for index in 0..relative.len() {
                let change = i32::from(after[first + index]) - i32::from(before[first + index]);
                if change != 0 && entry + index < ENTRIES {
                    set(entry + index, change);
                }
            }
        }
    }

    /// The weights of a group as the tables have them.
    pub(super) fn weights<'a>(
        weights: &'a ThreePieceWeights,
        relative: Relative,
    ) -> impl Iterator<Item = i16> + 'a {
        (0..relative.len()).map(move |index| weights.relative(relative, index))
    }
}

/// An entry's weight after a change.
pub(super) fn changed(weight: i16, change: i32) -> i16 {
    (i32::from(weight) + change).clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
