//! Late-move pruning: after enough moves at low depth the other quiet ones are left out.
//!
//! Known as: late move pruning (LMP), move-count pruning
//! Source:   YaneuraOu 9.70, step 14 (after Stockfish): formula and numbers, (3 + depth²) / (2 -
//!           improving)
//! Here:     the count is asked before the next move, so that quiet moves are not even generated
//!           once there are enough, and the move that reaches the count is left out as well; quiet
//!           answers to a check are counted, too
//! Worth:    52 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv)
//! Off:      `late-move-pruning`

use crate::node::Node;
use crate::tunable::tunables_of;

tunables_of! { "late_move_pruning":
    /// The number of moves that are enough at depth 0.
    least = 3, 0..=20;
    /// The additional moves by the square of the depth, in 1024ths.
    per_depth_squared = 1024, 256..=4096;
}

/// Have enough moves been tried before the one with this number?
pub(crate) fn are_enough(node: &Node, number: usize) -> bool {
    let depth = node.depth.whole();
    let count = least() + depth * depth * per_depth_squared() / 1024;
    let enough = if node.improving { count } else { count / 2 };
    number as i32 >= enough
}
