//! Can a pawn or a knight advance, and can a silver retreat?
//!
//! Source:  B (Bonanza 2006), appendix: "whether pawn and knight can advance and silver can retreat"
//! Here:    a piece can go where no friend stands; for knight and silver the number of such squares,
//!          none to two, so that "can" is one or two

use shogi::attacks::{knight_attacks, pawn_attacks, silver_attacks};
use shogi::{Bitboard, Color, PieceKind};

use super::scene::Scene;

/// The first feature of a pawn: it cannot advance; the next: it can.
pub const PAWN: usize = 0;
/// The first feature of a knight, to which the number of squares is added.
pub const KNIGHT: usize = 2;
/// The first feature of a silver, to which the number of squares is added.
pub const SILVER: usize = 5;
/// The number of features.
pub const LEN: usize = 8;

/// Calls `visit` for each pawn, knight and silver of a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    let own = position.pieces(us);
    for pawn in position.pieces_of(us, PieceKind::Pawn) {
        visit(PAWN + (pawn_attacks(us, pawn) - own).len() as usize);
    }
    for knight in position.pieces_of(us, PieceKind::Knight) {
        visit(KNIGHT + (knight_attacks(us, knight) - own).len() as usize);
    }
    for silver in position.pieces_of(us, PieceKind::Silver) {
        let behind = Bitboard::far_ranks(!us, silver.rank().seen_by(!us).index());
        visit(SILVER + ((silver_attacks(us, silver) & behind) - own).len() as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn free_and_blocked_ways() {
        let black = |sfen| features(Group::SmallSteps, sfen, Color::Black);
        assert_eq!(black("4k4/9/9/4P4/9/9/9/9/4K4 b - 1"), [PAWN + 1]);
        assert_eq!(black("4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1"), [PAWN + 1]);
        assert_eq!(black("4k4/9/4G4/4P4/9/9/9/9/4K4 b - 1"), [PAWN]);
        // A knight behind its own pawns.
        assert_eq!(black("4k4/9/9/9/9/9/2G1G4/9/3NK4 b - 1"), [KNIGHT]);
        assert_eq!(black("4k4/9/9/9/9/9/2G6/9/3NK4 b - 1"), [KNIGHT + 1]);
        assert_eq!(black("4k4/9/9/9/9/9/9/9/N3K4 b - 1"), [KNIGHT + 1]);
        // A silver in the open, with one way back, on the edge rank.
        assert_eq!(black("4k4/9/9/9/4S4/9/9/9/4K4 b - 1"), [SILVER + 2]);
        assert_eq!(black("4k4/9/9/9/4S4/3G1g3/9/9/4K4 b - 1"), [SILVER + 1]);
        assert_eq!(black("4k4/9/9/9/9/9/9/9/S3K4 b - 1"), [SILVER]);
        let white = features(Group::SmallSteps, "4k4/9/9/3G1g3/4s4/9/9/9/4K4 b - 1", Color::White);
        assert_eq!(white, [SILVER + 1]);
    }
}
