//! The strongest recipe, the default: what proved its worth in matches.

use crate::depth::{Depth, Extension, extensions, hindsight, internal_reduction};
use crate::depth::{reduction, singular};
use crate::ends;
use crate::give_up::{null_move, probcut, razoring, reverse_futility, small_probcut};
use crate::learn;
use crate::node::{Candidate, Node, SoFar};
use crate::order::picker::Picker;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::skip::{
    Verdict, capture_futility, futility, history_pruning, late_move_pruning, see_pruning,
};
use crate::technique::Technique;
use crate::trace::Noted;
use crate::worker::Worker;

/// Full-width in principle, selective by what was learned in play.
pub(crate) struct Tournament<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Tournament<TRACED> {
    type Order = Picker;
    const TRACED: bool = TRACED;

    fn order(worker: &Worker<'_>, node: &Node) -> Picker {
        Picker::new(worker, node.hash_move)
    }

    fn give_up(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
        if !node.in_check {
            hindsight::adjust(worker, node);
            let cut = razoring::cut::<Self>(worker, node)
                .noted::<Self>(worker, Technique::Razoring)
                .or_else(|| {
                    reverse_futility::cut(worker, node)
                        .noted::<Self>(worker, Technique::ReverseFutility)
                })
                .or_else(|| {
                    ends::win_at_node(worker, node).noted::<Self>(worker, Technique::MateInOne)
                })
                .or_else(|| {
                    null_move::cut::<Self>(worker, node).noted::<Self>(worker, Technique::NullMove)
                });
            if cut.is_some() {
                return cut;
            }
            node.improving |= node.static_eval.is_some_and(|value| value >= node.window.beta);
            internal_reduction::reduce(worker, node);
            let cut = probcut::cut::<Self>(worker, node).noted::<Self>(worker, Technique::Probcut);
            if let Some(score) = cut {
                return Some(score);
            }
        }
        small_probcut::cut(worker, node).noted::<Self>(worker, Technique::SmallProbcut)
    }

    fn has_enough(worker: &Worker<'_>, node: &Node, so_far: &SoFar) -> bool {
        late_move_pruning::are_enough(worker, node, so_far.number + 1)
            .noted::<Self>(worker, Technique::LateMovePruning)
    }

    fn skip(
        worker: &Worker<'_>,
        node: &Node,
        candidate: &Candidate,
        so_far: &mut SoFar,
    ) -> Verdict {
        let base = reduction::base_units(worker, node, candidate.number, so_far);
        let mut reduced = node.depth.whole() - 1 - (base >> 10);
        let is_out = if candidate.is_capture || candidate.gives_check {
            capture_futility::forbids(worker, node, candidate, so_far, reduced)
                .noted::<Self>(worker, Technique::CaptureFutility)
                || see_pruning::noisy_loses(worker, node, candidate)
                    .noted::<Self>(worker, Technique::SeePruning)
        } else {
            // Answers to a check are generated all together, so some come nevertheless.
            if late_move_pruning::are_enough(worker, node, candidate.number) {
                return Verdict::Skip;
            }
            let history = learn::continuation_history(worker, candidate);
            let is_bad = history_pruning::forbids(worker, node, history);
            if is_bad.noted::<Self>(worker, Technique::HistoryPruning) {
                return Verdict::Skip;
            }
            reduced += history / 3200;
            let bound = futility::bound(worker, node, so_far, reduced);
            if let Some(bound) = bound.noted::<Self>(worker, Technique::Futility) {
                so_far.raise_to(bound);
                return Verdict::Skip;
            }
            see_pruning::quiet_loses(worker, candidate, reduced.max(0))
                .noted::<Self>(worker, Technique::SeePruning)
        };
        if is_out { Verdict::Skip } else { Verdict::Keep }
    }

    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        if worker.ply >= 2 * worker.root_depth as usize {
            return Extension::By(Depth::ZERO);
        }
        if Some(candidate.mv) == node.hash_move && singular::applies(worker, node) {
            return singular::extension::<Self>(worker, node, candidate);
        }
        Extension::By(extensions::of(worker, node, candidate))
    }

    fn reduced(
        worker: &Worker<'_>,
        node: &Node,
        candidate: &Candidate,
        so_far: &SoFar,
        new_depth: Depth,
    ) -> Depth {
        reduction::reduced(worker, node, candidate, so_far, new_depth)
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        worker.quiescence::<Self>(window)
    }
}
