//! The change of the relations of one piece with one or both kings by a move, without evaluating
//! again.
//!
//! Source:  B (Bonanza 2006), equation (8): Mpiece-king(m)
//! Here:    KPP of a piece with itself, which stands for king and piece, and KKP; hands included

use shogi::{Color, Position};

use super::evaluator::{KkpRows, ThreePiece};
use super::fold::FoldedKing;
use super::states::State;
use super::weights::{SCALE, own_view};
use crate::change::Change;

/// The weights by which single states count while the kings stand where they are.
struct SingleStates<'a> {
    evaluator: &'a ThreePiece,
    /// The kings of Black and White, each as its side sees it.
    kings: [Option<FoldedKing>; 2],
    kkp: Option<KkpRows<'a>>,
}

impl<'a> SingleStates<'a> {
    fn new(evaluator: &'a ThreePiece, position: &Position) -> Self {
        let square = |color| position.king(color);
        let both = square(Color::Black).zip(square(Color::White));
        Self {
            evaluator,
            kings: Color::ALL
                .map(|color| Some(FoldedKing::new(own_view(color, position.king(color)?)))),
            kkp: both.map(|(black, white)| evaluator.kkp_rows(black, white)),
        }
    }

    /// The relations of a state that Black sees with the kings, as they count for Black.
    fn of(&self, state: State) -> i32 {
        let with_king = |king: Option<FoldedKing>, state: State| {
            king.map_or(0, |king| {
                let state = king.state(state);
                i32::from(self.evaluator.weights().kpp_row(king.index, state)[state.index()])
            })
        };
        let [black, white] = self.kings;
        with_king(black, state) - with_king(white, state.flipped())
            + self.kkp.as_ref().map_or(0, |rows| rows.of(state))
    }
}

/// The change for the side that moves a piece other than its king, in points.
pub(super) fn swing(evaluator: &ThreePiece, position: &Position, change: &Change) -> i32 {
    let Some(us) = change.placed.map(|placed| placed.piece.color()) else { return 0 };
    let states = SingleStates::new(evaluator, position);
    let of = |state: Option<State>| state.map_or(0, |state| states.of(state));
    let on_board = |placed| State::placed(Color::Black, placed);
    let gone = [change.lifted, change.captured].map(|placed| of(placed.and_then(on_board)));
    let mut for_black = of(change.placed.and_then(on_board)) - gone[0] - gone[1];
    if let Some(hand) = change.hand {
        let held =
            |count| Some(State::in_hand(Color::Black, hand.color, hand.kind, u32::from(count)));
        for_black += of(held(hand.after)) - of(held(hand.before));
    }
    for_black * if us == Color::Black { 1 } else { -1 } / SCALE
}
