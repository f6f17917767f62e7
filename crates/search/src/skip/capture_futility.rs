//! Futility of a capture: the captured piece and a margin do not lift the static value to alpha.
//!
//! Known as: futility pruning for captures
//! Source:   YaneuraOu 9.70, step 14 (after Stockfish): formula and numbers; the idea, a bound of
//!           the change: B (Bonanza 2006), equations (6), (8) and (9)
//! Here:     the piece taken counts as the swing of an exchange, twice its value
//! Worth:    2 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `capture-futility`

use crate::node::{Candidate, Node, SoFar};
use crate::tunable::tunables_of;
use crate::worker::Worker;

/// The depth from which on no capture is left out.
const MAX_DEPTH: i32 = 7;

tunables_of! { "capture_futility":
    /// The margin at depth 0.
    margin = 218, 0..=800;
    /// The addition to the margin for each ply of depth.
    per_depth = 223, 50..=800;
    /// The weight of the capture history in the margin, in 1024ths.
    history = 131, 0..=500;
}

/// Does the capture fail to reach alpha? Its search would have the depth `reduced`.
pub(crate) fn forbids(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    so_far: &SoFar,
    reduced: i32,
) -> bool {
    let Some(static_eval) = node.static_eval else { return false };
    if !candidate.is_capture || candidate.gives_check || reduced >= MAX_DEPTH {
        return false;
    }
    let change = worker.captured_value(candidate.mv) + history() * candidate.capture_history / 1024;
    static_eval + margin() + per_depth() * reduced + change <= so_far.alpha
}
