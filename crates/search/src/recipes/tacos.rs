//! TACOS: plain alpha-beta of full width, iterative deepening, five techniques of ordering.
//!
//! Known as: alpha-beta with iterative deepening
//! Source:   O (Taketoshi, Hashimoto, Sakuta, Iida): sections 2 and 3
//! Here:     no null windows, no scores from the hash table (technique I takes only the move), no
//!           pruning but by shorter mates, no extensions, no quiescence; at depth 0 the static
//!           value. Promotions are not declined where that could not be better, unless asked for.
//!           Best moves are those that raised alpha
//! Worth:    -769 ± 174 Elo in the ladder of recipes (20,000 nodes; experiments/ladder-nodes)
//! Off:      `hash-move` (I), `sibling-killer` (II), `take-back` (III), `best-capture` (IV),
//!           `escape` (V); with all five off the moves come as they are generated

use crate::learn::Tried;
use crate::node::{Node, SoFar};
use crate::order::Order;
use crate::order::listed::Listed;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// Paper O's program.
pub(crate) struct Tacos<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Tacos<TRACED> {
    type Order = Listed;
    const TRACED: bool = TRACED;

    fn order(worker: &Worker<'_>, node: &Node) -> Listed {
        Listed::new(worker, node)
    }

    fn root_order(worker: &Worker<'_>, node: &Node) -> impl Order + 'static {
        Listed::new(worker, node)
    }

    /// Makes the best move the killer of the siblings to come.
    fn learn(worker: &mut Worker<'_>, _: &Node, so_far: &SoFar, _: &Tried) {
        if so_far.best_move.is_some() {
            worker.frame_mut().killers[0] = so_far.best_move;
        }
    }

    fn leaf(worker: &mut Worker<'_>, _: Window) -> Score {
        worker.open_node::<Self>();
        worker.evaluate().as_guess()
    }
}
