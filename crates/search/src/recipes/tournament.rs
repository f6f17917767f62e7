//! The tournament recipe, the default: techniques that proved their worth in matches.
//!
//! Known as: principal variation search with the pruning and reductions of Stockfish and YaneuraOu
//! Source:   YaneuraOu 9.70 (after Stockfish): the order of the steps, most formulas and most
//!           numbers; each technique's file says which, docs/record/literals.tsv lists every
//!           number. That no move is extended from twice the root's depth on is Stockfish's of 2022
//!           to 2025
//! Here:     what is ours: the end of the reductions' move term at 20 moves, win in sight after the
//!           cuts by static value, the count of late moves asked before quiet moves are generated,
//!           the first window, the margins of double extensions, and a unit of value that fits the
//!           network; the depth of futility is raised by a 3200th of the continuation history
//!           (YaneuraOu: a 3220th, with the move's own)
//! Worth:    +573 ± 83 Elo in the ladder of recipes, `bonanza` +77 ± 56 (20,000 nodes;
//!           experiments/ladder-nodes)
//! Off:      by technique: see docs/search.md

use crate::depth::{Depth, Extension, extensions, hindsight, internal_reduction};
use crate::depth::{reduction, singular};
use crate::ends;
use crate::give_up::{null_move, probcut, razoring, reverse_futility, small_probcut};
use crate::known;
use crate::learn::{self, Tried};
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::history::pawn_key;
use crate::order::picker::Picker;
use crate::quiescence;
use crate::recipe::Recipe;
use crate::root;
use crate::score::{Score, Window};
use crate::skip::{capture_futility, futility, history_pruning, late_move_pruning, see_pruning};
use crate::technique::Technique;
use crate::tt::Bound;
use crate::worker::Worker;

/// The default recipe, whose pruning and reductions use histories learned in play.
pub(crate) struct Tournament<const TRACED: bool>;

impl<const TRACED: bool> Recipe for Tournament<TRACED> {
    type Order = Picker;
    const NULL_WINDOWS: bool = true;
    const TRACED: bool = TRACED;

    fn new_search(worker: &mut Worker<'_>) {
        worker.histories_mut().age();
    }

    fn root_half_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
        root::narrow_width(worker, depth, last)
    }

    /// Searches one ply less after each score above the window.
    fn root_depth(depth: i32, fail_highs: i32) -> i32 {
        (depth - fail_highs).max(1)
    }

    /// Notes the key of the pawns and the node's place, and resets the cutoffs two plies below.
    fn enter(worker: &mut Worker<'_>, node: &Node) {
        let pawn_key = pawn_key(worker.position());
        let follows_pv = worker.follows_pv();
        worker.frame_below(2).cutoffs = 0;
        let frame = worker.frame_mut();
        frame.pawn_key = pawn_key;
        frame.follows_pv = follows_pv;
        frame.was_known = node.known.is_some();
    }

    fn known(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        known::score(worker, node)
    }

    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::static_value(worker, node);
    }

    fn give_up(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
        if !node.in_check {
            hindsight::adjust(worker, node);
            let cut = worker
                .cut_by::<Self>(Technique::Razoring, |worker| razoring::cut::<Self>(worker, node))
                .or_else(|| {
                    worker
                        .cut_by::<Self>(Technique::ReverseFutility, |_| reverse_futility::cut(node))
                })
                .or_else(|| ends::win_at_node::<Self>(worker, node))
                .or_else(|| {
                    worker.cut_by::<Self>(Technique::NullMove, |worker| {
                        null_move::cut::<Self>(worker, node)
                    })
                });
            if cut.is_some() {
                return cut;
            }
            node.improving |= node.static_eval.is_some_and(|value| value >= node.window.beta);
            internal_reduction::reduce(worker, node);
            let cut = worker
                .cut_by::<Self>(Technique::Probcut, |worker| probcut::cut::<Self>(worker, node));
            if cut.is_some() {
                return cut;
            }
        }
        worker.cut_by::<Self>(Technique::SmallProbcut, |worker| small_probcut::cut(worker, node))
    }

    fn order(worker: &Worker<'_>, node: &Node) -> Picker {
        Picker::new(worker, node.hash_move)
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, tried: &Tried) {
        learn::from_node(worker, node, so_far, tried);
    }

    /// Draws the score of a shallow fail-high towards beta.
    fn returned(node: &Node, best: Score) -> Score {
        let beta = node.window.beta;
        if best < beta || best.is_mate() || beta.is_mate() || node.is_root {
            return best;
        }
        let depth = node.depth.whole().max(1);
        Score::new((best.get() * depth + beta.get()) / (depth + 1))
    }

    fn stored(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, bound: Bound) {
        learn::correction(worker, node, so_far, bound);
    }

    /// Lets no move be left out until one is found that does not lose by mate or repetition.
    fn may_skip(node: &Node, so_far: &SoFar) -> bool {
        !node.is_root && so_far.best > -Score::SUPERIOR
    }

    fn has_enough(worker: &Worker<'_>, node: &Node, so_far: &SoFar) -> bool {
        worker.skip_by::<Self, _>(Technique::LateMovePruning, || {
            late_move_pruning::are_enough(node, so_far.number + 1)
        })
    }

    fn describe(worker: &Worker<'_>, candidate: &mut Candidate) {
        learn::describe_capture(worker, candidate);
    }

    fn skip(worker: &Worker<'_>, node: &Node, candidate: &Candidate, so_far: &mut SoFar) -> bool {
        let base = reduction::base_units(worker, node, candidate.number, so_far);
        let reduced = node.depth.whole() - 1 - (base >> 10);
        if candidate.is_capture || candidate.gives_check {
            noisy_is_out::<Self>(worker, node, candidate, so_far, reduced)
        } else {
            quiet_is_out::<Self>(worker, node, candidate, so_far, reduced)
        }
    }

    fn weigh(worker: &Worker<'_>, candidate: &mut Candidate) {
        learn::describe_quiet(worker, candidate);
    }

    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        if worker.ply() >= 2 * worker.root.depth() as usize {
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

    fn research_depth(new_depth: Depth, reduced: Depth, score: Score, so_far: &SoFar) -> Depth {
        reduction::research_depth(new_depth, reduced, score, so_far)
    }

    fn beat_alpha_reduced(worker: &mut Worker<'_>, candidate: &Candidate) {
        learn::beat_alpha_reduced(worker, candidate);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        quiescence::search::<Self>(worker, window)
    }
}

/// Is the capture or check left out? Its search would have the depth `reduced`.
fn noisy_is_out<R: Recipe>(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    so_far: &SoFar,
    reduced: i32,
) -> bool {
    worker.skip_by::<R, _>(Technique::CaptureFutility, || {
        capture_futility::forbids(worker, node, candidate, so_far, reduced)
    }) || worker.skip_by::<R, _>(Technique::SeePruning, || {
        see_pruning::noisy_loses(worker, node, candidate)
    })
}

/// Is the quiet move left out? Its search would have the depth `reduced`.
fn quiet_is_out<R: Recipe>(
    worker: &Worker<'_>,
    node: &Node,
    candidate: &Candidate,
    so_far: &mut SoFar,
    reduced: i32,
) -> bool {
    // Evasions are generated all at once, so some are handed out although enough were tried.
    if worker.on(Technique::LateMovePruning)
        && late_move_pruning::are_enough(node, candidate.number)
    {
        return true;
    }
    let history = learn::continuation_history(worker, candidate);
    if worker.skip_by::<R, _>(Technique::HistoryPruning, || history_pruning::forbids(node, history))
    {
        return true;
    }
    let reduced = reduced + history / 3200;
    let bound =
        worker.skip_by::<R, _>(Technique::Futility, || futility::bound(node, so_far, reduced));
    if let Some(bound) = bound {
        so_far.raise_to(bound);
        return true;
    }
    worker.skip_by::<R, _>(Technique::SeePruning, || {
        see_pruning::quiet_loses(worker, candidate, reduced.max(0))
    })
}
