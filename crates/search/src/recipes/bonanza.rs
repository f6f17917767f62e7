//! Bonanza: full width, null move, futility pruning fit for shogi, extensions in half plies.
//!
//! Known as: Bonanza's search
//! Source:   B (Hoki 2006), appendix and figure 5
//! Here:     the search of the appendix; its evaluation is the evaluator `bonanza`, but any can be
//!           chosen, and pawn exchange values are those of the one in use. As in the paper no mate
//!           solver looks at the root. Beyond the paper: fail-soft scores, the cut by mate distance
//!           and the score of repetitions, as in all recipes. What the paper leaves open and where
//!           we differ is said in the file of each technique: (5) and the places of (9) and (6)
//!           (`bound_of_change`), (10) not on the principal variation (`child_futility`), the null
//!           move (`plain_null_move`), the window of two pawn exchanges to each side, wider by a
//!           third after a miss (`classical`), history and killers (`by_exchange`)
//! Worth:    +77 ± 56 Elo in the ladder of recipes (20,000 nodes; experiments/ladder-nodes)
//! Off:      by technique, in the file of each
//!
//! | the appendix | where |
//! |---|---|
//! | no useless non-promotions, unless asked for | the generator |
//! | aspiration by two pawn exchange values, PV search | `recipes/classical` |
//! | check 1 ply, one reply and recapture 0.5 | `depth/half_plies` |
//! | hash table, not in quiescence | `known`, `quiescence/two_stage` |
//! | recursive deepening on the PV without a hash move | `depth/internal_deepening` |
//! | exchange, killers, history | `order/by_exchange` |
//! | null move, R 3 or 2, not at depth 1 | `give_up/plain_null_move` |
//! | futility (4) to (9) | `skip/bound_of_change` |
//! | futility (10), with quiescence at depth 2 | `give_up/child_futility` |
//! | quiescence in two stages | `quiescence/two_stage` |
//! | alpha-beta, figures 2 and 3(a) | `node`; the counts of figure 2 in `tests/alpha_beta` |
//! | features of the evaluation | `eval::bonanza` |

use super::classical::Classical;
use crate::depth::{Depth, half_plies};
use crate::give_up::child_futility;
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::by_exchange::{self, ByExchange};
use crate::quiescence::two_stage;
use crate::score::{Score, Window};
use crate::skip::bound_of_change;
use crate::technique::Technique;
use crate::worker::Worker;

/// Paper B's program.
pub(crate) struct Bonanza<const TRACED: bool>;

impl<const TRACED: bool> Classical for Bonanza<TRACED> {
    type Scorer = ByExchange;
    const TRACED: bool = TRACED;

    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::plain::value_and_material(worker, node);
    }

    fn futility(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        worker.cut_by::<Self>(Technique::ChildFutility, |worker| {
            child_futility::cut::<Self>(worker, node)
        })
    }

    fn skip(worker: &Worker<'_>, node: &Node, candidate: &Candidate, so_far: &mut SoFar) -> bool {
        let depth = node.depth + half_plies::of(worker, node, candidate);
        let technique = if depth < Depth::plies(2) {
            Technique::FrontierFutility
        } else {
            Technique::ExtendedFutility
        };
        let bound = worker.skip_by::<Self, _>(technique, || {
            bound_of_change::futile(worker, candidate, depth, so_far.alpha)
        });
        if let Some(bound) = bound {
            so_far.best = so_far.best.max(bound);
        }
        bound.is_some()
    }

    fn extension(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
        half_plies::of(worker, node, candidate)
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
        by_exchange::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        two_stage::search::<Self>(worker, window, 1)
    }
}
