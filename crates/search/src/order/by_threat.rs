//! G's order: captures of the piece that has just moved, the best answer to a pass, the countermove;
//! then B's order, but moves of a piece that has just been attacked come before other quiet moves.
//!
//! Known as: recapture, null-move killer, countermove and escape ordering
//! Source:   G (Gekisashi 2005), "ordering of moves"
//! Here:     the pass is the null move's; the table of countermoves is the tournament recipe's,
//!           keyed by the piece that moved and its square. A piece is not taken back at a loss.
//!           Moves without any of these follow B's order, which the paper leaves open
//! Worth:    not measured
//! Off:      `take-back`, `escape`, `pass-killer`, `countermove`

use shogi::{Bitboard, Move, Square, attacks};

use super::best_first::Scorer;
use super::by_exchange::{self, ByExchange};
use crate::node::{Node, SoFar};
use crate::technique::Technique;
use crate::worker::Worker;

/// The score of recaptures, to which B's score is added.
const TAKE_BACK: i32 = 1 << 27;
/// The score of the best answer to a pass.
const KILLER: i32 = 1 << 26;
/// The score of the countermove.
const REPLY: i32 = 1 << 25;
/// The least score of moves of an attacked piece.
const ESCAPE: i32 = 1 << 22;

/// G's scorer of moves.
pub(crate) struct ByThreat {
    /// B's scorer, for all other moves.
    others: ByExchange,
    /// The destination of the last move, if recaptures come first.
    last_square: Option<Square>,
    /// Our pieces that the last move attacks.
    attacked: Bitboard,
    /// The best answer to a pass at the parent.
    pass_killer: Option<Move>,
    /// The countermove to the last move.
    reply: Option<Move>,
}

impl Scorer for ByThreat {
    fn new(worker: &Worker<'_>, node: &Node) -> Self {
        let last_square = worker.position().last_move().map(Move::to);
        Self {
            others: ByExchange::new(worker, node),
            last_square: last_square.filter(|_| worker.on(Technique::TakeBack)),
            attacked: if worker.on(Technique::Escape) {
                attacked_by_last_move(worker)
            } else {
                Bitboard::EMPTY
            },
            pass_killer: worker
                .frame_before(1)
                .pass_reply
                .filter(|_| worker.on(Technique::PassKiller)),
            reply: worker.countermove(),
        }
    }

    fn score(&self, worker: &Worker<'_>, mv: Move) -> i32 {
        let others = self.others.score(worker, mv);
        if self.last_square == Some(mv.to()) && others >= 0 {
            return TAKE_BACK + others;
        }
        if self.pass_killer == Some(mv) {
            return KILLER;
        }
        if self.reply == Some(mv) {
            return REPLY;
        }
        if mv.from().is_some_and(|from| self.attacked.has(from)) {
            return others.max(ESCAPE);
        }
        others
    }
}

/// Our pieces except the king that the piece moved last could take.
pub(crate) fn attacked_by_last_move(worker: &Worker<'_>) -> Bitboard {
    let position = worker.position();
    let Some(last) = position.last_move() else { return Bitboard::EMPTY };
    let Some(piece) = position.piece_on(last.to()) else { return Bitboard::EMPTY };
    let reach = attacks::attacks(piece, last.to(), position.occupied());
    let us = position.turn();
    let king = position.king(us).map_or(Bitboard::EMPTY, Bitboard::of);
    (reach & position.pieces(us)) - king
}

/// Updates B's killers and history, and the countermove to the last move, even if it captures.
pub(crate) fn learn(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
    by_exchange::learn(worker, node, so_far);
    if let (Some(mv), Some(last)) = (so_far.best_move, worker.frame_before(1).played) {
        worker.set_countermove(last, mv);
    }
}
