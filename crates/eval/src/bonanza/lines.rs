//! Pieces that stand where a dragon, horse, rook, bishop, knight or lance attacks.
//!
//! Source:  B (Bonanza 2006), appendix: "the kinds of pieces on the squares that dragon, horse, rook,
//!          bishop, knight and lance attack"
//! Here:    as in the paper; the attacker, whose piece it is, and its kind, all fourteen apart

use shogi::{Color, PieceKind};

use super::scene::Scene;

/// Attacking kinds in the order of their features.
pub const ATTACKERS: [PieceKind; 6] = [
    PieceKind::Dragon,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Lance,
];

/// The number of features.
pub const LEN: usize = ATTACKERS.len() * 2 * PieceKind::ALL.len();

/// The feature of an attacker and a piece on a square that it attacks; none for other attackers.
#[inline]
pub fn feature(attacker: PieceKind, other: PieceKind, is_friend: bool) -> Option<usize> {
    let attacker = ATTACKERS.iter().position(|&kind| kind == attacker)?;
    let side = attacker * 2 + usize::from(!is_friend);
    Some(side * PieceKind::ALL.len() + other.index() - 1)
}

/// Calls `visit` for each piece that a side's line pieces attack or protect.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let position = scene.position;
    for line in scene.lines(us) {
        for square in line.attacks & position.occupied() {
            let Some(other) = position.piece_on(square) else { continue };
            if let Some(index) = feature(line.piece.kind(), other.kind(), other.color() == us) {
                visit(index);
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
    fn a_rook_and_a_knight() {
        // The rook on 5e protects the pawn on 5c, attacks the gold on 2e, and reaches no farther;
        // the knight on 8i attacks the lance on 9g.
        let sfen = "k8/9/4P4/9/4R2gr/9/l8/9/1N6K b - 1";
        let of = |attacker, other, is_friend| feature(attacker, other, is_friend).unwrap();
        let mut wanted = vec![
            of(PieceKind::Rook, PieceKind::Pawn, true),
            of(PieceKind::Rook, PieceKind::Gold, false),
            of(PieceKind::Knight, PieceKind::Lance, false),
        ];
        wanted.sort_unstable();
        let mut found = features(Group::Lines, sfen, Color::Black);
        found.sort_unstable();
        assert_eq!(found, wanted);
        // White's rook protects the gold and looks down file 1 at the king; the lance meets nothing.
        let mut wanted = vec![
            of(PieceKind::Rook, PieceKind::Gold, true),
            of(PieceKind::Rook, PieceKind::King, false),
        ];
        wanted.sort_unstable();
        let mut found = features(Group::Lines, sfen, Color::White);
        found.sort_unstable();
        assert_eq!(found, wanted);
        assert_eq!(feature(PieceKind::Gold, PieceKind::Pawn, true), None);
        assert_eq!(of(PieceKind::Lance, PieceKind::Dragon, false), LEN - 1);
    }
}
