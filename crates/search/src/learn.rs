//! What a node teaches: histories of good and bad moves, killers, replies, corrections.

use shogi::Move;

use crate::node::{Candidate, Node};
use crate::order::history::{pawn_skeleton, piece_after};
use crate::score::Score;
use crate::tt::Bound;
use crate::worker::Worker;

/// Moves of a node that were searched and did not become its best.
#[derive(Default)]
pub(crate) struct Tried {
    quiets: MoveBuffer,
    captures: MoveBuffer,
}

/// The first few of a kind of moves; more would teach little.
#[derive(Default)]
struct MoveBuffer {
    moves: [Option<Move>; 32],
    len: usize,
}

impl MoveBuffer {
    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves[..self.len].iter().filter_map(|&mv| mv)
    }
}

impl Tried {
    pub(crate) fn note(&mut self, mv: Move, is_capture: bool) {
        if is_capture { self.captures.push(mv) } else { self.quiets.push(mv) }
    }
}

fn bonus(depth: i32) -> i32 {
    (128 * depth - 77).min(1529)
}

fn malus(depth: i32) -> i32 {
    (882 * depth - 204).min(2122)
}

/// The history of a quiet move by itself and as a continuation.
pub(crate) fn quiet_history(worker: &Worker<'_>, candidate: &Candidate) -> i32 {
    let histories = &worker.memory.histories;
    2 * histories.of_move(worker.position.turn(), candidate.mv)
        + histories.of_continuation(worker.frame_before(1).played, candidate.arrival)
        + histories.of_continuation(worker.frame_before(2).played, candidate.arrival)
}

/// The history of a quiet move as a continuation, with the pawns as they stand.
pub(crate) fn continuation_history(worker: &Worker<'_>, candidate: &Candidate) -> i32 {
    let histories = &worker.memory.histories;
    histories.of_continuation(worker.frame_before(1).played, candidate.arrival)
        + histories.of_continuation(worker.frame_before(2).played, candidate.arrival)
        + histories.of_pawns(pawn_skeleton(&worker.position), candidate.arrival)
}

/// The history of a capture; 0 for other moves.
pub(crate) fn capture_history(worker: &Worker<'_>, candidate: &Candidate) -> i32 {
    let position = &worker.position;
    match (piece_after(position, candidate.mv), position.piece_on(candidate.mv.to())) {
        (Some(piece), Some(taken)) => {
            worker.memory.histories.of_capture(piece, candidate.mv.to(), taken.kind())
        }
        _ => 0,
    }
}

fn reward_quiet(worker: &mut Worker<'_>, mv: Move, bonus: i32) {
    let Some(now) = worker.arrival(mv) else { return };
    let trail = worker.trail();
    let color = worker.position.turn();
    let in_check = worker.position.in_check();
    let skeleton = pawn_skeleton(&worker.position);
    let histories = &mut worker.memory.histories;
    histories.reward_move(color, mv, bonus);
    histories.reward_continuation(&trail, now, bonus, in_check);
    histories.reward_pawns(skeleton, now, bonus);
}

fn reward_capture(worker: &mut Worker<'_>, mv: Move, bonus: i32) {
    let position = &worker.position;
    if let (Some(piece), Some(taken)) = (piece_after(position, mv), position.piece_on(mv.to())) {
        worker.memory.histories.reward_capture(piece, mv.to(), taken.kind(), bonus);
    }
}

/// A move raised alpha or beat beta: it is rewarded, those tried before it are not.
pub(crate) fn best_move(
    worker: &mut Worker<'_>,
    node: &Node,
    mv: Move,
    best: Score,
    tried: &Tried,
) {
    let bonus = bonus(node.depth) + if Some(mv) == node.hash_move { 353 } else { 0 };
    let malus = malus(node.depth);
    if worker.position.piece_on(mv.to()).is_some() {
        reward_capture(worker, mv, bonus);
    } else {
        reward_quiet(worker, mv, bonus);
        for quiet in tried.quiets.iter() {
            reward_quiet(worker, quiet, -malus);
        }
        if best >= node.window.beta {
            remember_refutation(worker, mv);
        }
    }
    for capture in tried.captures.iter() {
        reward_capture(worker, capture, -malus);
    }
    if best >= node.window.beta {
        worker.parent_cutoff();
    }
}

/// Killers of the ply, and the reply to the last move.
fn remember_refutation(worker: &mut Worker<'_>, mv: Move) {
    let killers = &mut worker.frame_mut().killers;
    if killers[0] != Some(mv) {
        *killers = [Some(mv), killers[0]];
    }
    if let Some(last) = worker.frame_before(1).played {
        worker.memory.replies[last] = Some(mv);
    }
}

/// The table says that this quiet move refutes the position.
pub(crate) fn refutation_from_table(worker: &mut Worker<'_>, node: &Node, mv: Move) {
    reward_quiet(worker, mv, (130 * node.depth - 71).min(1043));
}

/// No move was good enough: the move before was better than thought.
pub(crate) fn all_failed(worker: &mut Worker<'_>, node: &Node) {
    let Some(last) = worker.position.last_move() else { return };
    if worker.ply == 0 || worker.position.last_captured().is_some() {
        return;
    }
    let Some(now) = worker.frame_before(1).played else { return };
    let bonus = bonus(node.depth);
    let trail = std::array::from_fn(|ply| {
        if worker.ply > ply { worker.frame_before(ply + 2).played } else { None }
    });
    let color = !worker.position.turn();
    let histories = &mut worker.memory.histories;
    histories.reward_continuation(&trail, now, bonus / 2, false);
    histories.reward_move(color, last, bonus / 2);
}

/// A reduced move came back above alpha at full depth; the position is the one after it.
pub(crate) fn promising_after_reduction(
    worker: &mut Worker<'_>,
    candidate: &Candidate,
    history: i32,
) {
    let trail =
        std::array::from_fn(|ply| worker.frame_before((ply + 2).min(6 + worker.ply)).played);
    let bonus = if history > 0 { 1000 } else { 1426 };
    worker.memory.histories.reward_continuation(&trail, candidate.arrival, bonus, true);
}

/// The search's answer corrects the static value of positions like this one.
pub(crate) fn correction(
    worker: &mut Worker<'_>,
    node: &Node,
    best: Score,
    best_move: Option<Move>,
    bound: Bound,
) {
    let (Some(slots), Some(static_eval)) = (&node.slots, node.static_eval) else { return };
    let is_capture = best_move.is_some_and(|mv| worker.position.piece_on(mv.to()).is_some());
    let agrees = match bound {
        Bound::Lower => best > static_eval,
        Bound::Upper => best < static_eval,
        Bound::Exact => true,
        Bound::None => false,
    };
    if !is_capture && agrees && !best.is_mate() {
        worker.memory.corrections.learn(slots, best - static_eval, node.depth);
    }
}
