//! Late-move pruning: after enough moves at low depth the other quiet ones are left out.
//!
//! Source:  chess engines
//! Here:    the count grows with the square of the depth; once it is reached, quiet moves are not even
//!          generated
//! Off:     `late-move-pruning`

use crate::node::Node;
use crate::tunable::tunables_of;

tunables_of! { "late_move_pruning":
    least = 3, 0..=20;
    /// Moves for each squared ply, in 1024ths.
    per_depth_squared = 1024, 256..=4096;
}

/// Is the move with this number one too many?
pub(crate) fn are_enough(node: &Node, number: usize) -> bool {
    let depth = node.depth.whole();
    let count = least() + depth * depth * per_depth_squared() / 1024;
    let enough = if node.improving { count } else { count / 2 };
    number as i32 >= enough
}
