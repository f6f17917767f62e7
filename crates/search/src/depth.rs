//! How deep each move goes: reductions for late moves, extensions for forced ones.

mod reduction;
mod singular;

pub(crate) use reduction::{at_root, reduction};

use crate::node::{Candidate, Node};
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

/// What the extensions have to say of a move.
pub(crate) enum Extension {
    /// So many plies more, or less.
    By(i32),
    /// The node is decided: other moves beat beta too.
    Cutoff(Score),
}

const NO_HASH_MOVE_FROM: i32 = 6;

/// A deep node without a hash move is searched a ply less: the next visit will have one.
pub(crate) fn without_hash_move(worker: &Worker<'_>, node: &mut Node) {
    let is_all_node = !node.is_pv && !node.expects_cut;
    if worker.on(Technique::NoHashMove)
        && node.depth >= NO_HASH_MOVE_FROM
        && node.hash_move.is_none()
        && !is_all_node
    {
        node.depth -= 1;
    }
}

/// Takes a reduction back, or goes further, in the light of what the position turned out to be.
pub(crate) fn hindsight(worker: &Worker<'_>, node: &mut Node) {
    let before = worker.frame_before(1);
    let (Some(ours), Some(theirs)) = (node.static_eval, before.static_eval) else { return };
    let opponent_worsening = ours > -theirs;
    if before.reduction >= 3 && !opponent_worsening {
        node.depth += 1;
    } else if before.reduction >= 2 && node.depth >= 2 && ours + theirs.get() > Score::new(173) {
        node.depth -= 1;
    }
}

/// The extension of a move, before it is played.
pub(crate) fn extension(worker: &mut Worker<'_>, node: &Node, candidate: &Candidate) -> Extension {
    if worker.ply >= 2 * worker.root_depth as usize {
        return Extension::By(0);
    }
    if Some(candidate.mv) == node.hash_move && singular::applies(worker, node) {
        return singular::extension(worker, node, candidate);
    }
    // A check by a piece that is not simply lost is looked at a ply deeper.
    if candidate.gives_check
        && node.is_pv
        && worker.on(Technique::CheckExtension)
        && worker.position.see_at_least(candidate.mv, 0, &worker.values)
    {
        return Extension::By(1);
    }
    Extension::By(0)
}
