//! Quiescence: captures (in check: all evasions) until the position is quiet enough to be judged.
//!
//! Known as: quiescence search (qsearch), stand pat, delta pruning
//! Source:   YaneuraOu 9.70, `qsearch` (after Stockfish): the steps, what a capture may gain beyond
//!           the piece taken (328), the exchange that may be lost (-73), two moves before all but
//!           recaptures and checks are left out, the fail-high score halfway to beta; the idea: B
//!           (Bonanza 2006), appendix, equation (6)
//! Here:     promoting pawns are tried at the first ply; a mate in one is looked for after the
//!           static value was allowed to stand; the bound of a capture rests on the table's score
//!           where that stands for the static value; a static value above beta is returned as it
//!           is; exchanges count the swing of two pieces. Other checks were tried at the first ply
//!           and lost 37 ± 38 Elo (300 games, 4,000 nodes)
//! Worth:    promoting pawns -10 ± 15 Elo (2,000 games, 10,000 nodes; docs/record/ablation.tsv);
//!           the rest was not measured
//! Off:      `quiet-promotions`, `mate-in-one`, `correction`

pub(crate) mod brief;
mod moves;
pub(crate) mod plain;
pub(crate) mod two_stage;

use shogi::Move;

use crate::depth::Depth;
use crate::ends::{self, rule};
use crate::known;
use crate::look;
use crate::node::{Node, SoFar};
use crate::order::Order;
use crate::order::history::pawn_key;
use crate::order::picker::Picker;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::tt::{Bound, Known};
use crate::worker::Worker;

/// The points that a capture may gain beyond the captured piece.
const MARGIN: i32 = 328;
/// The exchange value below which moves are left out.
const MIN_EXCHANGE: i32 = -73;
/// The number of moves after which all but recaptures and checks are left out.
const ENOUGH_MOVES: usize = 2;

/// Returns the score of the present position, searched until it is quiet.
pub(crate) fn search<R: Recipe>(worker: &mut Worker<'_>, window: Window) -> Score {
    quiesce::<R>(worker, window, true)
}

/// Searches one node of quiescence; promotions of pawns are tried only at the first ply.
fn quiesce<R: Recipe>(worker: &mut Worker<'_>, window: Window, is_first_ply: bool) -> Score {
    if worker.must_stop() {
        return Score::ZERO;
    }
    worker.open_node::<R>();

    // Ends.
    if let Some(score) = rule::score(worker) {
        return score;
    }

    // Known.
    let mut node = recognise(worker, window);
    if let Some(score) = known::at_any_depth(worker, &node) {
        return score;
    }

    // Look, and give up.
    if !node.in_check {
        let pawn_key = pawn_key(worker.position());
        look::judge(worker, &mut node, pawn_key);
        if let Some(score) = give_up::<R>(worker, &node) {
            return score;
        }
    }

    let Some(so_far) = search_moves::<R>(worker, &mut node, is_first_ply) else {
        return Score::ZERO;
    };
    leave(worker, &node, so_far)
}

/// Looks the position up in the table. The hash move is tested later, as most nodes end before.
fn recognise(worker: &Worker<'_>, window: Window) -> Node {
    let key = worker.position().key();
    let known = worker.probe(key);
    let in_check = worker.position().in_check();
    let mut node = Node::new(key, window, Depth::ZERO, in_check, known);
    // Captures on the way to a quiet position are not part of a principal variation.
    node.was_pv = known.is_some_and(|known| known.was_pv);
    node
}

/// Returns the static value if it reaches beta (stand pat), or the score of a win in sight.
fn give_up<R: Recipe>(worker: &mut Worker<'_>, node: &Node) -> Option<Score> {
    if node.eval >= node.window.beta {
        if node.known.is_none() {
            worker.remember(node, node.eval, Bound::Lower, None, Known::NO_DEPTH);
        }
        return Some(node.eval);
    }
    let score = ends::win_in_sight::<R>(worker, node)?;
    worker.remember(node, score, Bound::Exact, None, ends::DEEPER);
    Some(score)
}

/// Searches the moves and returns their result, or `None` if the search was stopped.
fn search_moves<R: Recipe>(
    worker: &mut Worker<'_>,
    node: &mut Node,
    is_first_ply: bool,
) -> Option<SoFar> {
    let Window { alpha, beta } = node.window;
    let mut so_far = SoFar::new(alpha);
    if !node.in_check {
        so_far.best = node.eval;
        so_far.alpha = alpha.max(node.eval);
    }
    node.hash_move = node.known.and_then(|known| known.mv).filter(|&mv| {
        let is_wanted = node.in_check || worker.position().piece_on(mv.to()).is_some();
        is_wanted && worker.position().is_legal(mv)
    });
    let promotions = is_first_ply && worker.on(Technique::QuietPromotions);
    let mut picker = Picker::quiescence(worker, node.hash_move, promotions);
    while let Some(mv) = picker.next(worker) {
        if !worker.position().is_legal_if_pseudo_legal(mv) {
            continue;
        }
        so_far.number += 1;
        // As long as every line is lost, no move is left out.
        if so_far.best > -Score::SUPERIOR && is_left_out(worker, node, &mut so_far, mv) {
            continue;
        }
        worker.play(mv);
        let window = Window { alpha: so_far.alpha, beta };
        let score = -quiesce::<R>(worker, window.flipped(), false);
        worker.take_back();
        if worker.must_stop() {
            picker.finish(worker);
            return None;
        }
        if score > so_far.best {
            so_far.best = score;
            if score > so_far.alpha {
                so_far.best_move = Some(mv);
                if node.is_pv {
                    worker.raise_pv(mv);
                }
                if score >= beta {
                    break;
                }
                so_far.alpha = score;
            }
        }
    }
    picker.finish(worker);
    Some(so_far)
}

/// Is the move left out: a capture that cannot reach alpha (delta pruning), one that comes late, a
/// quiet answer to a check, or a move that loses by exchange?
fn is_left_out(worker: &Worker<'_>, node: &Node, so_far: &mut SoFar, mv: Move) -> bool {
    let position = worker.position();
    match position.piece_on(mv.to()) {
        Some(taken)
            if !node.in_check
                && position.last_move().is_none_or(|last| last.to() != mv.to())
                && !position.gives_check(mv) =>
        {
            if so_far.number > ENOUGH_MOVES {
                return true;
            }
            let bound = node.eval + MARGIN + worker.values().of(taken.kind());
            if bound <= so_far.alpha {
                so_far.best = so_far.best.max(bound);
                return true;
            }
        }
        None if node.in_check => return true,
        _ => {}
    }
    // Memory is slow: a request now may be answered when the child probes the table.
    worker.prefetch(mv);
    !position.see_at_least(mv, MIN_EXCHANGE, worker.values())
}

/// Stores the node's score in the table and returns it.
fn leave(worker: &mut Worker<'_>, node: &Node, mut so_far: SoFar) -> Score {
    if node.in_check && so_far.number == 0 {
        return Score::mated_in(worker.ply());
    }
    let beta = node.window.beta;
    if so_far.best >= beta && !so_far.best.is_mate() {
        so_far.best = Score::new((so_far.best.get() + beta.get()) / 2);
    }
    let bound = if so_far.best >= beta { Bound::Lower } else { Bound::Upper };
    worker.remember(node, so_far.best, bound, so_far.best_move, 0);
    so_far.best
}
