//! A weight for each feature.

use std::sync::Arc;

use super::groups::Group;
use super::material;
use crate::material::PieceValues;
use crate::three_piece::ThreePieceWeights;
use crate::three_piece::relatives::RelativeChanges;

/// The number of positional points that make one point of material.
pub const SCALE: i32 = crate::three_piece::SCALE;

/// The weights of all groups; shared between threads. Material is in points, the other groups in
/// 1/32 points.
pub struct BonanzaWeights {
    /// Piece values and king pairs. Only evaluators share them, and those hold the whole as well.
    pub(super) relations: Arc<ThreePieceWeights>,
    /// The tables of the groups from scratch, in their order.
    tables: [Box<[i16]>; Group::FROM_SCRATCH.len()],
}

impl BonanzaWeights {
    /// Weights by which nothing but material counts.
    pub fn zero(values: PieceValues) -> Self {
        Self {
            relations: Arc::new(ThreePieceWeights::zero(values)),
            tables: Group::FROM_SCRATCH.map(|group| vec![0; group.len()].into_boxed_slice()),
        }
    }

    /// Weights with these piece values and relations, by which nothing else counts; the
    /// entering-king weights are not used.
    pub fn from_relations(relations: ThreePieceWeights) -> Self {
        let mut weights = Self::zero(relations.values);
        weights.relations = Arc::new(relations);
        weights
    }

    /// The piece values.
    pub fn values(&self) -> &PieceValues {
        &self.relations.values
    }

    /// Piece values and king pairs.
    pub fn relations(&self) -> &ThreePieceWeights {
        &self.relations
    }

    /// Adds changes to all king pairs that inherit from the relatives.
    pub fn add_relatives(&mut self, changes: &RelativeChanges) {
        self.relations_mut().add_relatives(changes);
    }

    /// The weights of a group from scratch.
    #[inline]
    pub(super) fn table(&self, group: Group) -> &[i16] {
        debug_assert!(group >= Group::KingNeighbours);
        &self.tables[group as usize - Group::KingNeighbours as usize]
    }

    /// The weight of a feature.
    ///
    /// # Panics
    /// If the index is not below the group's [`Group::len`].
    pub fn get(&self, group: Group, index: usize) -> i16 {
        match group {
            Group::Material => self.values().on_board(material::KINDS[index]) as i16,
            Group::KingPairs => self.relations.entry(index),
            _ => self.table(group)[index],
        }
    }

    /// Sets the weight of a feature.
    ///
    /// # Panics
    /// If the index is not below the group's [`Group::len`].
    pub fn set(&mut self, group: Group, index: usize, weight: i16) {
        match group {
            Group::Material => {
                let old = *self.values();
                let changed = material::KINDS[index];
                self.relations_mut().values = PieceValues::new(|kind| {
                    if kind == changed { weight } else { old.on_board(kind) as i16 }
                });
            }
            Group::KingPairs => self.relations_mut().set_entry(index, weight),
            _ => {
                let table = &mut self.tables[group as usize - Group::KingNeighbours as usize];
                table[index] = weight;
            }
        }
    }

    fn relations_mut(&mut self) -> &mut ThreePieceWeights {
        Arc::get_mut(&mut self.relations).expect("an evaluator holds the whole, which is borrowed")
    }
}
