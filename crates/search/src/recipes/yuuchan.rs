//! Mattari Yuuchan: one futility cut, whose margin is taken from its measured precision.
//!
//! Source:  M (Noguchi, Komiya, Kotani); its cut is B's equation (10), one ply before the horizon
//! Here:    the paper says nothing of the rest of the program: it is Bonanza's frame without
//!          Bonanza's futility, and the tournament recipe's quiescence, so that the cut alone
//!          makes the difference
//! Rules:   fixed, the paper's, and ours, in `give_up/measured_futility`

use crate::depth::{Extension, half_plies, internal_deepening};
use crate::give_up::{measured_futility, plain_null_move};
use crate::known;
use crate::learn::Tried;
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::best_first::BestFirst;
use crate::order::by_exchange::{self, ByExchange};
use crate::recipe::Recipe;
use crate::recipes::bonanza;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::trace::Noted;
use crate::worker::Worker;

pub(crate) struct Yuuchan<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Yuuchan<TRACED> {
    type Order = BestFirst<ByExchange>;
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
        let cut = measured_futility::cut(worker, node)
            .noted::<Self>(worker, Technique::MeasuredFutility)
            .or_else(|| {
                plain_null_move::cut::<Self>(worker, node)
                    .noted::<Self>(worker, Technique::NullMove)
            });
        if cut.is_none() {
            internal_deepening::find_move::<Self>(worker, node);
        }
        cut
    }

    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        Extension::By(half_plies::of(worker, node, candidate))
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, _: &Tried) {
        by_exchange::learn(worker, node, so_far);
        measured_futility::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        worker.quiescence::<Self>(window)
    }
}
