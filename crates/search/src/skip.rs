//! Reasons to leave out a single move without searching it.
//!
//! Source:  B (Bonanza 2006), equations (4) to (9): futility by the bound of change; chess engines
//!          for counting late moves, exchanges and history
//! Here:    the depth in every margin is the one left after the reduction that the move would get
//! Off:     `late-moves`, `futility`, `exchange`, `bad-history`

use crate::depth;
use crate::learn;
use crate::node::{Candidate, Node};
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

/// What becomes of a move.
pub(crate) enum Verdict {
    /// It is searched.
    Keep,
    /// It is left out.
    Skip,
    /// It and all quiet moves that follow are left out.
    SkipQuiets,
}

const FUTILITY_MAX_DEPTH: i32 = 12;
const FUTILITY_MARGIN: i32 = 193;
const FUTILITY_PER_DEPTH: i32 = 120;
const CAPTURE_MAX_DEPTH: i32 = 7;
const CAPTURE_MARGIN: i32 = 218;
const CAPTURE_PER_DEPTH: i32 = 223;
const CAPTURE_EXCHANGE_PER_DEPTH: i32 = 167;
const QUIET_EXCHANGE_PER_DEPTH_SQUARED: i32 = 25;
const HISTORY_PER_DEPTH: i32 = 4097;

/// How many moves are looked at before the quiet ones are left out.
fn enough_moves(node: &Node) -> usize {
    let count = 3 + node.depth * node.depth;
    (if node.improving { count } else { count / 2 }) as usize
}

/// Decides; futility may raise the best score to the bound it found.
pub(crate) fn verdict(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    alpha: Score,
    best: &mut Score,
) -> Verdict {
    let reduced = (node.depth - 1 - depth::reduction(worker, node, candidate, alpha)).max(0);
    if candidate.is_capture || candidate.gives_check {
        return noisy(worker, node, candidate, alpha, reduced);
    }
    if candidate.number >= enough_moves(node) && worker.on(Technique::LateMoves) {
        return Verdict::SkipQuiets;
    }
    let history = learn::continuation_history(worker, candidate);
    if worker.on(Technique::BadHistory) && history < -HISTORY_PER_DEPTH * node.depth {
        return Verdict::Skip;
    }
    let reduced = (reduced + history / 3200).max(0);
    if let Some(static_eval) = node.static_eval
        && worker.on(Technique::Futility)
        && reduced < FUTILITY_MAX_DEPTH
    {
        let bound = static_eval + FUTILITY_MARGIN + FUTILITY_PER_DEPTH * reduced;
        if bound <= alpha {
            if *best < bound && !best.is_mate() {
                *best = bound;
            }
            return Verdict::Skip;
        }
    }
    let least = -QUIET_EXCHANGE_PER_DEPTH_SQUARED * reduced * reduced;
    if worker.on(Technique::Exchange)
        && !worker.position.see_at_least(candidate.mv, least, &worker.values)
    {
        return Verdict::Skip;
    }
    Verdict::Keep
}

/// Captures and checks.
fn noisy(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    alpha: Score,
    reduced: i32,
) -> Verdict {
    let taken = worker.position.piece_on(candidate.mv.to());
    let history = learn::capture_history(worker, candidate);
    if let (Some(taken), Some(static_eval)) = (taken, node.static_eval)
        && !candidate.gives_check
        && reduced < CAPTURE_MAX_DEPTH
        && worker.on(Technique::Futility)
    {
        let gain = worker.values.of(taken.kind()) + 131 * history / 1024;
        if static_eval + CAPTURE_MARGIN + CAPTURE_PER_DEPTH * reduced + gain <= alpha {
            return Verdict::Skip;
        }
    }
    let margin = (CAPTURE_EXCHANGE_PER_DEPTH * node.depth + 34 * history / 1024).max(0);
    if worker.on(Technique::Exchange)
        && !worker.position.see_at_least(candidate.mv, -margin, &worker.values)
    {
        return Verdict::Skip;
    }
    Verdict::Keep
}
