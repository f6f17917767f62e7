//! How the pieces move, said once and slowly; the fast tables are filled from here.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// Steps as (files to the left, ranks down) in Black's view.
pub(crate) type Steps = &'static [(i32, i32)];

pub(crate) const PAWN: Steps = &[(0, -1)];
pub(crate) const KNIGHT: Steps = &[(1, -2), (-1, -2)];
pub(crate) const SILVER: Steps = &[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
pub(crate) const GOLD: Steps = &[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
pub(crate) const ORTHOGONAL: Steps = &[(0, -1), (0, 1), (1, 0), (-1, 0)];
pub(crate) const DIAGONAL: Steps = &[(1, -1), (1, 1), (-1, -1), (-1, 1)];
pub(crate) const KING: Steps =
    &[(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1)];

const fn turned((files, ranks): (i32, i32), color: Color) -> (i32, i32) {
    match color {
        Color::Black => (files, ranks),
        Color::White => (-files, -ranks),
    }
}

/// Squares one step away.
pub(crate) const fn steps_from(square: Square, steps: Steps, color: Color) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut n = 0;
    while n < steps.len() {
        let (files, ranks) = turned(steps[n], color);
        if let Some(to) = square.offset(files, ranks) {
            set = set.with(to);
        }
        n += 1;
    }
    set
}

/// Squares reached by sliding in the given directions up to and including the first occupied.
pub(crate) const fn slides_from(
    square: Square,
    steps: Steps,
    color: Color,
    occupied: Bitboard,
) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut n = 0;
    while n < steps.len() {
        let (files, ranks) = turned(steps[n], color);
        let mut here = square;
        while let Some(to) = here.offset(files, ranks) {
            set = set.with(to);
            if occupied.bits() >> to.index() & 1 == 1 {
                break;
            }
            here = to;
        }
        n += 1;
    }
    set
}

const fn square(index: usize) -> Square {
    match Square::from_index(index) {
        Some(square) => square,
        None => panic!("not a square"),
    }
}

pub(crate) const fn step_table(steps: Steps, color: Color) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = steps_from(square(index), steps, color);
        index += 1;
    }
    table
}

pub(crate) const fn ray_table(steps: Steps, color: Color) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        table[index] = slides_from(square(index), steps, color, Bitboard::EMPTY);
        index += 1;
    }
    table
}

/// Walks from every square in all eight directions and notes what lies between.
pub(crate) const fn between_table() -> [[Bitboard; 81]; 81] {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut index = 0;
    while index < 81 {
        let mut n = 0;
        while n < KING.len() {
            let mut passed = Bitboard::EMPTY;
            let mut here = square(index);
            while let Some(to) = here.offset(KING[n].0, KING[n].1) {
                table[index][to.index()] = passed;
                passed = passed.with(to);
                here = to;
            }
            n += 1;
        }
        index += 1;
    }
    table
}

/// Joins the two opposite rays of every direction.
pub(crate) const fn line_table() -> [[Bitboard; 81]; 81] {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut index = 0;
    while index < 81 {
        let from = square(index);
        let mut n = 0;
        while n < KING.len() {
            let (files, ranks) = KING[n];
            let mut whole = Bitboard::EMPTY.with(from);
            let mut here = from;
            while let Some(to) = here.offset(-files, -ranks) {
                whole = whole.with(to);
                here = to;
            }
            here = from;
            while let Some(to) = here.offset(files, ranks) {
                whole = whole.with(to);
                here = to;
            }
            here = from;
            while let Some(to) = here.offset(files, ranks) {
                table[index][to.index()] = whole;
                here = to;
            }
            n += 1;
        }
        index += 1;
    }
    table
}

/// Squares from which a stepping piece of the other side attacks a neighbour of `color`'s king.
pub(crate) const fn king_reach_table(color: Color) -> [Bitboard; 81] {
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let neighbours = steps_from(square(index), KING, color);
        let mut set = Bitboard::EMPTY;
        let mut n = 0;
        while n < 81 {
            if neighbours.bits() >> n & 1 == 1 {
                // Seen from the attacked square, the attackers stand where its own pieces go.
                set = set.union(steps_from(square(n), KING, color)).union(steps_from(
                    square(n),
                    KNIGHT,
                    color,
                ));
            }
            n += 1;
        }
        table[index] = set;
        index += 1;
    }
    table
}

/// Squares from which a stepping piece of `attacker` gets, with one move, to a square where it
/// attacks a king on the given square: as it is, or promoted to a gold.
pub(crate) const fn check_reach_table(attacker: Color) -> [Bitboard; 81] {
    let king_side = attacker.opponent();
    let kinds = [PAWN, KNIGHT, SILVER, GOLD];
    let mut table = [Bitboard::EMPTY; 81];
    let mut index = 0;
    while index < 81 {
        let king = square(index);
        let mut set = Bitboard::EMPTY;
        let mut n = 0;
        while n < kinds.len() {
            // Seen from the king, checks come from where his own pieces would go.
            let checks =
                steps_from(king, kinds[n], king_side).union(steps_from(king, GOLD, king_side));
            let mut to = 0;
            while to < 81 {
                if checks.bits() >> to & 1 == 1 {
                    set = set.union(steps_from(square(to), kinds[n], king_side));
                }
                to += 1;
            }
            n += 1;
        }
        table[index] = set;
        index += 1;
    }
    table
}
