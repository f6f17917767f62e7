//! The static value of a node by the evaluator alone, also in check, and its material part.
//!
//! Known as: static evaluation
//! Source:   B (Bonanza 2006), figure 5: `stand_pat = evaluate()` at every node
//! Here:     B's margins are tested against each value as soon as it is known
//! Worth:    not measured
//! Off:      none

use shogi::{Color, PieceKind};

use crate::node::Node;
use crate::skip::bound_of_change;
use crate::worker::Worker;

/// Sets the static value of a node.
pub(crate) fn value(worker: &mut Worker<'_>, node: &mut Node) {
    let value = worker.evaluate().as_guess();
    node.static_eval = Some(value);
    node.eval = value;
    let frame = worker.frame_mut();
    frame.static_eval = Some(value);
    frame.eval_to_compare = Some(value);
}

/// Sets the static value and the material of a node, and tests B's margins.
pub(crate) fn value_and_material(worker: &mut Worker<'_>, node: &mut Node) {
    value(worker, node);
    if node.is_root {
        worker.frame_mut().material = material(worker);
    }
    bound_of_change::check(worker);
}

/// The material balance as seen from the side to move, counted piece by piece.
fn material(worker: &Worker<'_>) -> i32 {
    let position = worker.position();
    let of_side = |color: Color| -> i32 {
        let on_board = PieceKind::ALL.into_iter().map(|kind| {
            // An exchange value is the piece's value on the board plus its value in hand.
            let held = worker.values().of(kind.unpromoted()) / 2;
            position.pieces_of(color, kind).len() as i32 * (worker.values().of(kind) - held)
        });
        let hand = position.hand(color);
        let in_hand =
            hand.iter().map(|(kind, count)| count as i32 * worker.values().of(kind.kind()) / 2);
        on_board.sum::<i32>() + in_hand.sum::<i32>()
    };
    let us = position.turn();
    of_side(us) - of_side(!us)
}
