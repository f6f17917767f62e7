//! Reasons to end a line at once: the game is over, or nothing better can come.
//!
//! Known as: mate in one and declaration win at the node (`Mate::mate_1ply`, `DeclarationWin`)
//! Source:   YaneuraOu 9.70, between steps 4 and 6: where both are asked, that the table is
//!           believed to know of a mate, and that such a win is stored as if it had been searched
//!           six plies deeper
//! Here:     the look comes after the cuts by static value, since a position that is good enough
//!           need not be won; a declaration is asked for at every visit
//! Worth:    after the cuts: -2 ± 22 Elo for 8 % fewer instructions a node (866 games, 10,000
//!           nodes); at every visit: 23 ± 20 (600 games); both in docs/record/search-changes.tsv
//! Off:      `mate-in-one` for the mate; none for the declaration

pub(crate) mod declaration;
pub(crate) mod mate_distance;
pub(crate) mod mate_in_one;
pub(crate) mod mate_search;
pub(crate) mod rule;

use crate::node::Node;
use crate::recipe::Recipe;
use crate::score::Score;
use crate::technique::Technique;
use crate::tt::{Bound, Known};
use crate::worker::Worker;

/// The plies by which a win in sight counts as deeper in the table, as it holds at every depth.
pub(crate) const DEEPER: i32 = 6;

/// Returns the score of a declaration or of a mate with the next move. It is called after the cuts
/// by static value, as a position that is good enough need not be won.
///
/// A declaration is not a move, so nothing else finds it, and it is tested at every visit. A mate is
/// looked for only if the table has no more than the static value, and on the principal variation,
/// where the table gives no score and the line should end with the mate.
pub(crate) fn win_in_sight<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    if declaration::wins(worker) {
        return Some(Score::mate_in(worker.ply() + 1));
    }
    let is_new = node.known.is_none_or(|known| known.depth == Known::NO_DEPTH);
    if !node.is_pv && !is_new {
        return None;
    }
    worker.cut_by::<R>(Technique::MateInOne, |worker| mate_in_one::score(worker, node.is_pv))
}

/// Returns the score of a win in sight at a node of the search and stores it in the table.
pub(crate) fn win_at_node<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    if node.excluded.is_some() {
        return None;
    }
    let score = win_in_sight::<R>(worker, node)?;
    worker.remember(node, score, Bound::Exact, None, node.depth.whole() + DEEPER);
    Some(score)
}
