//! Bonanza: full width, null move, futility pruning fit for shogi, extensions in half plies.
//!
//! Source:  B (Hoki 2006), appendix and figure 5
//! Here:    the whole appendix; what the paper leaves open is said in the file of each technique.
//!          Pawn exchange values are those of the evaluator in use
//!
//! | the appendix | where |
//! |---|---|
//! | no useless non-promotions, unless asked for | the generator |
//! | aspiration by two pawn exchange values, PV search | here |
//! | check 1 ply, one reply and recapture 0.5 | `depth/half_plies` |
//! | hash table, not in quiescence | `known`, `quiescence/two_stage` |
//! | recursive deepening on the PV without a hash move | `depth/internal_deepening` |
//! | exchange, killers, history | `order/by_exchange` |
//! | null move, R 3 or 2, not at depth 1 | `give_up/plain_null_move` |
//! | futility (4) to (9) | `skip/bound_of_change` |
//! | futility (10), with quiescence at depth 2 | `give_up/child_futility` |
//! | quiescence in two stages | `quiescence/two_stage` |

use shogi::PieceKind;

use crate::depth::{Depth, Extension, half_plies, internal_deepening};
use crate::give_up::{child_futility, plain_null_move};
use crate::known;
use crate::learn::Tried;
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::best_first::BestFirst;
use crate::order::by_exchange::{self, ByExchange};
use crate::quiescence::two_stage;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::skip::{Verdict, bound_of_change};
use crate::technique::Technique;
use crate::trace::Noted;
use crate::worker::Worker;

/// The root's window to either side, in pawn exchange values; the paper may mean both sides together.
const ASPIRATION: i32 = 2;

pub(crate) struct Bonanza<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Bonanza<TRACED> {
    type Order = BestFirst<ByExchange>;
    const TRACED: bool = TRACED;
    const HOLDS_BACK: bool = false;
    const ROOT_YIELDS: bool = false;

    fn root_half_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
        aspiration(worker, depth, last)
    }

    fn order(worker: &Worker<'_>, node: &Node) -> Self::Order {
        BestFirst::new(worker, node)
    }

    fn known(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        known::plain(worker, node)
    }

    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::plain::value_and_material(worker, node);
    }

    fn give_up(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
        let cut = child_futility::cut::<Self>(worker, node)
            .noted::<Self>(worker, Technique::ChildFutility)
            .or_else(|| {
                plain_null_move::cut::<Self>(worker, node)
                    .noted::<Self>(worker, Technique::NullMove)
            });
        if cut.is_none() {
            internal_deepening::find_move::<Self>(worker, node);
        }
        cut
    }

    fn may_skip(node: &Node, _: &SoFar) -> bool {
        !node.is_root
    }

    fn skip(
        worker: &Worker<'_>,
        node: &Node,
        candidate: &Candidate,
        so_far: &mut SoFar,
    ) -> Verdict {
        let depth = node.depth + half_plies::of(worker, node, candidate);
        let technique = if depth < Depth::plies(2) {
            Technique::FrontierFutility
        } else {
            Technique::ExtendedFutility
        };
        let bound = bound_of_change::futile(worker, candidate, depth, so_far.alpha);
        match bound.noted::<Self>(worker, technique) {
            Some(bound) => {
                so_far.best = so_far.best.max(bound);
                Verdict::Skip
            }
            None => Verdict::Keep,
        }
    }

    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        Extension::By(half_plies::of(worker, node, candidate))
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, _: &Tried) {
        by_exchange::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        two_stage::search::<Self>(worker, window, 1)
    }
}

/// Two pawn exchange values to either side of the last score.
pub(super) fn aspiration(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
    let is_narrow =
        depth > 1 && last > -Score::INFINITE && !last.is_mate() && worker.on(Technique::Aspiration);
    is_narrow.then(|| ASPIRATION * worker.values.of(PieceKind::Pawn))
}
