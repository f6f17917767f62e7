//! The weights of `bonanza` as a table to learn: its eleven groups, and relatives of the king pairs
//! of fewer dimensions.

use std::sync::Arc;

use eval::AnyEvaluator;
use eval::bonanza::{Bonanza, BonanzaWeights, Encoding, Group, for_each_feature_of};
use eval::material::PieceValues;
use eval::three_piece::relatives::Relative;
use shogi::Position;

use super::relations::{self, Relations, changed};
use super::table::{Layout, ParameterGroup, Rule, Table, visit_pieces, weights_of_pieces};

/// A group of weights of `bonanza`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BonanzaGroup {
    /// One of the groups of features, but for king pairs.
    Features(Group),
    /// King pairs, perhaps of fewer dimensions.
    Relation(Relative),
}

impl BonanzaGroup {
    /// All groups: the ten that are not king pairs, then the relations.
    pub fn all() -> Vec<Self> {
        let features = Group::ALL.into_iter().filter(|&group| group != Group::KingPairs);
        features.map(Self::Features).chain(Relative::ALL.map(Self::Relation)).collect()
    }

    /// The groups that few games suffice for: all but pairs with or without a king.
    pub fn few_dimensions() -> Vec<Self> {
        let relations = [Relative::KingPiece, Relative::KingPieceDistance];
        Self::all()
            .into_iter()
            .filter(|group| match group {
                Self::Features(_) => true,
                Self::Relation(relative) => relations.contains(relative),
            })
            .collect()
    }

    /// The name, the number of weights and their rule.
    pub fn parameters(self) -> ParameterGroup {
        match self {
            Self::Features(group) => ParameterGroup {
                name: match group {
                    Group::Material => "material",
                    Group::KingPairs => "king-pairs",
                    Group::KingNeighbours => "king-neighbours",
                    Group::Neighbours => "neighbours",
                    Group::Lines => "lines",
                    Group::Mobility => "mobility",
                    Group::Pins => "pins",
                    Group::BishopColour => "bishop-colour",
                    Group::SmallSteps => "small-steps",
                    Group::FilePawns => "file-pawns",
                    Group::KingSurroundings => "king-surroundings",
                },
                len: group.len(),
                rule: match group {
                    Group::Material => Rule::PieceValues,
                    _ => Rule::Positional,
                },
            },
            Self::Relation(relative) => relations::group(relative),
        }
    }
}

/// The weights of `bonanza`, of which some groups are learned.
pub struct BonanzaTable {
    weights: Arc<BonanzaWeights>,
    layout: Layout<BonanzaGroup>,
    /// The groups of features that are learned, without material.
    features: Vec<Group>,
    /// The first weight of each group of features.
    firsts: [usize; Group::ALL.len()],
    relations: Relations,
    /// The weights as they were last set.
    learned: Vec<i16>,
}

impl BonanzaTable {
    /// Makes a table of which these groups are learned.
    pub fn new(weights: BonanzaWeights, groups: &[BonanzaGroup]) -> Self {
        let layout = Layout::new(groups.iter().map(|&group| (group, group.parameters())));
        let relations = Relations::of(&layout, BonanzaGroup::Relation);
        let mut features = Vec::new();
        let mut firsts = [0; Group::ALL.len()];
        let mut learned = Vec::with_capacity(layout.len());
        for &group in groups {
            match group {
                BonanzaGroup::Features(group) => {
                    firsts[group as usize] = learned.len();
                    if group == Group::Material {
                        learned.extend(weights_of_pieces(weights.values()));
                    } else {
                        features.push(group);
                        learned.extend((0..group.len()).map(|index| weights.get(group, index)));
                    }
                }
                BonanzaGroup::Relation(relative) => {
                    learned.extend(Relations::weights(weights.relations(), relative));
                }
            }
        }
        Self { weights: Arc::new(weights), layout, features, firsts, relations, learned }
    }

    /// The weights.
    pub fn bonanza_weights(&self) -> &BonanzaWeights {
        &self.weights
    }
}

impl Table for BonanzaTable {
    fn groups(&self) -> Vec<ParameterGroup> {
        self.layout.groups().map(|(_, parameters)| parameters).collect()
    }

    fn visit(&self, position: &Position, visit: &mut impl FnMut(usize, i32)) {
        if let Some(first) = self.layout.first(BonanzaGroup::Features(Group::Material)) {
            visit_pieces(position, first, visit);
        }
        if !self.features.is_empty() {
            for_each_feature_of(position, &self.features, |feature| {
                visit(self.firsts[feature.group as usize] + feature.index, feature.sign());
            });
        }
        self.relations.visit(position, visit);
    }

    fn weights(&self) -> Vec<i16> {
        self.learned.clone()
    }

    fn set(&mut self, weights: &[i16]) {
        let table = Arc::get_mut(&mut self.weights).expect("no evaluator is in use");
        table.add_relatives(&self.relations.changes(&self.learned, weights));
        self.relations.changed_entries(&self.learned, weights, |entry, change| {
            let weight = changed(table.get(Group::KingPairs, entry), change);
            table.set(Group::KingPairs, entry, weight);
        });
        for (group, _) in self.layout.groups() {
            let BonanzaGroup::Features(features) = group else { continue };
            let part = self.layout.part(group, weights).unwrap_or_default();
            for (index, &weight) in part.iter().enumerate() {
                if table.get(features, index) != weight {
                    table.set(features, index, weight);
                }
            }
        }
        self.learned.clear();
        self.learned.extend_from_slice(weights);
    }

    fn evaluator(&self) -> AnyEvaluator {
        Bonanza::new(Arc::clone(&self.weights)).into()
    }

    fn values(&self) -> PieceValues {
        *self.weights.values()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = self.weights.write(Encoding::Compact, &mut bytes);
        bytes
    }
}
