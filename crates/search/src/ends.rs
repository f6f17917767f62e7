//! Reasons to end a line at once: the game is over, or nothing better can come.

pub(crate) mod declaration;
pub(crate) mod mate_distance;
pub(crate) mod mate_in_one;
pub(crate) mod rule;

use crate::node::Node;
use crate::score::Score;
use crate::tt::{Bound, Known};
use crate::worker::Worker;

/// A win in sight holds at every depth; the table keeps it like a result from so much deeper.
pub(crate) const DEEPER: i32 = 6;

/// A declaration or a mate with the next move. A position that is good enough as it stands need not
/// be won, so this comes after the cuts by static value.
///
/// A declaration is no move, so nothing else finds it: it is asked for every time. A mate is asked
/// for once, where the table has no more than the static value; and on the principal variation,
/// where the table is not believed and the line is to end with the mate.
pub(crate) fn win_in_sight(
    worker: &mut Worker<'_>,
    known: Option<Known>,
    is_pv: bool,
) -> Option<Score> {
    if !declaration::wins(worker) {
        let is_new = known.is_none_or(|known| known.depth == Known::NO_DEPTH);
        let mate = if is_pv || is_new { mate_in_one::find(worker) } else { None };
        worker.frame_mut().pv.extend(mate.filter(|_| is_pv));
        mate?;
    }
    Some(Score::mate_in(worker.ply + 1))
}

/// The same at a node of the search, remembered.
pub(crate) fn win_at_node(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    if node.excluded.is_some() {
        return None;
    }
    let score = win_in_sight(worker, node.known, node.is_pv)?;
    worker.remember(node, score, Bound::Exact, None, node.depth.whole() + DEEPER);
    Some(score)
}
