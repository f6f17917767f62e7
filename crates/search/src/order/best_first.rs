//! All moves of a node at once, handed out by falling score; the scorer is a recipe's choice.
//!
//! Known as: move ordering by selection
//! Source:   none; the frame for the orders of papers B and G
//! Here:     the hash move comes first, before any other is generated
//! Worth:    not measured
//! Off:      none

use shogi::{Legality, Move, MoveList, Wanted};

use super::Order;
use crate::node::Node;
use crate::worker::Worker;

/// A rule that scores moves by how promising they are.
pub(crate) trait Scorer {
    /// Prepares the part of the score that is the same for all moves of the node.
    fn new(worker: &Worker<'_>, node: &Node) -> Self;

    /// The score of a move; moves with higher scores are tried sooner.
    fn score(&self, worker: &Worker<'_>, mv: Move) -> i32;
}

/// The order by falling score. The moves lie on the worker's stack from `start` on.
pub(crate) struct BestFirst<S> {
    scorer: S,
    hash_move: Option<Move>,
    in_check: bool,
    start: usize,
    /// The index of the next move on the stack; `None` until the moves have been generated.
    next: Option<usize>,
    /// Has no move been handed out yet?
    is_new: bool,
}

impl<S: Scorer> BestFirst<S> {
    /// Returns the order of a node's moves.
    pub(crate) fn new(worker: &Worker<'_>, node: &Node) -> Self {
        Self {
            scorer: S::new(worker, node),
            hash_move: node.hash_move,
            in_check: node.in_check,
            start: worker.moves.len(),
            next: None,
            is_new: true,
        }
    }

    /// Puts all moves but the hash move on the worker's stack.
    fn generate(&self, worker: &mut Worker<'_>) {
        let wanted = if self.in_check { Wanted::Evasions } else { Wanted::All };
        let mut list = MoveList::new();
        let declined = worker.settings().non_promotions;
        worker.position().generate(wanted, Legality::Pseudo, declined, &mut list);
        for &mv in list.iter().filter(|&&mv| Some(mv) != self.hash_move) {
            let score = self.scorer.score(worker, mv);
            worker.moves.push(mv, score);
        }
    }
}

impl<S: Scorer> Order for BestFirst<S> {
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Move> {
        if std::mem::take(&mut self.is_new) && self.hash_move.is_some() {
            return self.hash_move;
        }
        let next = match self.next {
            Some(next) => next,
            None => {
                self.generate(worker);
                self.start
            }
        };
        self.next = Some(next + 1);
        (next < worker.moves.len()).then(|| worker.moves.take_best(next))
    }

    fn finish(&self, worker: &mut Worker<'_>) {
        worker.moves.truncate(self.start);
    }
}
