//! Material: the number of pieces of each kind.
//!
//! Source:  B (Bonanza 2006), appendix: "material (the exchange of a pawn is about 100 points)"
//! Here:    one weight for each kind, in whole points; a piece in hand counts as on the board,
//!          unpromoted

use shogi::{Color, PieceKind};

use super::scene::Scene;

/// The number of features: the kinds of pieces but the king.
pub const LEN: usize = 13;

/// Kinds in the order of their features.
pub const KINDS: [PieceKind; LEN] = {
    let mut kinds = [PieceKind::Pawn; LEN];
    let mut index = 0;
    let mut kept = 0;
    while index < PieceKind::ALL.len() {
        if !matches!(PieceKind::ALL[index], PieceKind::King) {
            kinds[kept] = PieceKind::ALL[index];
            kept += 1;
        }
        index += 1;
    }
    kinds
};

/// The feature of a kind; the king has none.
pub fn feature(kind: PieceKind) -> Option<usize> {
    KINDS.iter().position(|&known| known == kind)
}

/// Calls `visit` for each piece of a side, on the board and in hand.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    for (index, kind) in KINDS.into_iter().enumerate() {
        let held = if kind.is_promoted() { None } else { kind.in_hand() };
        let in_hand = held.map_or(0, |held| scene.position.hand(us).count(held));
        (0..scene.position.pieces_of(us, kind).len() + in_hand).for_each(|_| visit(index));
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;

    #[test]
    fn pieces_on_the_board_and_in_hand() {
        let sfen = "4k4/9/9/9/4p4/9/4+P4/9/4K4 b R2Pr 1";
        let pawn = feature(PieceKind::Pawn).unwrap();
        let rook = feature(PieceKind::Rook).unwrap();
        let tokin = feature(PieceKind::ProPawn).unwrap();
        assert_eq!(features(Group::Material, sfen, Color::Black), [pawn, pawn, rook, tokin]);
        assert_eq!(features(Group::Material, sfen, Color::White), [pawn, rook]);
        assert_eq!(feature(PieceKind::King), None);
    }
}
