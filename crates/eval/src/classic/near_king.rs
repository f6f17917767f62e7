//! The change of the terms of single pieces and the kings by a move, without evaluating again.
//!
//! Source:  B (Bonanza 2006), equation (8): Mpiece-king(m)
//! Here:    the activity of the moved and of the captured piece, weighed by the present progress

use shogi::Position;

use super::progress::{FULL, Progress};
use super::{activity, terms};
use crate::change::{Change, Placed};
use crate::material::PieceValues;

/// The change for the side that moves a piece other than its king.
pub(super) fn swing(values: &PieceValues, position: &Position, change: &Change) -> i32 {
    let of = |placed: Option<Placed>| {
        placed.map_or(0, |Placed { piece, square }| {
            activity::of_piece(values, position, piece.color(), piece.kind(), square)
        })
    };
    let gained = of(change.placed) - of(change.lifted) + of(change.captured);
    if gained == 0 {
        return 0;
    }
    gained * terms::activity_weight(Progress::of(position)) / FULL
}

#[cfg(test)]
mod tests {
    use shogi::{Color, PieceKind};

    use super::*;
    use crate::classic::Classic;
    use crate::evaluator::Evaluator;
    use crate::random_games;

    /// The activity of all pieces of a side, unweighted.
    fn activity_of(values: &PieceValues, position: &Position, color: Color) -> i32 {
        let activity = activity::of_side(values, position, color);
        activity.attack + activity.defence + activity.idle
    }

    /// The change is the difference of the term before and after the move, by the progress of the
    /// position that is at hand.
    #[test]
    fn the_change_is_the_difference_of_the_term() {
        let classic = Classic::default();
        let values = classic.values();
        let term = |position: &Position, us: Color| {
            activity_of(values, position, us) - activity_of(values, position, !us)
        };
        let weighed = |points: i32, position: &Position| {
            points * terms::activity_weight(Progress::of(position)) / FULL
        };
        let mut changes = 0;
        random_games::visit(8, 10, 200, |before| {
            let us = before.turn();
            for mv in &before.legal_moves() {
                let moved = mv.from().and_then(|from| before.piece_on(from));
                if moved.is_some_and(|piece| piece.kind() == PieceKind::King) {
                    continue;
                }
                let mut after = before.clone();
                after.play(mv);
                let points = term(&after, us) - term(before, us);
                changes += usize::from(points != 0);
                let change = classic.piece_king_change(before, mv);
                assert_eq!(change, weighed(points, before), "{mv} in {before}");
                let changed = classic.piece_king_changed(&after);
                assert_eq!(changed, weighed(points, &after), "{mv} in {before}");
            }
        });
        assert!(changes > 1000, "{changes}");
    }
}
