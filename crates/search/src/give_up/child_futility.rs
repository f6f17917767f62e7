//! Futility seen from the child: after the move the static value is so far above beta that the
//! opponent will not make up for it in the few plies left.
//!
//! Known as: reverse futility pruning (RFP), extended futility pruning at the child
//! Source:   B (Bonanza 2006), equation (10), figure 5 and appendix
//! Here:     as printed, beta <= E(p) - Fmgn: depth + 1 within the extended depth, never in check,
//!           and from depth 2 on quiescence in place of the static value, with a null window at the
//!           value that is needed; but not on the principal variation, whose line would be cut
//!           short, and not where beta is a mate, both of which figure 5 does not ask
//! Worth:    not measured alone; all of B's futility saves 36 % of the nodes in openings, 78 % in
//!           endgames (200 positions; experiments/B-reduction)
//! Off:      `child-futility`

use crate::depth::Depth;
use crate::node::Node;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::skip::bound_of_change::{EXTENDED_DEPTH, extended_margin};
use crate::worker::Worker;

/// Returns beta if the node is far enough above it.
pub(crate) fn cut<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    if node.in_check || node.is_pv || node.depth + Depth::PLY > EXTENDED_DEPTH || beta.is_mate() {
        return None;
    }
    let wanted = beta + extended_margin(worker);
    let value = if node.depth >= Depth::plies(2) {
        R::leaf(worker, Window::around(wanted))
    } else {
        node.static_eval?
    };
    (value >= wanted && !worker.must_stop()).then_some(beta)
}
