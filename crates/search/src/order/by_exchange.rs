//! B's order: the hash move, captures and promotions by what they win in exchanges, killers, then
//! the other moves by their history; captures that lose come last.
//!
//! Known as: SEE, killer and history ordering
//! Source:   B (Bonanza 2006), appendix
//! Here:     the paper names "SEE, killer moves, history heuristics" and gives no formula, so
//!           these are ours. History is the kind of today's engines: each cutoff by a quiet move
//!           adds four times the depth squared, at most 1,024, to the history of the move and its
//!           side, the less the nearer that is to 7,183 (`history`); moves that failed lose
//!           nothing; 789/1024 is kept from search to search. The children of a node have two
//!           killers, which are forgotten after them
//! Worth:    not measured
//! Off:      `killers`, `history`

use shogi::Move;

use super::best_first::Scorer;
use crate::node::{Node, SoFar};
use crate::technique::Technique;
use crate::worker::Worker;

/// The score of captures and promotions that lose nothing, to which the gain is added.
const GOOD_CAPTURE: i32 = 1 << 24;
/// The score of the first killer.
const KILLER: i32 = 1 << 23;
/// The score of captures and promotions that lose material, to which the loss is added.
const BAD_CAPTURE: i32 = -(1 << 24);

/// B's scorer of moves.
pub(crate) struct ByExchange {
    killers: [Option<Move>; 2],
    uses_history: bool,
}

impl Scorer for ByExchange {
    fn new(worker: &Worker<'_>, _: &Node) -> Self {
        Self {
            killers: if worker.on(Technique::Killers) { worker.frame().killers } else { [None; 2] },
            uses_history: worker.on(Technique::History),
        }
    }

    fn score(&self, worker: &Worker<'_>, mv: Move) -> i32 {
        let position = worker.position();
        if position.piece_on(mv.to()).is_some() || mv.is_promotion() {
            let gain = position.see(mv, worker.values());
            return if gain >= 0 { GOOD_CAPTURE + gain } else { BAD_CAPTURE + gain };
        }
        if let Some(rank) = self.killers.iter().position(|&killer| killer == Some(mv)) {
            return KILLER - rank as i32;
        }
        if self.uses_history { worker.memory().histories.of_move(position.turn(), mv) } else { 0 }
    }
}

/// Makes a quiet move that caused a cutoff a killer of its ply and raises its history.
pub(crate) fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
    let Some(mv) = so_far.best_move else { return };
    if so_far.best < node.window.beta || worker.position().piece_on(mv.to()).is_some() {
        return;
    }
    worker.remember_killer(mv);
    let depth = node.depth.whole();
    let color = worker.position().turn();
    worker.histories_mut().reward_move(color, mv, (depth * depth * 4).min(1024));
}
