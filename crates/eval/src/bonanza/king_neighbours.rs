//! A king, a friend next to it, and another friend: a castle by its shape.
//!
//! Source:  B (Bonanza 2006), appendix: "the king, a friend next to it (on the 8 squares around it),
//!          and another friend: the places of the three"
//! Here:    the places are relative to the king, wherever it stands; `king_pairs` has the same three
//!          pieces on their squares. A pair of two friends next to the king counts twice, once with
//!          each as the neighbour

use shogi::attacks::king_attacks;
use shogi::{Bitboard, Color, PieceKind, Square};

use super::kinds::{self, KINDS};
use super::scene::Scene;

/// The number of directions to a neighbour after mirroring.
const DIRECTIONS: usize = 5;
/// The number of files, or ranks, from one edge of the board to the other and back.
const SPAN: usize = 17;

/// The number of features.
pub const LEN: usize = DIRECTIONS * KINDS * SPAN * SPAN * KINDS;

/// The steps in files and ranks from one square to another.
#[inline]
fn steps(from: Square, to: Square) -> (i32, i32) {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    (files, ranks)
}

/// The number of a direction to a neighbour on a higher file or on the same one.
const fn direction(files: i32, ranks: i32) -> usize {
    match (files, ranks) {
        (0, -1) => 0,
        (0, _) => 1,
        (_, ranks) => (3 + ranks) as usize,
    }
}

/// A friend of a king: its kind, and the files and ranks from the king to it, as their side sees the
/// board.
pub type Friend = (PieceKind, (i32, i32));

/// The feature of a neighbour and another friend, neither of them a king.
#[inline]
pub fn feature(neighbour: Friend, friend: Friend) -> usize {
    let ((kind, (files, ranks)), (other, (other_files, other_ranks))) = (neighbour, friend);
    debug_assert!(kind != PieceKind::King && other != PieceKind::King);
    // The neighbour is seen on a higher file; if it is on the king's file, the friend is.
    let is_mirrored = files < 0 || (files == 0 && other_files < 0);
    let other_files = if is_mirrored { -other_files } else { other_files };
    let near = direction(files.abs(), ranks) * KINDS + kinds::number(kind);
    let far = (other_files + 8) as usize * SPAN + (other_ranks + 8) as usize;
    (near * SPAN * SPAN + far) * KINDS + kinds::number(other)
}

/// Calls `visit` for each neighbour of a side's king with each other friend.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    let Some(king) = position.king(us) else { return };
    let friends = position.pieces(us) - Bitboard::of(king);
    let seen = king.seen_by(us);
    let describe = |square: Square| {
        let piece = position.piece_on(square)?;
        Some((piece.kind(), steps(seen, square.seen_by(us))))
    };
    for neighbour in friends & king_attacks(king) {
        let Some(near) = describe(neighbour) else { continue };
        for friend in friends - Bitboard::of(neighbour) {
            if let Some(far) = describe(friend) {
                visit(feature(near, far));
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
    fn a_gold_beside_the_king_and_a_silver() {
        let gold = PieceKind::Gold;
        let silver = PieceKind::Silver;
        let one = feature((gold, (1, 0)), (silver, (2, -1)));
        assert!(one < LEN);
        // The king on 5i, a gold on its left, a silver beyond; and the same in a mirror, for White,
        // and with the king elsewhere.
        for (sfen, us) in [
            ("4k4/9/9/9/9/9/9/2S6/3GK4 b - 1", Color::Black),
            ("4k4/9/9/9/9/9/9/6S2/4KG3 b - 1", Color::Black),
            ("4kg3/6s2/9/9/9/9/9/9/4K4 b - 1", Color::White),
            ("4k4/9/9/9/9/9/5S3/6GK1/9 b - 1", Color::Black),
        ] {
            assert_eq!(features(Group::KingNeighbours, sfen, us), [one], "{sfen}");
        }
    }

    #[test]
    fn two_neighbours_count_twice() {
        let sfen = "4k4/9/9/9/9/9/9/9/3GKS3 b - 1";
        let gold = PieceKind::Gold;
        let silver = PieceKind::Silver;
        let both = [
            feature((gold, (1, 0)), (silver, (-1, 0))),
            feature((silver, (1, 0)), (gold, (-1, 0))),
        ];
        let mut found = features(Group::KingNeighbours, sfen, Color::Black);
        found.sort_unstable();
        let mut wanted = both.to_vec();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_friend_on_either_side_of_a_straight_neighbour() {
        let gold = PieceKind::Gold;
        assert_eq!(
            feature((gold, (0, -1)), (PieceKind::Pawn, (3, -2))),
            feature((gold, (0, -1)), (PieceKind::Pawn, (-3, -2)))
        );
        assert_ne!(
            feature((gold, (1, -1)), (PieceKind::Pawn, (3, -2))),
            feature((gold, (1, -1)), (PieceKind::Pawn, (-3, -2)))
        );
        let last = feature((PieceKind::Dragon, (1, 1)), (PieceKind::Dragon, (8, 8)));
        assert_eq!(last, LEN - 1);
    }
}
