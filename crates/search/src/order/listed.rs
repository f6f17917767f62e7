//! O's order: the moves that five techniques name come first, in the techniques' order; the other
//! moves follow as they are generated, without any sorting.
//!
//! Known as: move ordering by hash move, killer, recapture, best capture and escape
//! Source:   O (TACOS), section 2
//! Here:     the best move of the sibling visited last is the killer; a piece is under attack if an
//!           enemy piece could take it; the best piece is taken by the cheapest captor. The rest
//!           are moves on the board, then drops; or all of them by the square they go to, which
//!           prefers no kind of move. The paper does not tell in which order TACOS generates them
//! Worth:    all five leave 0.0063 of the nodes (48 positions, depth 4; experiments/O-table1)
//! Off:      `hash-move` (I), `sibling-killer` (II), `take-back` (III), `best-capture` (IV),
//!           `escape` (V); `board-first` (the rest by square)

use shogi::{Legality, Move, MoveList, NonPromotions, PieceKind, Wanted};

use super::Order;
use crate::node::Node;
use crate::technique::Technique;
use crate::worker::Worker;

/// The moves in the order in which they are handed out.
pub(crate) struct Listed {
    moves: MoveList,
    next: usize,
}

impl Listed {
    /// Generates and orders all moves of a node.
    pub(crate) fn new(worker: &Worker<'_>, node: &Node) -> Self {
        let position = worker.position();
        let mut rest = MoveList::new();
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        // At the root `searchmoves` may name any legal move.
        let usual = worker.settings().non_promotions;
        let declined = if node.is_root { NonPromotions::All } else { usual };
        position.generate(wanted, Legality::Pseudo, declined, &mut rest);
        if node.is_root {
            let wanted = worker.root.remaining();
            rest.retain(|mv| wanted.iter().any(|root_move| root_move.pv[0] == mv));
        }
        let mut moves = MoveList::new();
        let mut put = |technique, named: &dyn Fn(Move) -> bool| {
            if worker.on(technique) {
                rest.iter().filter(|&&mv| named(mv)).for_each(|&mv| moves.push(mv));
                rest.retain(|mv| !named(mv));
            }
        };
        put(Technique::HashMove, &|mv| Some(mv) == node.hash_move);
        let killer = worker.frame().killers[0];
        put(Technique::SiblingKiller, &|mv| Some(mv) == killer);
        let last_square = position.last_move().map(Move::to);
        put(Technique::TakeBack, &|mv| Some(mv.to()) == last_square);
        let best_capture = best_capture(worker);
        put(Technique::BestCapture, &|mv| Some(mv) == best_capture);
        let attacked = most_valuable_under_attack(worker);
        put(Technique::Escape, &|mv| attacked.is_some() && mv.from() == attacked);
        if worker.on(Technique::BoardFirst) {
            rest.iter().filter(|mv| !mv.is_drop()).for_each(|&mv| moves.push(mv));
            rest.iter().filter(|mv| mv.is_drop()).for_each(|&mv| moves.push(mv));
        } else {
            let mut by_square = rest.to_vec();
            by_square.sort_by_key(|mv| mv.to().index());
            by_square.into_iter().for_each(|mv| moves.push(mv));
        }
        Self { moves, next: 0 }
    }
}

impl Order for Listed {
    fn next(&mut self, _: &mut Worker<'_>) -> Option<Move> {
        let mv = self.moves.get(self.next).copied();
        self.next += 1;
        mv
    }
}

/// The move that takes the most valuable piece that can be taken.
fn best_capture(worker: &Worker<'_>) -> Option<Move> {
    let position = worker.position();
    let mut captures = MoveList::new();
    let declined = worker.settings().non_promotions;
    position.generate(Wanted::Captures, Legality::Pseudo, declined, &mut captures);
    let legal = captures.iter().filter(|&&mv| position.is_legal_if_pseudo_legal(mv));
    // A later capture replaces an earlier one only if it is worth more.
    let mut best = None;
    for &mv in legal {
        // Among several captors the cheapest is preferred.
        let captor = mv.from().and_then(|from| position.piece_on(from));
        let price = captor.map_or(0, |piece| worker.values().of(piece.kind()));
        let value = (worker.captured_value(mv), -price);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// The square of our most valuable piece that is attacked.
fn most_valuable_under_attack(worker: &Worker<'_>) -> Option<shogi::Square> {
    let position = worker.position();
    let us = position.turn();
    let mut most = None;
    for kind in PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King) {
        for square in position.pieces_of(us, kind) {
            let value = worker.values().of(kind);
            if most.is_none_or(|(least, _)| value > least)
                && !position.attackers(!us, square).is_empty()
            {
                most = Some((value, square));
            }
        }
    }
    most.map(|(_, square)| square)
}
