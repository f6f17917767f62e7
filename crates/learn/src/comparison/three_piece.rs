//! The weights of `three_piece` as a table to learn: its tables, its relatives of fewer dimensions,
//! the entering-king steps or the king's rank.

use std::sync::Arc;

use eval::AnyEvaluator;
use eval::entering_king::{self, EnteringKing, StepWeights};
use eval::material::PieceValues;
use eval::three_piece::relatives::Relative;
use eval::three_piece::{Encoding, ThreePiece, ThreePieceWeights};
use shogi::{Color, Position};

use super::relations::{self, Relations, changed};
use super::table::{
    Layout, ParameterGroup, Rule, Table, values_of, visit_pieces, weights_of_pieces,
};

/// A group of weights of `three_piece`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreePieceGroup {
    /// Piece values.
    Material,
    /// Relations, perhaps of fewer dimensions.
    Relation(Relative),
    /// The seven weights of the entering-king steps.
    Steps,
}

impl ThreePieceGroup {
    /// All groups.
    pub const ALL: [Self; 8] = [
        Self::Material,
        Self::Relation(Relative::KingPiece),
        Self::Relation(Relative::KingPieceDistance),
        Self::Relation(Relative::Pair),
        Self::Relation(Relative::PairDistance),
        Self::Relation(Relative::BothKings),
        Self::Relation(Relative::KingPair),
        Self::Steps,
    ];

    /// The groups that few games suffice for.
    pub const FEW_DIMENSIONS: [Self; 5] = {
        let [material, king_piece, king_distance, pair, pair_distance, ..] = Self::ALL;
        [material, king_piece, king_distance, pair, pair_distance]
    };

    /// The name, the number of weights and their rule.
    pub fn parameters(self) -> ParameterGroup {
        match self {
            Self::Material => ParameterGroup { name: "material", len: 13, rule: Rule::PieceValues },
            Self::Relation(relative) => relations::group(relative),
            Self::Steps => ParameterGroup { name: "steps", len: 7, rule: Rule::Steps },
        }
    }
}

/// The weights of `three_piece`, of which some groups are learned.
pub struct ThreePieceTable {
    weights: Arc<ThreePieceWeights>,
    /// Do the weights of the steps belong to the king's rank?
    by_rank: bool,
    layout: Layout<ThreePieceGroup>,
    relations: Relations,
    /// The weights as they were last set.
    learned: Vec<i16>,
}

impl ThreePieceTable {
    /// Makes a table of which these groups are learned. With `by_rank` the steps of the king are
    /// those that its rank leaves, whatever stands in its way.
    pub fn new(weights: ThreePieceWeights, groups: &[ThreePieceGroup], by_rank: bool) -> Self {
        let layout = Layout::new(groups.iter().map(|&group| (group, group.parameters())));
        let relations = Relations::of(&layout, ThreePieceGroup::Relation);
        let mut learned = Vec::with_capacity(layout.len());
        for &group in groups {
            match group {
                ThreePieceGroup::Material => learned.extend(weights_of_pieces(&weights.values)),
                ThreePieceGroup::Relation(it) => learned.extend(Relations::weights(&weights, it)),
                ThreePieceGroup::Steps => learned.extend(weights.steps.0),
            }
        }
        Self { weights: Arc::new(weights), by_rank, layout, relations, learned }
    }

    /// The weights.
    pub fn three_piece_weights(&self) -> &ThreePieceWeights {
        &self.weights
    }

    fn term(&self) -> Option<EnteringKing> {
        let steps = self.weights.steps;
        let term = if self.by_rank { EnteringKing::Rank } else { EnteringKing::Steps };
        (steps != StepWeights::ZERO).then(|| term(steps))
    }
}

impl Table for ThreePieceTable {
    fn groups(&self) -> Vec<ParameterGroup> {
        self.layout.groups().map(|(_, parameters)| parameters).collect()
    }

    fn visit(&self, position: &Position, visit: &mut impl FnMut(usize, i32)) {
        if let Some(first) = self.layout.first(ThreePieceGroup::Material) {
            visit_pieces(position, first, visit);
        }
        self.relations.visit(position, visit);
        if let Some(first) = self.layout.first(ThreePieceGroup::Steps) {
            for side in Color::ALL {
                let steps = match self.by_rank {
                    true => entering_king::rank_steps(position, side),
                    false => entering_king::steps(position, side),
                };
                if let Some(steps) = steps {
                    let sign = if side == Color::Black { 1 } else { -1 };
                    visit(first + usize::from(steps), sign);
                }
            }
        }
    }

    fn weights(&self) -> Vec<i16> {
        self.learned.clone()
    }

    fn set(&mut self, weights: &[i16]) {
        let table = Arc::get_mut(&mut self.weights).expect("no evaluator is in use");
        table.add_relatives(&self.relations.changes(&self.learned, weights));
        self.relations.changed_entries(&self.learned, weights, |entry, change| {
            table.set_entry(entry, changed(table.entry(entry), change));
        });
        if let Some(values) = self.layout.part(ThreePieceGroup::Material, weights) {
            table.values = values_of(values);
        }
        if let Some(steps) = self.layout.part(ThreePieceGroup::Steps, weights) {
            table.steps = StepWeights(steps.try_into().expect("seven weights"));
        }
        self.learned.clear();
        self.learned.extend_from_slice(weights);
    }

    fn evaluator(&self) -> AnyEvaluator {
        ThreePiece::new(Arc::clone(&self.weights)).with_entering_king(self.term()).into()
    }

    fn values(&self) -> PieceValues {
        self.weights.values
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory does not fail.
        let _ = self.weights.write(Encoding::Compact, &mut bytes);
        bytes
    }
}
