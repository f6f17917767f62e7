//! Late-move reductions: the later a move comes and the worse its history, the shallower it is
//! searched at first.
//!
//! Known as: late move reductions (LMR), statScore
//! Source:   YaneuraOu 9.70, steps 14, 16 and 17 (after Stockfish): formula and numbers (the
//!           product 466 is its (2763 / 128)²); G's realization probability is the same idea with
//!           counted probabilities
//! Here:     the term that deepens moves by their number ends at 20 moves (`per_move_until`): a
//!           node of shogi has a hundred and more, and the last would be searched deeper than the
//!           first; threatening drops are reduced less; a point of correction counts 4 units
//!           (YaneuraOu: 5); first moves are never reduced
//! Worth:    119 ± 36 Elo (400 games, 10,000 nodes, an earlier build; docs/record/ablation.tsv);
//!           the end at 20 moves 40 ± 34 (400 games, 10,000 nodes), 94 ± 54 (133 games, 40,000
//!           nodes; docs/record/search-changes.tsv)
//! Off:      `reduction`

use crate::depth::{Depth, threatening_drop};
use crate::node::{Candidate, Node, SoFar};
use crate::technique::Technique;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "reduction":
    /// The factor of the product of the logarithms of depth and move number, in 1024ths.
    product = 466, 100..=1500;
    /// The reduction of every move, in 1/1024 plies.
    base = 1133, -1000..=4000;
    /// The share of the product, in 512ths, that is added while the position is not improving.
    not_improving = 206, 0..=512;
    /// The reduction that a window as wide as the root's saves, in 1/1024 plies.
    wide_window = 585, 0..=2000;
    /// The addition on a former principal variation, which the pruning of moves counts, too.
    was_pv_at_first = 1013, 0..=3000;
    /// The subtraction on a former principal variation, which the pruning of moves does not count.
    was_pv = 2819, 0..=6000;
    /// The further subtraction on the present principal variation.
    is_pv = 973, 0..=3000;
    /// The further subtraction on a former principal variation if the table's score beats alpha.
    was_pv_good_value = 905, 0..=3000;
    /// The further subtraction on a former principal variation if the table's entry is as deep.
    was_pv_deep = 935, 0..=3000;
    /// The further subtraction if the table's entry is as deep and the node is a cut node.
    was_pv_deep_cut = 959, 0..=3000;
    /// The addition for every move beside `base`, which the pruning of moves does not count.
    more_for_all = 691, -1000..=3000;
    /// The subtraction for each move number up to `per_move_until`.
    per_move = 65, 0..=200;
    /// The last move number that `per_move` counts, as a node of shogi has a hundred moves and more.
    per_move_until = 20, 0..=600;
    /// The addition at a cut node.
    is_cut_node = 3611, 0..=7000;
    /// The further addition at a cut node without a hash move.
    cut_without_hash_move = 985, 0..=3000;
    /// The addition if the hash move is a capture.
    hash_move_captures = 1054, 0..=3000;
    /// The addition after two cutoffs at the next ply.
    two_cutoffs = 251, 0..=2000;
    /// The further addition after three cutoffs at the next ply.
    three_cutoffs = 1124, 0..=3000;
    /// The further addition after two cutoffs at an all node.
    cutoffs_all = 1042, 0..=3000;
    /// The subtraction for the hash move.
    is_hash_move = 2239, 0..=5000;
    /// The weight of the move's history score, which is subtracted, in 4096ths.
    history = 428, 0..=2000;
    /// The margin above the best score from which on the second search is a ply deeper.
    deeper_margin = 48, 0..=300;
    /// The margin above the best score up to which the second search is a ply shallower.
    shallower_margin = 9, 0..=100;
}

/// Returns 32 * ln(n).
fn ln(n: usize) -> i32 {
    static TABLE: std::sync::LazyLock<[i32; 256]> = std::sync::LazyLock::new(|| {
        std::array::from_fn(|n| (32.0 * (n.max(1) as f64).ln()) as i32)
    });
    TABLE[n.min(255)]
}

/// The reduction by depth, move number, window and improvement alone, in 1/1024 plies.
pub(crate) fn base_units(worker: &Worker<'_>, node: &Node, number: usize, so_far: &SoFar) -> i32 {
    let scale = ln(node.depth.whole() as usize) * ln(number) * product() / 1024;
    let width = node.window.beta - so_far.alpha;
    let mut units = scale + base() - wide_window() * width / worker.root.width();
    if !node.improving {
        units += scale * not_improving() / 512;
    }
    if node.was_pv {
        units += was_pv_at_first();
    }
    units
}

/// The depth of the first search of the move, not below one ply.
pub(crate) fn reduced(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    so_far: &SoFar,
    new_depth: Depth,
) -> Depth {
    if node.depth.whole() < 2 || candidate.number == 1 || !worker.on(Technique::Reduction) {
        return new_depth;
    }
    let units = units(worker, node, candidate, so_far);
    let reduced = new_depth.whole() - units / 1024;
    let deepest = new_depth.whole() + 2;
    Depth::plies(reduced.clamp(1, deepest.max(1)) + i32::from(node.is_pv))
}

/// The whole reduction of the move, in 1/1024 plies.
fn units(worker: &Worker<'_>, node: &Node, candidate: &Candidate, so_far: &SoFar) -> i32 {
    let mut units = base_units(worker, node, candidate.number, so_far);
    if node.was_pv {
        units -= was_pv();
        if node.is_pv {
            units -= is_pv();
        }
        if let Some(known) = node.known {
            if known.score.seen_from_root(worker.ply()) > so_far.alpha {
                units -= was_pv_good_value();
            }
            if known.depth >= node.depth.whole() {
                units -= was_pv_deep() + if node.is_cut_node { was_pv_deep_cut() } else { 0 };
            }
        }
    }
    units += more_for_all() - per_move() * (candidate.number as i32).min(per_move_until());
    units -= node.correction.abs() * 4;
    if node.is_cut_node {
        units += is_cut_node();
        if node.hash_move.is_none() {
            units += cut_without_hash_move();
        }
    }
    if node.hash_move_captures {
        units += hash_move_captures();
    }
    let cutoffs = worker.cutoffs_below();
    if cutoffs > 1 {
        units += two_cutoffs();
        if cutoffs > 2 {
            units += three_cutoffs();
        }
        if node.is_all_node() {
            units += cutoffs_all();
        }
    }
    if Some(candidate.mv) == node.hash_move {
        units -= is_hash_move();
    }
    units -= candidate.history_score * history() / 4096;
    units -= threatening_drop::less_units(worker, candidate);
    if node.is_all_node() {
        units += units * 273 / (256 * node.depth.whole() + 260);
    }
    units
}

/// The change of depth for the second search, by the score of the reduced search that beat alpha.
pub(crate) fn research_depth(
    new_depth: Depth,
    reduced: Depth,
    score: crate::score::Score,
    so_far: &SoFar,
) -> Depth {
    let deeper = reduced < new_depth && score > so_far.best + deeper_margin();
    let shallower = score < so_far.best + shallower_margin();
    Depth::plies(i32::from(deeper) - i32::from(shallower))
}
