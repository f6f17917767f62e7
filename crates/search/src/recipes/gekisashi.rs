//! Gekisashi: the likelier a line is to be played, the deeper it is searched.
//!
//! Known as: realization probability search
//! Source:   G (Tsuruoka 2005): realization probability, ordering of moves, extensions
//! Here:     a move costs depth by the logarithm of its category's probability
//!           (`depth/realization`); a move of low probability that beats alpha on the principal
//!           variation is searched again as deep as any other, as programs with this search do;
//!           leaves are `quiescence/plain`, as the paper names none; the pass also cuts; internal
//!           deepening on the principal variation only. The ply in check and the patterns of three
//!           moves are what the paper reports of programs that count plies (YSS, IS Shogi)
//! Worth:    +70 ± 56 Elo in the ladder of recipes (20,000 nodes; experiments/ladder-nodes, with
//!           the tournament recipe's quiescence)
//! Off:      by technique, in the file of each
//!
//! | the paper | where |
//! |---|---|
//! | probabilities by kind of move, table 1 | `depth/realization`, `depth/realization.txt` |
//! | one ply more in check | `depth/realization` |
//! | patterns of three moves | `depth/tesuji` |
//! | take back, save the attacked piece, killer from the pass, countermoves | `order/by_threat` |
//! | internal iterative deepening | `depth/internal_deepening` |

use super::classical::Classical;
use crate::depth::{Depth, realization, tesuji};
use crate::node::{Candidate, Node, SoFar};
use crate::order::by_threat::{self, ByThreat};
use crate::quiescence::plain;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// Paper G's program.
pub(crate) struct Gekisashi<const TRACED: bool>;

impl<const TRACED: bool> Classical for Gekisashi<TRACED> {
    type Scorer = ByThreat;
    const TRACED: bool = TRACED;

    /// The depth of the move follows from its probability. On the principal variation a move costs
    /// at most one ply here; [`Self::reduced`] makes the first search shallower.
    fn extension(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
        let cost = cost(worker, node, candidate);
        let most = if node.is_pv { cost.min(Depth::PLY) } else { cost };
        Depth::PLY - most
    }

    fn reduced(worker: &Worker<'_>, node: &Node, candidate: &Candidate, new_depth: Depth) -> Depth {
        if candidate.number == 1 {
            return new_depth;
        }
        (node.depth - cost(worker, node, candidate)).min(new_depth)
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
        by_threat::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        plain::search::<Self>(worker, window)
    }
}

/// The depth that the move costs, in check and in tesuji less.
fn cost(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    let cost = realization::cost(worker, node, candidate) - tesuji::extension(worker, candidate);
    cost.max(realization::LEAST)
}
