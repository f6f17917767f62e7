//! Mattari Yuuchan: one futility cut, whose margin is taken from its measured precision.
//!
//! Known as: reverse futility pruning (RFP) with a margin measured in play
//! Source:   M (Noguchi, Komiya, Kotani); its cut is B's equation (10), one ply before the horizon
//! Here:     the paper says nothing of the rest of the program: it is Bonanza's frame without
//!           Bonanza's futility, and `quiescence/plain`, so that the cut alone makes the
//!           difference. The margin is fixed, the paper's or ours: see `give_up/measured_futility`.
//!           Without `quiescence` a leaf is its static value, which the paper may mean as well
//! Worth:    +50 ± 56 Elo in the ladder of recipes (20,000 nodes; experiments/ladder-nodes, with
//!           the tournament recipe's quiescence)
//! Off:      by technique, in the file of each; `quiescence`

use super::classical::Classical;
use crate::depth::{Depth, half_plies};
use crate::ends::rule;
use crate::give_up::measured_futility;
use crate::node::{Candidate, Node, SoFar};
use crate::order::by_exchange::{self, ByExchange};
use crate::quiescence::plain;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::worker::Worker;

/// Paper M's program.
pub(crate) struct Yuuchan<const TRACED: bool>;

impl<const TRACED: bool> Classical for Yuuchan<TRACED> {
    type Scorer = ByExchange;
    const TRACED: bool = TRACED;

    fn futility(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        worker.cut_by::<Self>(Technique::MeasuredFutility, |worker| {
            measured_futility::cut(worker, node)
        })
    }

    fn extension(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
        half_plies::of(worker, node, candidate)
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
        by_exchange::learn(worker, node, so_far);
        measured_futility::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        if worker.on(Technique::Quiescence) {
            return plain::search::<Self>(worker, window);
        }
        worker.open_node::<Self>();
        rule::score(worker).unwrap_or_else(|| worker.evaluate().as_guess())
    }
}
