//! The attacks on the 25 squares around a king.
//!
//! Source:  B (Bonanza 2006), appendix: "the pattern of attacks on the 25 squares around the king"
//! Here:    each of the five rows of squares, two ranks ahead of the king to two behind it, is one
//!          pattern of its five squares; all 25 together would be too many to learn. A square is off
//!          the board, attacked by nobody, only guarded, attacked but guarded at least as often, or
//!          attacked more often than guarded (up to three times; the king guards, too)

use shogi::{Color, Square};

use super::scene::Scene;

/// What attacks do to a square near a king, as its side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// The square is off the board.
    Wall,
    /// Nobody attacks it.
    Quiet,
    /// Only the king's side attacks it.
    Guarded,
    /// The enemy attacks it, but not more often than the king's side.
    Contested,
    /// The enemy attacks it more often.
    Lost,
}

impl Hold {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] =
        [Self::Wall, Self::Quiet, Self::Guarded, Self::Contested, Self::Lost];
}

/// The number of squares in a row, and of rows.
pub const WIDTH: usize = 5;
const HOLDS: usize = Hold::ALL.len();
/// The number of patterns of a row.
const PATTERNS: usize = HOLDS.pow(WIDTH as u32);

/// The number of features.
pub const LEN: usize = WIDTH * PATTERNS;

/// The feature of a row, 0 (two ranks ahead of the king) to 4; a row and its mirror image are one.
#[inline]
pub fn feature(row: usize, holds: [Hold; WIDTH]) -> usize {
    let (mut there, mut back) = (0, 0);
    for index in 0..WIDTH {
        there = there * HOLDS + holds[index] as usize;
        back = back * HOLDS + holds[WIDTH - 1 - index] as usize;
    }
    row * PATTERNS + there.min(back)
}

/// The row and the squares of a feature, in one of the two orders.
pub fn row_of(feature: usize) -> (usize, [Hold; WIDTH]) {
    let mut holds = [Hold::Wall; WIDTH];
    let mut code = feature % PATTERNS;
    for hold in holds.iter_mut().rev() {
        *hold = Hold::ALL[code % HOLDS];
        code /= HOLDS;
    }
    (feature / PATTERNS, holds)
}

/// Calls `visit` for each row around a side's king.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let Some(king) = scene.position.king(us) else { return };
    let (own, enemy) = (scene.attacked(us), scene.attacked(!us));
    let (guarded, attacked, lost) = (own.any(), enemy.any(), enemy.more_than(own));
    let hold = |square: Square| {
        if lost.has(square) {
            Hold::Lost
        } else if attacked.has(square) {
            Hold::Contested
        } else if guarded.has(square) {
            Hold::Guarded
        } else {
            Hold::Quiet
        }
    };
    let seen = king.seen_by(us);
    for row in 0..WIDTH {
        let mut holds = [Hold::Wall; WIDTH];
        for (file, to) in holds.iter_mut().enumerate() {
            if let Some(square) = seen.offset(file as i32 - 2, row as i32 - 2) {
                *to = hold(square.seen_by(us));
            }
        }
        visit(feature(row, holds));
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn a_rook_looks_at_a_corner() {
        use Hold::{Contested, Guarded, Quiet, Wall};
        // The king in the corner 1i; a rook on 2a attacks file 2, and a gold stands on 2h.
        let sfen = "k6r1/9/9/9/9/9/9/7G1/8K b - 1";
        let wanted = [
            feature(0, [Wall, Wall, Guarded, Contested, Guarded]),
            feature(1, [Wall, Wall, Guarded, Contested, Guarded]),
            feature(2, [Wall, Wall, Quiet, Guarded, Quiet]),
            feature(3, [Wall; 5]),
            feature(4, [Wall; 5]),
        ];
        // 1g and 3g: the gold guards them; 2g: the rook and the gold. 1h: king and gold; 2h: the king
        // guards the gold that the rook attacks; 3h: the gold. 1i and 3i: nobody; 2i: king and gold.
        assert_eq!(features(Group::KingSurroundings, sfen, Color::Black), wanted);
    }

    #[test]
    fn attackers_are_counted() {
        use Hold::{Contested, Guarded, Lost};
        // The pawn on 5b is guarded by the king and attacked by one gold, or two.
        let row = |sfen| row_of(features(Group::KingSurroundings, sfen, Color::White)[1]).1;
        assert_eq!(row("4k4/4p4/4G4/9/9/9/9/9/4K4 b - 1")[2], Contested);
        assert_eq!(row("4k4/4p4/3GG4/9/9/9/9/9/4K4 b - 1")[2], Lost);
        assert_eq!(row("4k4/4p4/9/4G4/9/9/9/9/4K4 b - 1")[2], Guarded);
    }

    #[test]
    fn rows_by_number() {
        for index in 0..LEN {
            let (row, holds) = row_of(index);
            let mut back = holds;
            back.reverse();
            assert_eq!(feature(row, holds), feature(row, back));
            assert!(feature(row, holds) <= index);
        }
    }
}
