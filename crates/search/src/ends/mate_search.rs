//! A small search for a mate by checks at nodes of some depth: a proven mate ends the node.
//!
//! Known as: df-pn, mate search in the tree
//! Source:   G (Gekisashi 2005), "mate problems": programs find mates by df-pn
//! Here:     the paper does not say at which nodes and how long; ours are nodes below the root from
//!           three plies on, once for a position, with at most 100 nodes, which count as searched.
//!           The solver verifies each mate that it gives out (crate `mate`). The score is that of
//!           its line, though there may be a shorter mate
//! Worth:    not measured
//! Off:      `mate-search`

use shogi::Move;

use crate::depth::Depth;
use crate::node::Node;
use crate::score::{MAX_PLY, Score};
use crate::technique::Technique;
use crate::tt::Bound;
use crate::worker::Worker;

/// The least depth of a node at which a mate is looked for.
const LEAST_DEPTH: i32 = 3;
/// The most nodes of one look.
const NODES: u64 = 100;

/// Returns the score of a proven mate; on the principal variation its line becomes the node's.
pub(crate) fn score(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let least = Depth::plies(LEAST_DEPTH);
    if node.is_root
        || node.depth < least
        || node.excluded.is_some()
        || !worker.on(Technique::MateSearch)
        || has_been_asked(node)
    {
        return None;
    }
    let Some(line) = worker.mate_by_checks(NODES).filter(|line| holds(worker, line)) else {
        // The entry says that this position has been looked at.
        worker.remember(node, Score::ZERO, Bound::None, node.hash_move, LEAST_DEPTH);
        return None;
    };
    let score = Score::mate_in(worker.ply() + line.len());
    // A shorter mate may exist, so the score is a lower bound; it holds at every depth.
    worker.remember(node, score, Bound::Lower, line.first().copied(), MAX_PLY as i32);
    if node.is_pv {
        worker.frame_mut().pv = line;
    }
    Some(score)
}

/// Has a mate been looked for here? On the principal variation, where the table gives no score, a mate
/// is found again, so that the line has its end.
fn has_been_asked(node: &Node) -> bool {
    node.known
        .is_some_and(|known| known.depth >= LEAST_DEPTH && !(node.is_pv && known.score.is_win()))
}

/// Does the mate come within the plies of the search and of the game, without a position of the past?
fn holds(worker: &Worker<'_>, line: &[Move]) -> bool {
    let mut after = worker.position().clone();
    let played = (after.move_number() as usize).saturating_sub(1);
    let most = worker.settings().rules.max_moves;
    worker.ply() + line.len() < MAX_PLY
        && most.is_none_or(|most| played + line.len() <= most as usize)
        && line.iter().all(|&mv| {
            after.play(mv);
            after.recurrence(after.plies_played()).is_none()
        })
}
