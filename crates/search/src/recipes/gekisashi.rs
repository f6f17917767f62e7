//! Gekisashi: the likelier a line is to be played, the deeper it is searched.
//!
//! Known as: realization probability search
//! Source:   G (Tsuruoka 2005): realization probability, ordering of moves, mate search
//! Here:     a move costs depth by the logarithm of its probability (`depth/realization`), on the
//!           principal variation as elsewhere. Ours: leaves are `quiescence/plain`, as the paper names
//!           none; the pass also cuts; where and how long mates are searched for below the root. The
//!           ply in check and the patterns of three moves are what the paper reports of programs that
//!           count plies (YSS, IS Shogi); it does not say that Gekisashi has them
//! Worth:    not measured in this form; with a principal variation of full depth +70 ± 56 Elo in the
//!           ladder of recipes (20,000 nodes; experiments/ladder-nodes)
//! Off:      `pv-probability`: on the principal variation a move costs at most one ply, and a late move
//!           that beats alpha is searched again that deep; the others in the file of each technique
//!
//! | the paper | where |
//! |---|---|
//! | probabilities by kind of move, table 1 | `depth/category`, `depth/realization`, `depth/realization/` |
//! | one ply more in check | `depth/realization` |
//! | patterns of three moves | `depth/tesuji` |
//! | take back, save the attacked piece, killer from the pass, countermoves | `order/by_threat` |
//! | a search one ply less deep first | `depth/internal_deepening` |
//! | mates by df-pn | `ends/mate_search`; at the root the engine's `root_mate` |
//! | hisshi | the engine's `root_hisshi` |

use super::classical::Classical;
use crate::depth::internal_deepening::Deepening;
use crate::depth::{Depth, realization, tesuji};
use crate::ends::mate_search;
use crate::node::{Candidate, Node, SoFar};
use crate::order::by_threat::{self, ByThreat};
use crate::quiescence::plain;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::worker::Worker;

/// Paper G's program.
pub(crate) struct Gekisashi<const TRACED: bool>;

impl<const TRACED: bool> Classical for Gekisashi<TRACED> {
    type Scorer = ByThreat;
    const TRACED: bool = TRACED;

    fn win(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        mate_search::score(worker, node)
    }

    fn deepening(worker: &Worker<'_>) -> Deepening {
        if worker.on(Technique::ShallowFirst) { Deepening::EVERYWHERE } else { Deepening::ON_PV }
    }

    /// The depth of the move follows from its probability. In the variant a move on the principal
    /// variation costs at most one ply here; [`Self::reduced`] makes the first search shallower.
    fn extension(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
        let cost = cost(worker, node, candidate);
        Depth::PLY - if spares_pv(worker, node) { cost.min(Depth::PLY) } else { cost }
    }

    fn reduced(worker: &Worker<'_>, node: &Node, candidate: &Candidate, new_depth: Depth) -> Depth {
        if candidate.number == 1 || !spares_pv(worker, node) {
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

/// Is the node on a principal variation that is not cut by probability?
fn spares_pv(worker: &Worker<'_>, node: &Node) -> bool {
    node.is_pv && !worker.on(Technique::PvProbability)
}

/// The depth that the move costs, in check and in tesuji less.
fn cost(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    let cost = realization::cost(worker, node, candidate) - tesuji::extension(worker, candidate);
    cost.max(realization::LEAST)
}
