//! The number of squares to which a dragon, horse, rook, bishop or lance can move.
//!
//! Source:  B (Bonanza 2006), appendix: "the number of squares to which dragon, horse, rook, bishop
//!          and lance can move"
//! Here:    as in the paper: squares that it attacks and no friend holds; a pin does not count here

use shogi::{Color, PieceKind};

use super::scene::Scene;

/// Moving kinds in the order of their features.
pub const MOVERS: [PieceKind; 5] =
    [PieceKind::Dragon, PieceKind::Horse, PieceKind::Rook, PieceKind::Bishop, PieceKind::Lance];

/// The numbers of squares, from 0 to 20.
pub const COUNTS: usize = 21;

/// The number of features.
pub const LEN: usize = MOVERS.len() * COUNTS;

/// The feature of a kind that can move to `squares` squares; none for other kinds and numbers.
#[inline]
pub fn feature(kind: PieceKind, squares: usize) -> Option<usize> {
    let kind = MOVERS.iter().position(|&mover| mover == kind)?;
    (squares < COUNTS).then_some(kind * COUNTS + squares)
}

/// Calls `visit` for each such piece of a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let own = scene.position.pieces(us);
    for line in scene.lines(us) {
        let squares = (line.attacks - own).len() as usize;
        if let Some(index) = feature(line.piece.kind(), squares) {
            visit(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn squares_that_no_friend_holds() {
        let of = |kind, squares| vec![feature(kind, squares).unwrap()];
        let black = |sfen| features(Group::Mobility, sfen, Color::Black);
        assert_eq!(black("k8/9/9/9/4R4/9/9/9/8K b - 1"), of(PieceKind::Rook, 16));
        assert_eq!(black("k8/9/9/9/4+R4/9/9/9/8K b - 1"), of(PieceKind::Dragon, 20));
        // A friend takes its square and those behind it, an enemy only those behind it.
        assert_eq!(black("k8/9/4P4/9/2p1R4/9/9/9/8K b - 1"), of(PieceKind::Rook, 11));
        assert_eq!(black("k8/9/9/9/9/9/P8/9/L7K b - 1"), of(PieceKind::Lance, 1));
        assert_eq!(black("k8/9/9/9/9/9/9/P8/L7K b - 1"), of(PieceKind::Lance, 0));
        assert!(black("k8/9/9/9/9/9/9/1N7/8K b - 1").is_empty());
        assert_eq!(feature(PieceKind::Lance, 20), Some(LEN - 1));
        assert_eq!(feature(PieceKind::Rook, 21), None);
    }
}
