//! The table's score of a node: a score that is deep enough and on the right side of the window ends
//! the node.
//!
//! Known as: transposition table cutoff
//! Source:   YaneuraOu 9.70, step 4 (after Stockfish): how deep is deep enough, and that a score
//!           against the expectation is believed from depth 6 on; the plain rule: B (Bonanza 2006),
//!           appendix
//! Here:     never on the principal variation, whose line would be cut short, as in YaneuraOu; a
//!           win with the next move holds at every depth, which is ours
//! Worth:    not measured alone; the win at every depth with six other changes 10 ± 19 Elo (1,174
//!           games, 20,000 nodes; docs/record/search-changes.tsv)
//! Off:      none

use crate::depth::Depth;
use crate::learn;
use crate::node::Node;
use crate::score::Score;
use crate::tt::Bound;
use crate::worker::Worker;

/// Returns the table's score if it ends a node of the tournament recipe.
pub(crate) fn score(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let (score, known_depth) = on_the_right_side(worker, node)?;
    let depth = node.depth.whole();
    let beta = node.window.beta;
    let is_deep_enough = known_depth > depth - i32::from(score <= beta);
    // A score against the expectation is believed only at a larger depth.
    let is_expected = node.is_cut_node == (score >= beta) || depth > 5;
    // A win with the next move holds at every depth.
    let is_at_hand = score == Score::mate_in(worker.ply() + 1);
    let is_believed = is_at_hand || (is_deep_enough && is_expected);
    if !is_believed {
        return None;
    }
    if score >= beta
        && let Some(mv) = node.hash_move
    {
        learn::refutation_from_table(worker, node, mv);
    }
    Some(score)
}

/// Returns the table's score of a quiescence node, for which every entry is deep enough.
pub(crate) fn at_any_depth(worker: &Worker<'_>, node: &Node) -> Option<Score> {
    on_the_right_side(worker, node).map(|(score, _)| score)
}

/// Returns the table's score if it is deep enough, for the papers' recipes.
pub(crate) fn plain(worker: &Worker<'_>, node: &Node) -> Option<Score> {
    let (score, known_depth) = on_the_right_side(worker, node)?;
    // Fractions of a ply were cut off when the score was stored.
    (Depth::plies(known_depth) >= node.depth).then_some(score)
}

/// Returns the table's score and its depth if the bound is on the right side of the window.
fn on_the_right_side(worker: &Worker<'_>, node: &Node) -> Option<(Score, i32)> {
    let known = node.known?;
    if node.is_pv || node.excluded.is_some() || known.bound == Bound::None {
        return None;
    }
    let score = known.score.seen_from_root(worker.ply());
    let is_high = score >= node.window.beta;
    let fits = if is_high { known.bound.is_lower() } else { known.bound.is_upper() };
    fits.then_some((score, known.depth))
}
