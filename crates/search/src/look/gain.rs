//! The change of the static value by a quiet move updates the move's history before any search.
//!
//! Known as: static evaluation difference as history bonus (`evalDiff`)
//! Source:   YaneuraOu 9.70, step 6 (after Stockfish): formula and numbers. B raises its margins by
//!           the same difference
//! Here:     the pawns' history learns at every visit and for every kind of move; YaneuraOu leaves
//!           out positions that the table knows, pawns and promotions
//! Worth:    61 ± 34 Elo (400 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `gain`

use crate::node::Node;
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "gain":
    /// The lower limit of the change that counts.
    least = -214, -500..=0;
    /// The upper limit of the change that counts.
    most = 171, 0..=500;
    /// The points that are added to every change.
    shift = 60, -100..=200;
    /// The factor of the bonus for the history of the move by itself.
    to_move = 10, 0..=40;
    /// The factor of the bonus for the pawn history.
    to_pawns = 12, 0..=40;
}

/// Updates the histories of the move that led to this node.
pub(crate) fn learn(worker: &mut Worker<'_>, node: &Node) {
    let before = worker.frame_before(1);
    let (Some(ours), Some(theirs)) = (node.static_eval, before.static_eval) else { return };
    let (Some(mv), Some(arrival)) = (before.mv, before.played) else { return };
    if before.captures || node.excluded.is_some() || !worker.on(Technique::Gain) {
        return;
    }
    let bonus = (-(ours + theirs.get()).get()).clamp(least(), most()) + shift();
    let color = !worker.position().turn();
    let pawn_key = worker.frame().pawn_key;
    let histories = worker.histories_mut();
    histories.reward_move(color, mv, bonus * to_move());
    histories.reward_pawns(pawn_key, arrival, bonus * to_pawns());
}
