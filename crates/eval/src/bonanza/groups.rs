//! The groups of features, in the order of the paper's appendix.

use shogi::Color;

use super::scene::Scene;
use super::{
    bishop_colour, file_pawns, king_neighbours, king_pairs, king_surroundings, lines, material,
    mobility, neighbours, pins, small_steps,
};

/// A group of features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// The number of pieces of each kind.
    Material,
    /// A king and two other pieces.
    KingPairs,
    /// A king, a friend next to it, and another friend.
    KingNeighbours,
    /// Two pieces next to each other.
    Neighbours,
    /// Pieces on the lines of dragon, horse, rook, bishop, knight and lance.
    Lines,
    /// The number of squares to which dragon, horse, rook, bishop and lance can move.
    Mobility,
    /// Pieces that are pinned to their king.
    Pins,
    /// Own pawns on squares of the bishop's colour.
    BishopColour,
    /// Pawns and knights that can advance, silvers that can retreat.
    SmallSteps,
    /// Pawns before and behind dragon, rook and lance.
    FilePawns,
    /// The attacks on the 25 squares around a king.
    KingSurroundings,
}

impl Group {
    /// All groups, in the order of the paper and of the weights file.
    pub const ALL: [Self; 11] = [
        Self::Material,
        Self::KingPairs,
        Self::KingNeighbours,
        Self::Neighbours,
        Self::Lines,
        Self::Mobility,
        Self::Pins,
        Self::BishopColour,
        Self::SmallSteps,
        Self::FilePawns,
        Self::KingSurroundings,
    ];

    /// The groups that are added up anew for every position: all but material and king pairs.
    pub(super) const FROM_SCRATCH: [Self; 9] = {
        let [_, _, rest @ ..] = Self::ALL;
        rest
    };

    /// The number of features of the group.
    #[expect(clippy::len_without_is_empty, reason = "no group is empty")]
    pub const fn len(self) -> usize {
        match self {
            Self::Material => material::LEN,
            Self::KingPairs => king_pairs::LEN,
            Self::KingNeighbours => king_neighbours::LEN,
            Self::Neighbours => neighbours::LEN,
            Self::Lines => lines::LEN,
            Self::Mobility => mobility::LEN,
            Self::Pins => pins::LEN,
            Self::BishopColour => bishop_colour::LEN,
            Self::SmallSteps => small_steps::LEN,
            Self::FilePawns => file_pawns::LEN,
            Self::KingSurroundings => king_surroundings::LEN,
        }
    }

    /// The name of the group in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::KingPairs => "king pairs",
            Self::KingNeighbours => "king neighbours",
            Self::Neighbours => "neighbours",
            Self::Lines => "lines",
            Self::Mobility => "mobility",
            Self::Pins => "pins",
            Self::BishopColour => "bishop's colour",
            Self::SmallSteps => "small steps",
            Self::FilePawns => "file pawns",
            Self::KingSurroundings => "king surroundings",
        }
    }

    /// What the group is about, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Material => "who has more, and by how much",
            Self::KingPairs => "each king with pairs of other pieces",
            Self::KingNeighbours => "friends next to a king, with other friends",
            Self::Neighbours => "pieces next to each other",
            Self::Lines => "pieces on the lines of rooks, bishops, knights and lances",
            Self::Mobility => "squares open to rooks, bishops and lances",
            Self::Pins => "pieces pinned to their king",
            Self::BishopColour => "own pawns on the bishop's colour",
            Self::SmallSteps => "pawns and knights that can advance, silvers that can retreat",
            Self::FilePawns => "pawns before and behind rooks and lances",
            Self::KingSurroundings => "attacks on the squares around a king",
        }
    }

    /// Calls `visit` with the index of each feature of the group that counts for a side.
    #[inline]
    pub(super) fn visit(self, scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
        match self {
            Self::Material => material::visit(scene, us, visit),
            Self::KingPairs => king_pairs::visit(scene, us, visit),
            Self::KingNeighbours => king_neighbours::visit(scene, us, visit),
            Self::Neighbours => neighbours::visit(scene, us, visit),
            Self::Lines => lines::visit(scene, us, visit),
            Self::Mobility => mobility::visit(scene, us, visit),
            Self::Pins => pins::visit(scene, us, visit),
            Self::BishopColour => bishop_colour::visit(scene, us, visit),
            Self::SmallSteps => small_steps::visit(scene, us, visit),
            Self::FilePawns => file_pawns::visit(scene, us, visit),
            Self::KingSurroundings => king_surroundings::visit(scene, us, visit),
        }
    }
}
