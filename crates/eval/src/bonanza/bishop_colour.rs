//! Own pawns on squares of the bishop's colour, where they stand in its way.
//!
//! Source:  B (Bonanza 2006), appendix: "the number of own pawns on squares of the bishop's colour"
//! Here:    as in the paper, for each bishop on the board, not for horses

use shogi::{Bitboard, Color, PieceKind, Square};

use super::scene::Scene;

/// The number of features: from no pawn to nine.
pub const LEN: usize = 10;

/// The squares of one colour, if the board were chequered: 1a is one of them.
const DARK: Bitboard = {
    let mut bits = 0;
    let mut index = 0;
    while index < Square::COUNT {
        if index.is_multiple_of(2) {
            bits |= 1 << index;
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
};

/// Calls `visit` for each bishop of a side.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    let pawns = scene.position.pieces_of(us, PieceKind::Pawn);
    let dark = (pawns & DARK).len() as usize;
    for bishop in scene.position.pieces_of(us, PieceKind::Bishop) {
        let count = if DARK.has(bishop) { dark } else { pawns.len() as usize - dark };
        visit(count.min(LEN - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;
    use shogi::attacks::bishop_rays;

    #[test]
    fn pawns_of_the_start_position() {
        let sfen = shogi::Position::startpos().to_sfen();
        for us in Color::ALL {
            assert_eq!(features(Group::BishopColour, &sfen, us), [5]);
        }
        let pushed = "4k4/9/9/9/9/9/9/1B7/4K4 b - 1";
        assert_eq!(features(Group::BishopColour, pushed, Color::Black), [0]);
        let horse = "4k4/9/9/9/9/2P6/9/1+B7/4K4 b - 1";
        assert!(features(Group::BishopColour, horse, Color::Black).is_empty());
    }

    #[test]
    fn a_bishop_stays_on_its_colour() {
        for square in Square::all() {
            let reached = if DARK.has(square) { DARK } else { !DARK };
            assert!((bishop_rays(square) - reached).is_empty());
        }
    }
}
