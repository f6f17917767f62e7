//! What a learner must know of an evaluator: its features at a position, and their weights.

use eval::AnyEvaluator;
use eval::material::PieceValues;
use shogi::{Color, Position};

/// How the weights of a group are changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The values of the thirteen kinds of pieces, whose sum stays as it is.
    PieceValues,
    /// Positional weights, which are drawn towards zero.
    Positional,
    /// Weights of entering-king steps, which are not drawn anywhere.
    Steps,
}

impl Rule {
    /// The points that a weight of 1 is worth.
    pub const fn unit(self) -> f32 {
        match self {
            Self::PieceValues | Self::Steps => 1.0,
            Self::Positional => 1.0 / eval::three_piece::SCALE as f32,
        }
    }
}

/// Weights that are learned together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterGroup {
    /// The name, by which the group can be chosen.
    pub name: &'static str,
    /// The number of weights.
    pub len: usize,
    /// How they are changed.
    pub rule: Rule,
}

/// The groups that are learned, one behind the other; the weights of all others are frozen.
#[derive(Clone, Debug)]
pub struct Layout<G> {
    groups: Vec<(G, ParameterGroup, usize)>,
    len: usize,
}

impl<G: Copy + PartialEq> Layout<G> {
    /// Makes the layout of these groups.
    pub fn new(groups: impl IntoIterator<Item = (G, ParameterGroup)>) -> Self {
        let mut len = 0;
        let mut placed = Vec::new();
        for (group, parameters) in groups {
            placed.push((group, parameters, len));
            len += parameters.len;
        }
        Self { groups: placed, len }
    }

    /// The number of all weights.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Is nothing learned?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The groups in their order.
    pub fn groups(&self) -> impl Iterator<Item = (G, ParameterGroup)> {
        self.groups.iter().map(|&(group, parameters, _)| (group, parameters))
    }

    /// The number of a group's first weight; none if the group is frozen.
    pub fn first(&self, group: G) -> Option<usize> {
        self.groups.iter().find(|(known, ..)| *known == group).map(|&(.., first)| first)
    }

    /// The weights of a group among those of all; none if the group is frozen.
    pub fn part<'a, T>(&self, group: G, all: &'a [T]) -> Option<&'a [T]> {
        let (_, parameters, first) = self.groups.iter().find(|(known, ..)| *known == group)?;
        Some(&all[*first..first + parameters.len])
    }
}

/// An evaluator whose weights can be learned. Its value for Black is what the frozen weights make of
/// a position, and the sum over the features of count times weight times the unit of their group.
pub trait Table: Send + Sync {
    /// The groups that are learned, in the order of their weights.
    fn groups(&self) -> Vec<ParameterGroup>;

    /// Calls `visit` with the number of the weight of each feature of the position, and how often the
    /// feature counts for Black. A feature may be visited several times.
    fn visit(&self, position: &Position, visit: &mut impl FnMut(usize, i32));

    /// The learned weights.
    fn weights(&self) -> Vec<i16>;

    /// Sets the learned weights. No evaluator made before may be in use any more, and weights that no
    /// position has a feature for must stay as they are: tables share them with others.
    fn set(&mut self, weights: &[i16]);

    /// Makes an evaluator with the present weights.
    fn evaluator(&self) -> AnyEvaluator;

    /// The present piece values.
    fn values(&self) -> PieceValues;

    /// The weights file.
    fn to_bytes(&self) -> Vec<u8>;
}

/// Black's features less White's: calls `visit` with the number of each kind of pieces, in the order
/// of the weights, and how many more of them Black has.
pub(super) fn visit_pieces(position: &Position, first: usize, visit: &mut impl FnMut(usize, i32)) {
    for (index, kind) in eval::bonanza::material::KINDS.into_iter().enumerate() {
        let held = if kind.is_promoted() { None } else { kind.in_hand() };
        let [black, white] = Color::ALL.map(|side| {
            let in_hand = held.map_or(0, |held| position.hand(side).count(held));
            position.pieces_of(side, kind).len() as i32 + in_hand as i32
        });
        if black != white {
            visit(first + index, black - white);
        }
    }
}

/// The piece values of a set in the order of the weights.
pub(super) fn weights_of_pieces(values: &PieceValues) -> impl Iterator<Item = i16> {
    eval::bonanza::material::KINDS.into_iter().map(|kind| values.on_board(kind) as i16)
}

/// The set of piece values of these weights.
pub(super) fn values_of(weights: &[i16]) -> PieceValues {
    let kinds = eval::bonanza::material::KINDS;
    PieceValues::new(|kind| {
        let index = kinds.iter().position(|&known| known == kind);
        index.map_or(0, |index| weights[index])
    })
}
