//! The search by which a learner compares moves: no extensions, no futility, a brief quiescence.
//!
//! Source:  Bonanza's learner searches with its own program; Sunfish's and Apery's are as shallow
//! Here:    every leaf is a position whose value is the score, so that the value can be learned

use super::classical::Classical;
use crate::depth::Depth;
use crate::node::{Candidate, Node, SoFar};
use crate::order::by_exchange::{self, ByExchange};
use crate::quiescence::brief;
use crate::score::{Score, Window};
use crate::worker::Worker;

/// The learner's search.
pub(crate) struct Learner;

impl Classical for Learner {
    type Scorer = ByExchange;
    const TRACED: bool = false;

    fn extension(_: &Worker<'_>, _: &Node, _: &Candidate) -> Depth {
        Depth::ZERO
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
        by_exchange::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        brief::search::<Self>(worker, window, true)
    }
}
