//! Gekisashi: a line is followed as far as it is likely to be played.
//!
//! Source:  G (Tsuruoka 2005): realization probability, ordering of moves, extensions
//! Here:    a move costs depth by the logarithm of its category's probability (`depth/realization`);
//!          a move of low probability that beats alpha on the principal variation is searched again
//!          as deep as any other, as programs with this search do; leaves are the tournament
//!          recipe's quiescence, as the paper names none; the pass also cuts; internal deepening
//!          on the principal variation only. The ply in check and the patterns of three moves are
//!          what the paper reports of programs that count plies (YSS, IS Shogi)
//!
//! | the paper | where |
//! |---|---|
//! | probabilities by kind of move, table 1 | `depth/realization`, `depth/realization.txt` |
//! | one ply more in check | `depth/realization` |
//! | patterns of three moves | `depth/tesuji` |
//! | take back, save the attacked piece, killer from the pass, reply table | `order/by_threat` |
//! | internal iterative deepening | `depth/internal_deepening` |

use crate::depth::{Depth, Extension, internal_deepening, realization, tesuji};
use crate::give_up::plain_null_move;
use crate::known;
use crate::learn::Tried;
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::best_first::BestFirst;
use crate::order::by_threat::{self, ByThreat};
use crate::recipe::Recipe;
use crate::recipes::bonanza;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::trace::Noted;
use crate::worker::Worker;

pub(crate) struct Gekisashi<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Gekisashi<TRACED> {
    type Order = BestFirst<ByThreat>;
    const TRACED: bool = TRACED;
    const HOLDS_BACK: bool = false;
    const ROOT_YIELDS: bool = false;

    fn root_half_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
        bonanza::aspiration(worker, depth, last)
    }

    fn order(worker: &Worker<'_>, node: &Node) -> Self::Order {
        BestFirst::new(worker, node)
    }

    fn known(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        known::plain(worker, node)
    }

    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::plain::value(worker, node);
    }

    fn give_up(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
        let cut =
            plain_null_move::cut::<Self>(worker, node).noted::<Self>(worker, Technique::NullMove);
        if cut.is_none() {
            internal_deepening::find_move::<Self>(worker, node);
        }
        cut
    }

    /// What the move's probability leaves, and what forcing lines get besides. On the principal
    /// variation that is only the first try.
    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        let cost = cost(worker, node, candidate);
        let most = if node.is_pv { cost.min(Depth::PLY) } else { cost };
        Extension::By(Depth::PLY - most)
    }

    fn reduced(
        worker: &Worker<'_>,
        node: &Node,
        candidate: &Candidate,
        _: &SoFar,
        new_depth: Depth,
    ) -> Depth {
        if candidate.number == 1 {
            return new_depth;
        }
        (node.depth - cost(worker, node, candidate)).min(new_depth)
    }

    fn research_depth(_: Depth, _: Depth, _: Score, _: &SoFar) -> Depth {
        Depth::ZERO
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, _: &Tried) {
        by_threat::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        worker.quiescence::<Self>(window)
    }
}

fn cost(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    let cost = realization::cost(worker, node, candidate) - tesuji::extension(worker, candidate);
    cost.max(realization::LEAST)
}
