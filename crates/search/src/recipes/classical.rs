//! The common base of the systems of papers B, M and G: a principal variation search with wide
//! windows at the root, scores from the hash table, a null move, internal deepening, and all moves
//! of a node ordered at once.
//!
//! Source:  B (Hoki 2006), appendix
//! Here:    the papers M and G say little of this; they share it, so that their own ideas make the
//!          difference. The history of moves counts less from one search to the next

use shogi::PieceKind;

use crate::depth::internal_deepening::{self, Deepening};
use crate::depth::{Depth, Extension};
use crate::give_up::plain_null_move;
use crate::known;
use crate::learn::Tried;
use crate::look;
use crate::node::{Candidate, Node, SoFar};
use crate::order::best_first::{BestFirst, Scorer};
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::worker::Worker;

/// Half the width of the root's window, in pawn exchange values; B may mean the whole width.
const ASPIRATION: i32 = 2;

/// The choices that differ between the systems of this family. Every type that implements it is a
/// [`Recipe`].
pub(crate) trait Classical: Sized + 'static {
    /// The rule that scores the moves of a node.
    type Scorer: Scorer + 'static;

    /// Does the recipe count what its techniques do?
    const TRACED: bool;

    /// Finds the static value of the node.
    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        look::plain::value(worker, node);
    }

    /// Returns the score of a win that is proven without a search of the node's moves.
    fn win(_: &mut Worker<'_>, _: &Node) -> Option<Score> {
        None
    }

    /// Returns the score of the node if futility prunes it, before the null move is tried.
    fn futility(_: &mut Worker<'_>, _: &Node) -> Option<Score> {
        None
    }

    /// The nodes that are searched less deep first, and by how much.
    fn deepening(_: &Worker<'_>) -> Deepening {
        Deepening::ON_PV
    }

    /// Is the move left out?
    fn skip(_: &Worker<'_>, _: &Node, _: &Candidate, _: &mut SoFar) -> bool {
        false
    }

    /// The depth by which the move is extended.
    fn extension(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth;

    /// The depth of the first search of the move.
    fn reduced(_: &Worker<'_>, _: &Node, _: &Candidate, new_depth: Depth) -> Depth {
        new_depth
    }

    /// Notes the node's result for the ordering of other nodes.
    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar);

    /// Returns the score of a node without remaining depth.
    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score;
}

impl<C: Classical> Recipe for C {
    type Order = BestFirst<C::Scorer>;
    const NULL_WINDOWS: bool = true;
    const TRACED: bool = C::TRACED;

    fn new_search(worker: &mut Worker<'_>) {
        worker.histories_mut().age_moves();
    }

    fn root_half_width(worker: &Worker<'_>, depth: i32, last: Score) -> Option<i32> {
        let is_narrow = depth > 1
            && last > -Score::INFINITE
            && !last.is_mate()
            && worker.on(Technique::Aspiration);
        is_narrow.then(|| ASPIRATION * worker.values().of(PieceKind::Pawn))
    }

    fn order(worker: &Worker<'_>, node: &Node) -> Self::Order {
        BestFirst::new(worker, node)
    }

    fn known(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
        known::plain(worker, node)
    }

    fn look(worker: &mut Worker<'_>, node: &mut Node) {
        C::look(worker, node);
    }

    fn give_up(worker: &mut Worker<'_>, node: &mut Node) -> Option<Score> {
        if let Some(score) = C::win(worker, node) {
            return Some(score);
        }
        let cut = C::futility(worker, node).or_else(|| {
            worker
                .cut_by::<C>(Technique::NullMove, |worker| plain_null_move::cut::<C>(worker, node))
        });
        if cut.is_none() {
            let rule = C::deepening(worker);
            internal_deepening::find_move::<C>(worker, node, rule);
        }
        cut
    }

    fn skip(worker: &Worker<'_>, node: &Node, candidate: &Candidate, so_far: &mut SoFar) -> bool {
        C::skip(worker, node, candidate, so_far)
    }

    fn extension(worker: &mut Worker<'_>, node: &mut Node, candidate: &Candidate) -> Extension {
        Extension::By(C::extension(worker, node, candidate))
    }

    fn reduced(
        worker: &Worker<'_>,
        node: &Node,
        candidate: &Candidate,
        _: &SoFar,
        new_depth: Depth,
    ) -> Depth {
        C::reduced(worker, node, candidate, new_depth)
    }

    fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, _: &Tried) {
        C::learn(worker, node, so_far);
    }

    fn leaf(worker: &mut Worker<'_>, window: Window) -> Score {
        C::leaf(worker, window)
    }
}
