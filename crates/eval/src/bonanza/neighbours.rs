//! Two pieces on squares next to each other, of one side or of both.
//!
//! Source:  B (Bonanza 2006), appendix: "how two pieces stand that are next to each other"
//! Here:    kinds, colours and direction, wherever on the board. Two friends are one feature of
//!          their side; a piece and an enemy are one feature of each side

use shogi::attacks::king_attacks;
use shogi::{Color, PieceKind, Square};

use super::kinds::{self, KINDS_AND_KING};
use super::scene::Scene;

/// Where the other piece stands, as its neighbour sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Straight ahead.
    Ahead,
    /// Straight behind.
    Behind,
    /// Diagonally ahead, to either side.
    DiagonallyAhead,
    /// On the same rank.
    Beside,
    /// Diagonally behind, to either side.
    DiagonallyBehind,
}

/// The number of directions.
const DIRECTIONS: usize = 5;

/// The number of features.
pub const LEN: usize = KINDS_AND_KING * 2 * KINDS_AND_KING * DIRECTIONS;

impl Direction {
    /// The direction from one square to a square next to it, as their side sees them.
    fn of(from: Square, to: Square) -> Self {
        let is_straight = from.file() == to.file();
        match (to.rank().cmp(&from.rank()), is_straight) {
            (std::cmp::Ordering::Less, true) => Self::Ahead,
            (std::cmp::Ordering::Greater, true) => Self::Behind,
            (std::cmp::Ordering::Less, false) => Self::DiagonallyAhead,
            (std::cmp::Ordering::Equal, _) => Self::Beside,
            (std::cmp::Ordering::Greater, false) => Self::DiagonallyBehind,
        }
    }
}

/// The feature of a piece and the piece next to it, which is a friend or not.
pub fn feature(kind: PieceKind, other: PieceKind, is_friend: bool, direction: Direction) -> usize {
    let (mut kind, mut other) = (kinds::number(kind), kinds::number(other));
    if is_friend && direction == Direction::Beside && kind > other {
        // Two friends side by side see each other alike.
        (kind, other) = (other, kind);
    }
    let other = usize::from(!is_friend) * KINDS_AND_KING + other;
    (kind * 2 * KINDS_AND_KING + other) * DIRECTIONS + direction as usize
}

/// Calls `visit` for each pair that counts for a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    let occupied = position.occupied();
    for square in position.pieces(us) {
        let Some(piece) = position.piece_on(square) else { continue };
        let from = square.seen_by(us);
        for neighbour in king_attacks(square) & occupied {
            let Some(other) = position.piece_on(neighbour) else { continue };
            let to = neighbour.seen_by(us);
            let is_friend = other.color() == us;
            // Friends are met from both ends; the rear one counts them, or the one on the lower
            // file.
            let is_rear = (to.rank(), from.file()) < (from.rank(), to.file());
            if !is_friend || is_rear {
                let direction = Direction::of(from, to);
                visit(feature(piece.kind(), other.kind(), is_friend, direction));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn friends_count_once_and_enemies_for_both() {
        use PieceKind::{Gold, King, Pawn, Silver};
        let pair = |sfen, us| features(Group::Neighbours, sfen, us);
        let beside = feature(Gold, King, true, Direction::Beside);
        assert_eq!(pair("4k4/9/9/9/9/9/9/9/3GK4 b - 1", Color::Black), [beside]);
        assert_eq!(pair("4k4/9/9/9/9/9/9/9/4KG3 b - 1", Color::Black), [beside]);
        assert_eq!(pair("3gk4/9/9/9/9/9/9/9/4K4 b - 1", Color::White), [beside]);
        let ahead = feature(King, Silver, true, Direction::DiagonallyAhead);
        assert_eq!(pair("4k4/9/9/9/9/9/9/5S3/4K4 b - 1", Color::Black), [ahead]);
        // Two pawns face each other: each sees an enemy ahead.
        let faced = feature(Pawn, Pawn, false, Direction::Ahead);
        for us in Color::ALL {
            assert_eq!(pair("4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", us), [faced]);
        }
        // A silver stands behind an enemy gold, as both see it.
        let sfen = "4k4/9/9/4S4/4g4/9/9/9/4K4 b - 1";
        let behind = |kind, other| feature(kind, other, false, Direction::Behind);
        assert_eq!(pair(sfen, Color::Black), [behind(Silver, Gold)]);
        assert_eq!(pair(sfen, Color::White), [behind(Gold, Silver)]);
    }

    #[test]
    fn the_last_feature() {
        let last = feature(PieceKind::King, PieceKind::King, false, Direction::DiagonallyBehind);
        assert_eq!(last, LEN - 1);
    }
}
