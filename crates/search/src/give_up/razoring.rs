//! Razoring: so far below alpha that only captures could help, and those quiescence sees.
//!
//! Source:  chess engines
//! Here:    the gap grows with the square of the depth
//! Off:     `razoring`

use crate::node::Node;
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

const MARGIN: i32 = 502;
const PER_DEPTH_SQUARED: i32 = 306;

pub(super) fn cut(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let margin = MARGIN + PER_DEPTH_SQUARED * node.depth * node.depth;
    if node.is_pv || !worker.on(Technique::Razoring) || node.eval >= node.window.alpha - margin {
        return None;
    }
    Some(worker.quiescence(node.window, false))
}
