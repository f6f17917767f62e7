//! Futility fit for shogi: a move is left out if even the most that it can change the static value
//! by does not reach alpha.
//!
//! Known as: futility pruning, extended futility pruning
//! Source:   B (Bonanza 2006), equations (4) to (9), figure 5, appendix
//! Here:     as in the paper. E is the static value, M its material part, P the node, p its child:
//!           (8) Vdiff(m) = Mcap(m) + Mpiece-king(m) + Vmax(m), which bounds -E(p) - E(P) by (7);
//!           (6) frontier: E(P) + Vdiff(m) <= alpha; (9) before it: E(P) + Vdiff(m) + Fmgn <=
//!           alpha; (4), (5) the same with material: M(P) + Mcap(m) + Vmax (+ Fmgn) <= alpha. The
//!           paper prints (5), for chess, with Fmgn in place of Vmax; for shogi it gives only Vmax
//!           for both, and Fmgn alone, 2, would cut what (4) with 15 may not, so (5) has both here.
//!           The depth of the frontier, 1 in the paper, is 1 or 1.5, as the child of either is a
//!           leaf. Never at the root, nor where alpha is a loss. Every value that is computed is
//!           tested against the margins, which rise if need be. The paper's widths fit Bonanza's
//!           evaluation; for another one the margins can start at nothing and find their width by
//!           rising, each kind of move (piece, square, capture, promotion) by itself, which is ours
//! Worth:    nodes saved with (10): 36 % in openings, 78 % in endgames with the paper's margins, 71
//!           % and 90 % with those that start at nothing (200 positions; experiments/B-reduction)
//! Off:      `frontier-futility` for (4) and (6), `extended-futility` for (5) and (9),
//!           `paper-margins` for a start at nothing

use shogi::{Move, PieceKind, Square};

use crate::depth::Depth;
use crate::node::Candidate;
use crate::score::Score;
use crate::technique::Technique;
use crate::worker::Worker;

/// The depth up to which (9) applies, including the move's extension.
pub(crate) const EXTENDED_DEPTH: Depth = Depth::plies(3);
/// Vmax(m) of king moves, in pawn exchange values.
const KING_MOVE: i32 = 12;
/// Vmax(m) of other moves, in pawn exchange values.
const OTHER_MOVE: i32 = 4;
/// Vmax of the material bound, in pawn exchange values.
const MATERIAL: i32 = 15;
/// Fmgn in pawn exchange values.
const EXTENDED: i32 = 2;

/// The number of kinds of moves in the paper: king moves and others.
const PAPER_KINDS: usize = 2;
/// The number of all kinds. Margins that start at zero distinguish a move by its piece, its
/// destination, whether it captures and whether it promotes.
const KINDS: usize = PAPER_KINDS + PieceKind::TABLE * Square::COUNT * 4;

/// The points by which each margin has been raised because it proved too small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Margins {
    /// The rise of Vmax(m) by kind of move.
    moves: Box<[i32; KINDS]>,
    /// The rise of Vmax, which bounds the part of the value that is not material.
    material: i32,
}

impl Default for Margins {
    fn default() -> Self {
        Self { moves: Box::new([0; KINDS]), material: 0 }
    }
}

/// The properties of a move that decide its margin.
#[derive(Clone, Copy)]
struct Kind {
    moved: PieceKind,
    mv: Move,
    captures: bool,
}

impl Kind {
    /// Is it a king move?
    fn moves_king(self) -> bool {
        self.moved == PieceKind::King
    }

    /// The index of the kind's margin.
    fn index(self, worker: &Worker<'_>) -> usize {
        if worker.on(Technique::PaperMargins) {
            return usize::from(self.moves_king());
        }
        let piece_to = self.moved.index() * Square::COUNT + self.mv.to().index();
        let manner = usize::from(self.captures) * 2 + usize::from(self.mv.is_promotion());
        PAPER_KINDS + piece_to * 4 + manner
    }

    /// The first value of Vmax(m).
    fn start(self, worker: &Worker<'_>) -> i32 {
        start(worker, if self.moves_king() { KING_MOVE } else { OTHER_MOVE })
    }

    /// The present value of Vmax(m).
    fn margin(self, worker: &Worker<'_>) -> i32 {
        self.start(worker) + worker.memory().margins.moves[self.index(worker)]
    }
}

/// The pawn exchange value: the change of material when a pawn is captured.
fn pawn(worker: &Worker<'_>) -> i32 {
    worker.values().of(PieceKind::Pawn)
}

/// The first value of a margin of `pawns` pawn exchange values; 0 without the paper's margins.
fn start(worker: &Worker<'_>, pawns: i32) -> i32 {
    if worker.on(Technique::PaperMargins) { pawns * pawn(worker) } else { 0 }
}

/// The margin Fmgn of extended futility, in points.
pub(crate) fn extended_margin(worker: &Worker<'_>) -> i32 {
    EXTENDED * pawn(worker)
}

/// The value that the move gains by promotion.
fn promotion_gain(worker: &Worker<'_>, mv: Move, moved: PieceKind) -> i32 {
    if mv.is_promotion() {
        worker.values().of(moved.promoted()) - worker.values().of(moved)
    } else {
        0
    }
}

/// The greatest value that the side to move can have after the move, by (7) and by material.
fn bound(worker: &Worker<'_>, mv: Move) -> Option<Score> {
    let position = worker.position();
    let moved = match mv.from() {
        Some(from) => position.piece_on(from)?.kind(),
        None => mv.dropped()?.kind(),
    };
    let frame = worker.frame();
    // Mcap(m).
    let gain = worker.captured_value(mv) + promotion_gain(worker, mv, moved);
    let vmax = start(worker, MATERIAL) + worker.memory().margins.material;
    let by_material = Score::new(frame.material + gain + vmax);
    let kind = Kind { moved, mv, captures: position.piece_on(mv.to()).is_some() };
    // The piece-king term has no meaning when the king itself moves.
    let near_king = if kind.moves_king() { 0 } else { worker.piece_king_change(mv) };
    let by_value = frame.static_eval? + (gain + near_king + kind.margin(worker));
    Some(by_material.min(by_value))
}

/// Returns the move's bound if it does not beat alpha. `depth` includes the move's extension.
pub(crate) fn futile(
    worker: &Worker<'_>,
    candidate: &Candidate,
    depth: Depth,
    alpha: Score,
) -> Option<Score> {
    let is_frontier = depth < Depth::plies(2);
    let is_shallow = is_frontier || depth <= EXTENDED_DEPTH;
    if !is_shallow || candidate.gives_check || alpha.is_loss() {
        return None;
    }
    let more = if is_frontier { 0 } else { extended_margin(worker) };
    bound(worker, candidate.mv).map(|bound| bound + more).filter(|&bound| bound <= alpha)
}

/// Returns the bound of a move of quiescence, where every node is a frontier, if it fails.
pub(crate) fn futile_capture(worker: &Worker<'_>, mv: Move, alpha: Score) -> Option<Score> {
    if alpha.is_loss() {
        return None;
    }
    bound(worker, mv).filter(|&bound| bound <= alpha)
}

/// Computes the material of a node from its parent's, and raises the margins that its static value
/// shows to be too small.
pub(crate) fn check(worker: &mut Worker<'_>) {
    let Some(value) = worker.frame().static_eval else { return };
    let before = worker.frame_before(1);
    let (parent_value, parent_material, mv) = (before.static_eval, before.material, before.mv);
    let position = worker.position();
    let Some((mv, parent_value)) = mv.zip(parent_value).filter(|_| worker.ply() > 0) else {
        if worker.ply() > 0 {
            // A pass changes only the side to move.
            worker.frame_mut().material = -parent_material;
        }
        return;
    };
    let Some(moved) = position.piece_on(mv.to()).map(|piece| piece.kind()) else { return };
    let moved = if mv.is_promotion() { moved.unpromoted() } else { moved };
    let taken = position.last_captured().map_or(0, |piece| worker.values().of(piece.kind()));
    let gain = taken + promotion_gain(worker, mv, moved);
    let material = -(parent_material + gain);
    worker.frame_mut().material = material;

    let vmax = start(worker, MATERIAL);
    let beyond_material = (value.get() - material).abs() - vmax;
    let kind = Kind { moved, mv, captures: worker.position().last_captured().is_some() };
    let near_king = if kind.moves_king() { 0 } else { worker.piece_king_changed() };
    let change = -(value + parent_value.get()).get() - gain - near_king - kind.start(worker);
    let index = kind.index(worker);
    let margins = worker.margins_mut();
    margins.material = margins.material.max(beyond_material);
    margins.moves[index] = margins.moves[index].max(change);
}
