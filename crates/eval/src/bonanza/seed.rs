//! Start values of the weights, until they are learned.
//!
//! Source:  piece values: those that Bonanza 6 learned; king pairs: the start values of
//!          `three_piece` (a quarter of YSS's distance tables); mobility and the rook beside its
//!          king: `classic`, in Bonanza's smaller unit
//! Here:    all other numbers are ours, a guess of sign and size
//! Worth:   +108 ± 98 Elo over the start values of `three_piece` (60 games, 3,000 nodes a move;
//!          docs/record/eval.md)

use shogi::PieceKind;

use super::groups::Group;
use super::king_surroundings::{self, Hold, WIDTH};
use super::neighbours::Direction;
use super::weights::{BonanzaWeights, SCALE};
use super::{
    bishop_colour, file_pawns, kinds, king_neighbours, lines, mobility, neighbours, pins,
    small_steps,
};
use crate::material::PieceValues;
use crate::three_piece::ThreePieceWeights;

/// Points for a general next to the king with another general within two squares of it.
const CASTLE: i32 = 10;
/// Points for a rook beside its king.
const ROOK_BESIDE_KING: i32 = -35;
/// Points for two generals next to each other.
const GENERALS: i32 = 4;
/// The divisor of the exchange value of an enemy piece on a line.
const AIMED_AT: i32 = 40;
/// The divisor of the exchange value of a friend on a line.
const PROTECTED: i32 = 160;
/// Points for a line to the enemy king.
const AIMED_AT_KING: i32 = 20;
/// The divisor of the exchange value of a pinned piece.
const PINNED: i32 = 24;
/// Points for each own pawn on the bishop's colour above or below four.
const PAWN_ON_BISHOP_COLOUR: i32 = -5;

/// Points for each square open to a piece of the kind, above or below a usual number.
const OPEN_SQUARE: [(PieceKind, i32, i32); 5] = [
    (PieceKind::Dragon, 5, 12),
    (PieceKind::Horse, 7, 10),
    (PieceKind::Rook, 5, 6),
    (PieceKind::Bishop, 7, 5),
    (PieceKind::Lance, 3, 3),
];

/// Points for a pawn that cannot advance or can, a knight with no to two ways, a silver likewise.
const SMALL_STEPS: [i32; small_steps::LEN] = [-4, 0, -20, -5, 0, -15, -4, 0];

/// Points for an own pawn before a piece of the kind.
const BLOCKED_FILE: [(PieceKind, i32); 2] = [(PieceKind::Dragon, -8), (PieceKind::Rook, -12)];

/// Points for a square by its distance from the king: the king's own, next to it, farther away.
const fn hold_points(hold: Hold, distance: usize) -> i32 {
    match (hold, distance) {
        (Hold::Wall | Hold::Quiet, _) | (Hold::Guarded | Hold::Contested, 0) => 0,
        (Hold::Lost, 0) => -20,
        (Hold::Guarded, 1) => 3,
        (Hold::Contested, 1) => -6,
        (Hold::Lost, 1) => -25,
        (Hold::Guarded, _) => 1,
        (Hold::Contested, _) => -2,
        (Hold::Lost, _) => -8,
    }
}

impl BonanzaWeights {
    /// The start values.
    pub fn seed() -> Self {
        let mut weights = Self::from_relations(ThreePieceWeights::seed());
        weights.seed_castles();
        weights.seed_lines();
        weights.seed_pawns_and_steps();
        weights.seed_surroundings();
        weights
    }

    fn set_points(&mut self, group: Group, index: usize, points: i32) {
        self.set(group, index, (points * SCALE) as i16);
    }

    fn seed_castles(&mut self) {
        let generals = [PieceKind::Gold, PieceKind::Silver];
        let near = -2_i32..=2;
        for [one, other] in generals.iter().flat_map(|&one| generals.map(|other| [one, other])) {
            for (files, ranks) in [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                for place in near.clone().flat_map(|x| near.clone().map(move |y| (x, y))) {
                    let index = king_neighbours::feature((one, (files, ranks)), (other, place));
                    self.set_points(Group::KingNeighbours, index, CASTLE);
                }
            }
            use Direction::{Ahead, Beside, DiagonallyAhead};
            for direction in [Ahead, Beside, DiagonallyAhead] {
                let index = neighbours::feature(one, other, true, direction);
                self.set_points(Group::Neighbours, index, GENERALS);
            }
        }
        let index = neighbours::feature(PieceKind::Rook, PieceKind::King, true, Direction::Beside);
        self.set_points(Group::Neighbours, index, ROOK_BESIDE_KING);
    }

    fn seed_lines(&mut self) {
        let values = PieceValues::BONANZA;
        for attacker in lines::ATTACKERS {
            for kind in PieceKind::ALL {
                let exchange = values.exchange(kind);
                let aimed = match kind {
                    PieceKind::King => AIMED_AT_KING,
                    _ => exchange / AIMED_AT,
                };
                for (is_friend, points) in [(false, aimed), (true, exchange / PROTECTED)] {
                    if let Some(index) = lines::feature(attacker, kind, is_friend) {
                        self.set_points(Group::Lines, index, points);
                    }
                }
            }
        }
        for (kind, points, usual) in OPEN_SQUARE {
            for squares in 0..mobility::COUNTS {
                if let Some(index) = mobility::feature(kind, squares) {
                    self.set_points(Group::Mobility, index, points * (squares as i32 - usual));
                }
            }
        }
        use pins::Direction::{Ahead, Behind, Beside, DiagonallyAhead, DiagonallyBehind};
        for pinned in PieceKind::ALL {
            for pinner in pins::PINNERS {
                for direction in [Ahead, Behind, Beside, DiagonallyAhead, DiagonallyBehind] {
                    // Promoted small pieces share the gold's features, which come last here.
                    if pinned.is_promoted()
                        && kinds::number(pinned) == kinds::number(PieceKind::Gold)
                    {
                        continue;
                    }
                    if let Some(index) = pins::feature(pinned, pinner, direction) {
                        let points = -values.exchange(pinned) / PINNED;
                        self.set_points(Group::Pins, index, points);
                    }
                }
            }
        }
    }

    fn seed_pawns_and_steps(&mut self) {
        for count in 0..bishop_colour::LEN {
            let points = PAWN_ON_BISHOP_COLOUR * (count as i32 - 4);
            self.set_points(Group::BishopColour, count, points);
        }
        for (index, points) in SMALL_STEPS.into_iter().enumerate() {
            self.set_points(Group::SmallSteps, index, points);
        }
        for (kind, points) in BLOCKED_FILE {
            for distance in 1..=8 {
                if let Some(index) = file_pawns::feature(kind, true, true, distance) {
                    self.set_points(Group::FilePawns, index, points);
                }
            }
        }
    }

    fn seed_surroundings(&mut self) {
        let middle = WIDTH / 2;
        for index in 0..king_surroundings::LEN {
            let (row, holds) = king_surroundings::row_of(index);
            let points = holds.into_iter().enumerate().map(|(file, hold)| {
                hold_points(hold, row.abs_diff(middle).max(file.abs_diff(middle)))
            });
            self.set_points(Group::KingSurroundings, index, points.sum());
        }
    }
}
