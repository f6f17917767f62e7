//! Pieces that are pinned to their king.
//!
//! Source:  B (Bonanza 2006), appendix: "pin analysis", and no more
//! Here:    the pinned kind, the pinning kind and the direction of the line as the king sees it; a
//!          feature of the side whose piece is pinned

use shogi::attacks::{between, bishop_rays, lance_ray, rook_rays};
use shogi::{Color, PieceKind, Square};

use super::kinds::{self, KINDS};
use super::scene::Scene;

/// Pinning kinds in the order of their features.
pub const PINNERS: [PieceKind; 5] =
    [PieceKind::Lance, PieceKind::Bishop, PieceKind::Rook, PieceKind::Horse, PieceKind::Dragon];

/// Where the pinned piece stands, as its king sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// On the file, before the king.
    Ahead,
    /// On the file, behind the king.
    Behind,
    /// On the rank.
    Beside,
    /// On a diagonal, before the king.
    DiagonallyAhead,
    /// On a diagonal, behind the king.
    DiagonallyBehind,
}

/// The number of directions.
const DIRECTIONS: usize = 5;

/// The number of features.
pub const LEN: usize = KINDS * PINNERS.len() * DIRECTIONS;

impl Direction {
    /// The direction from a king to a piece on one of its lines, as their side sees them.
    fn of(king: Square, piece: Square) -> Self {
        let is_ahead = piece.rank() < king.rank();
        match (king.file() == piece.file(), king.rank() == piece.rank()) {
            (_, true) => Self::Beside,
            (true, _) if is_ahead => Self::Ahead,
            (true, _) => Self::Behind,
            _ if is_ahead => Self::DiagonallyAhead,
            _ => Self::DiagonallyBehind,
        }
    }
}

/// The feature of a pinned kind and a pinning kind; none for kinds that cannot be that.
pub fn feature(pinned: PieceKind, pinner: PieceKind, direction: Direction) -> Option<usize> {
    let pinned = Some(kinds::number(pinned)).filter(|&number| number < KINDS)?;
    let pinner = PINNERS.iter().position(|&kind| kind == pinner)?;
    Some((pinned * PINNERS.len() + pinner) * DIRECTIONS + direction as usize)
}

/// Calls `visit` for each pinned piece of a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    let Some(king) = position.king(us) else { return };
    let enemy = |kind| position.pieces_of(!us, kind);
    let straight = (enemy(PieceKind::Rook) | enemy(PieceKind::Dragon)) & rook_rays(king);
    let diagonal = (enemy(PieceKind::Bishop) | enemy(PieceKind::Horse)) & bishop_rays(king);
    // An enemy lance attacks along the ray that a lance of ours would have on the king's square.
    let lances = enemy(PieceKind::Lance) & lance_ray(us, king);
    for pinner in straight | diagonal | lances {
        let Some(square) = (between(king, pinner) & position.occupied()).single() else { continue };
        let (Some(pinned), Some(by)) = (position.piece_on(square), position.piece_on(pinner))
        else {
            continue;
        };
        let direction = Direction::of(king.seen_by(us), square.seen_by(us));
        if pinned.color() == us
            && let Some(index) = feature(pinned.kind(), by.kind(), direction)
        {
            visit(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;
    use crate::random_games;

    #[test]
    fn pins_on_every_line() {
        use PieceKind::{Bishop, Dragon, Gold, Lance, Pawn, Rook, Silver};
        let of = |pinned, pinner, direction| vec![feature(pinned, pinner, direction).unwrap()];
        let black = |sfen| features(Group::Pins, sfen, Color::Black);
        let sfen = "k3l4/9/9/4P4/9/9/9/9/4K4 b - 1";
        assert_eq!(black(sfen), of(Pawn, Lance, Direction::Ahead));
        let sfen = "k8/9/9/9/9/9/9/9/r2G4K b - 1";
        assert_eq!(black(sfen), of(Gold, Rook, Direction::Beside));
        let sfen = "k8/9/9/9/4b4/9/9/7S1/8K b - 1";
        assert_eq!(black(sfen), of(Silver, Bishop, Direction::DiagonallyAhead));
        let sfen = "4k4/4s4/9/9/9/9/9/4+R4/K8 b - 1";
        assert_eq!(features(Group::Pins, sfen, Color::White), of(Silver, Dragon, Direction::Ahead));
        // Two pieces between are no pin, an enemy's piece between is none, and a lance behind the
        // king attacks the other way.
        assert!(black("k3l4/4g4/9/4P4/9/9/9/9/4K4 b - 1").is_empty());
        assert!(black("k3l4/9/9/4p4/9/9/9/9/4K4 b - 1").is_empty());
        assert!(black("k8/4K4/4G4/9/9/4l4/9/9/9 b - 1").is_empty());
        assert_eq!(feature(Dragon, Dragon, Direction::DiagonallyBehind), Some(LEN - 1));
        assert_eq!(feature(PieceKind::King, Rook, Direction::Ahead), None);
    }

    #[test]
    fn as_many_as_the_rules_know() {
        random_games::visit(21, 10, 150, |position| {
            let scene = Scene::of(position);
            let mut count = 0;
            visit(&scene, position.turn(), &mut |_| count += 1);
            assert_eq!(count, position.pinned().len(), "{position}");
        });
    }
}
