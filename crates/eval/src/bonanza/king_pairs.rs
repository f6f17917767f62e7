//! A king and two other pieces: where the three of them stand.
//!
//! Source:  B (Bonanza 2006), appendix: "the places of the king and two other pieces"
//! Here:    the relations of `three_piece` with its folded numbers: a king with two pieces, the
//!          pieces in hand included, and, as one of the two others may be the enemy king, both kings
//!          with a piece. These are the tables of later Bonanzas (paper E); the "more than 10,000"
//!          weights of 2006 were fewer, in a form that the paper does not tell

use shogi::Color;

use super::scene::Scene;
use crate::three_piece::entries;

/// The number of features, those that only their mirror image uses included.
pub const LEN: usize = entries::ENTRIES;

/// Calls `visit` for each relation of a side's king.
pub(super) fn visit(scene: &Scene<'_>, us: Color, visit: &mut impl FnMut(usize)) {
    entries::for_each_relation(scene.position, us, visit);
}

#[cfg(test)]
mod tests {
    use super::super::groups::Group;
    use super::super::tests::features;
    use super::*;
    use crate::three_piece::State;
    use shogi::{HandKind, Piece, PieceKind, Square};

    #[test]
    fn one_piece_and_the_hands() {
        let sfen = "k8/9/9/9/9/9/9/7G1/8K b - 1";
        let square = |text: &str| text.parse::<Square>().unwrap();
        let gold = Piece::new(Color::Black, PieceKind::Gold);
        let state = State::on_board(Color::Black, gold, square("2h")).unwrap();
        let held = State::in_hand(Color::Black, Color::White, HandKind::Pawn, 0);
        let found = features(Group::KingPairs, sfen, Color::Black);
        // 15 states in pairs, a state with itself included, and both kings with 8 own states.
        assert_eq!(found.len(), 15 * 16 / 2 + 8);
        assert!(found.contains(&entries::kpp_entry(square("1i"), state, state)));
        assert!(found.contains(&entries::kpp_entry(square("1i"), state, held)));
        assert!(found.contains(&entries::kkp_entry(square("1i"), square("9a"), state).unwrap()));
        // White sees the gold as the enemy's: no relation of both kings with it.
        assert_eq!(features(Group::KingPairs, sfen, Color::White).len(), 15 * 16 / 2 + 7);
    }
}
