//! The static value of a node, corrected by the results of searches of similar positions.
//!
//! Known as: static evaluation, corrected evaluation; improving, opponent worsening
//! Source:   YaneuraOu 9.70, step 6 (after Stockfish): where the value comes from, that the table's
//!           score stands in for it, the flags, that the bare value is stored
//! Here:     near the root, where there is nothing to compare with, a position is not called
//!           improving; the table's score does not stand in for the value if it is a mate
//! Worth:    not measured as a whole; see `look/correction` and `look/gain`
//! Off:      `correction`, `gain`

pub(crate) mod correction;
pub(crate) mod gain;
pub(crate) mod plain;

use crate::node::Node;
use crate::score::Score;
use crate::technique::Technique;
use crate::tt::{Bound, Known};
use crate::worker::Worker;
use correction::Slots;

/// Finds the static value of a node and compares it with the values of the plies before.
pub(crate) fn static_value(worker: &mut Worker<'_>, node: &mut Node) {
    if node.in_check {
        // A position in check is not quiet enough for a static value; that of two plies ago is used.
        let before = worker.frame_before(2).eval_to_compare;
        let frame = worker.frame_mut();
        frame.static_eval = None;
        frame.eval_to_compare = before;
        node.eval = before.unwrap_or(Score::ZERO);
        return;
    }
    let raw = judge(worker, node, worker.frame().pawn_key);
    if node.known.is_none() && node.excluded.is_none() {
        let bare = Known {
            mv: None,
            score: Score::ZERO,
            eval: Some(raw),
            depth: Known::NO_DEPTH,
            bound: Bound::None,
            was_pv: node.was_pv,
        };
        worker.store(node.key, bare);
    }
    let frame = worker.frame_mut();
    frame.static_eval = node.static_eval;
    frame.eval_to_compare = node.static_eval;
    let Some(static_eval) = node.static_eval else { return };
    let [theirs, before] = [1, 2].map(|plies| worker.frame_before(plies).eval_to_compare);
    node.improving = before.is_some_and(|before| static_eval > before);
    node.opponent_worsening = theirs.is_some_and(|theirs| static_eval > -theirs);
    gain::learn(worker, node);
}

/// Sets the corrected static value of a node that is not in check, and the value that the table
/// may improve on it; returns the evaluator's value.
pub(crate) fn judge(worker: &mut Worker<'_>, node: &mut Node, pawn_key: u64) -> Score {
    let slots = Slots::new(worker.position(), pawn_key, worker.frame_before(1).played);
    node.correction =
        if worker.on(Technique::Correction) { worker.memory().corrections.of(&slots) } else { 0 };
    node.slots = Some(slots);
    let raw = match node.known.and_then(|known| known.eval) {
        Some(raw) => raw,
        None => worker.evaluate(),
    };
    let static_eval = (raw + node.correction).as_guess();
    node.static_eval = Some(static_eval);
    node.eval =
        better_of(worker.ply(), static_eval, node.known.filter(|_| node.excluded.is_none()));
    raw
}

/// The table's score if its bound makes it more accurate, otherwise the static value.
fn better_of(ply: usize, static_eval: Score, known: Option<Known>) -> Score {
    let Some(known) = known.filter(|known| known.bound != Bound::None) else { return static_eval };
    let score = known.score.seen_from_root(ply);
    let is_nearer =
        if score > static_eval { known.bound.is_lower() } else { known.bound.is_upper() };
    if is_nearer && !score.is_mate() { score } else { static_eval }
}
