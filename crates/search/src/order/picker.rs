//! The move picker: hands out the moves of a node one by one, the promising ones first, and
//! generates them as late as it can.
//!
//! Known as: move picker, staged move generation; MVV with capture history; killer moves,
//!           countermove heuristic
//! Source:   YaneuraOu 9.70, `movepick.cpp` (after Stockfish): the stages, the scores of captures
//!           and evasions, the bounds for good captures and good quiet moves; killers: B (Bonanza
//!           2006), appendix; the countermove: G (Gekisashi 2005), a table keyed by the last move
//! Here:     killers and the countermove are quiet moves with a bonus of 16,000 and 8,000 points,
//!           as YaneuraOu has neither; promoting pawns follow the captures at the first ply of
//!           quiescence; a capture's value is halved in its score, as values here are those of
//!           exchanges
//! Worth:    killers -3 ± 16 Elo, the countermove -8 ± 15 (2,000 games each, 10,000 nodes;
//!           docs/record/ablation.tsv)
//! Off:      `killers`, `countermove`

use shogi::{Bitboard, Legality, Move, MoveList, Piece, PieceKind, Wanted, attacks};

use super::Order;
use super::quiet_score::{Drops, QuietScorer};
use crate::technique::Technique;
use crate::worker::Worker;

/// The score at and below which quiet moves come after the losing captures.
const GOOD_QUIET: i32 = -14_000;
/// The addition to the score of a killer.
const KILLER_BONUS: i32 = 16_000;
/// The addition to the score of the countermove.
const COUNTERMOVE_BONUS: i32 = 8_000;
/// The divisor of a capture's score; a capture that loses more than the quotient is put off.
const CAPTURE_SLACK: i32 = 18;

/// A stage of handing out moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The hash move is handed out.
    HashMove,
    /// Captures are generated.
    MakeCaptures,
    /// Captures that do not lose too much are handed out.
    GoodCaptures,
    /// Quiet moves are generated.
    MakeQuiets,
    /// Quiet moves with a good score are handed out.
    GoodQuiets,
    /// Captures that were put off are handed out.
    BadCaptures,
    /// The other quiet moves are handed out.
    BadQuiets,
    /// Promotions of pawns without a capture are generated.
    MakePromotions,
    /// Promotions of pawns without a capture are handed out.
    Promotions,
    /// Answers to a check are generated.
    MakeEvasions,
    /// Answers to a check are handed out.
    Evasions,
    /// No move is left.
    Done,
}

/// The state of handing out moves. The moves lie on the worker's stack from `start` on.
pub(crate) struct Picker {
    /// The present stage.
    stage: Stage,
    /// The hash move, which comes first.
    hash_move: Option<Move>,
    /// The index of this node's first entry on the worker's stack.
    start: usize,
    /// The index of the next entry.
    next: usize,
    /// The end of the captures that were put off, which begin at `start`.
    bad_captures: usize,
    /// The end of the captures.
    captures_end: usize,
    /// The index of the first quiet move that comes after the captures that were put off.
    bad_quiets: usize,
    /// Are quiet moves no longer wanted?
    skip_quiets: bool,
    /// Are only captures wanted?
    captures_only: bool,
    /// Do promotions of pawns follow the captures?
    promotions: bool,
    /// The exchange value that captures must reach.
    min_exchange: Option<i32>,
}

impl Picker {
    /// Returns a picker of all moves of a node.
    pub(crate) fn new(worker: &Worker<'_>, hash_move: Option<Move>) -> Self {
        let first =
            if worker.position().in_check() { Stage::MakeEvasions } else { Stage::MakeCaptures };
        Self::from_stage(worker, hash_move, first)
    }

    /// Returns a picker for quiescence: captures or, in check, all evasions. If `promotions` is
    /// set, promotions of pawns that lose nothing follow.
    pub(crate) fn quiescence(
        worker: &Worker<'_>,
        hash_move: Option<Move>,
        promotions: bool,
    ) -> Self {
        Self { captures_only: true, promotions, ..Self::new(worker, hash_move) }
    }

    /// Returns a picker of captures that win at least `min_exchange` by exchange.
    pub(crate) fn probcut(worker: &Worker<'_>, hash_move: Option<Move>, min_exchange: i32) -> Self {
        let picker = Self::from_stage(worker, hash_move, Stage::MakeCaptures);
        Self { captures_only: true, min_exchange: Some(min_exchange), ..picker }
    }

    /// Returns a picker that hands out the hash move and then starts with `stage`.
    fn from_stage(worker: &Worker<'_>, hash_move: Option<Move>, stage: Stage) -> Self {
        let start = worker.moves.len();
        Self {
            stage: if hash_move.is_some() { Stage::HashMove } else { stage },
            hash_move,
            start,
            next: start,
            bad_captures: start,
            captures_end: start,
            bad_quiets: start,
            skip_quiets: false,
            captures_only: false,
            promotions: false,
            min_exchange: None,
        }
    }
}

impl Order for Picker {
    fn next(&mut self, worker: &mut Worker<'_>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = if worker.position().in_check() && self.min_exchange.is_none() {
                        Stage::MakeEvasions
                    } else {
                        Stage::MakeCaptures
                    };
                    return self.hash_move;
                }
                Stage::MakeCaptures => {
                    self.make_captures(worker);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while self.next < self.captures_end {
                        let (mv, score) = self.take_best(worker, self.captures_end);
                        let least = self.min_exchange.unwrap_or(-score / CAPTURE_SLACK);
                        if worker.position().see_at_least(mv, least, worker.values()) {
                            return Some(mv);
                        }
                        worker.moves.copy(self.next - 1, self.bad_captures);
                        self.bad_captures += 1;
                    }
                    self.stage = match (self.min_exchange, self.captures_only) {
                        (Some(_), _) => Stage::Done,
                        (None, true) => self.turn_to_bad_captures(),
                        (None, false) => Stage::MakeQuiets,
                    };
                }
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(worker);
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    let end = worker.moves.len();
                    if !self.skip_quiets && self.next < end {
                        let (mv, score) = self.take_best(worker, end);
                        if score > GOOD_QUIET {
                            return Some(mv);
                        }
                        self.next -= 1;
                    }
                    self.bad_quiets = self.next;
                    self.stage = self.turn_to_bad_captures();
                }
                Stage::BadCaptures => {
                    if self.next < self.bad_captures {
                        self.next += 1;
                        return Some(worker.moves.mv(self.next - 1));
                    }
                    self.next = self.bad_quiets;
                    self.stage = match (self.captures_only, self.promotions) {
                        (false, _) => Stage::BadQuiets,
                        (true, true) => Stage::MakePromotions,
                        (true, false) => Stage::Done,
                    };
                }
                Stage::BadQuiets | Stage::Evasions => {
                    let end = worker.moves.len();
                    if self.next < end && !(self.skip_quiets && self.stage == Stage::BadQuiets) {
                        return Some(self.take_best(worker, end).0);
                    }
                    self.stage = Stage::Done;
                }
                Stage::MakePromotions => {
                    self.make_promotions(worker);
                    self.stage = Stage::Promotions;
                }
                Stage::Promotions => {
                    while self.next < worker.moves.len() {
                        self.next += 1;
                        let mv = worker.moves.mv(self.next - 1);
                        if worker.position().see_at_least(mv, 0, worker.values()) {
                            return Some(mv);
                        }
                    }
                    self.stage = Stage::Done;
                }
                Stage::MakeEvasions => {
                    self.make_evasions(worker);
                    self.stage = Stage::Evasions;
                }
                Stage::Done => return None,
            }
        }
    }

    fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Removes the node's moves from the worker's stack.
    fn finish(&self, worker: &mut Worker<'_>) {
        worker.moves.truncate(self.start);
    }
}

impl Picker {
    /// Goes back to the captures that were put off, and returns their stage.
    fn turn_to_bad_captures(&mut self) -> Stage {
        self.next = self.start;
        Stage::BadCaptures
    }

    /// Takes the best entry from `next` to `end`.
    fn take_best(&mut self, worker: &mut Worker<'_>, end: usize) -> (Move, i32) {
        worker.moves.bring_best_forward(self.next, end);
        self.next += 1;
        (worker.moves.mv(self.next - 1), worker.moves.score(self.next - 1))
    }

    /// Puts the captures on the worker's stack.
    fn make_captures(&mut self, worker: &mut Worker<'_>) {
        let mut list = MoveList::new();
        let declined = worker.settings().non_promotions;
        worker.position().generate(Wanted::Captures, Legality::Pseudo, declined, &mut list);
        for mv in &list {
            if Some(mv) != self.hash_move {
                let score = capture_score(worker, mv);
                worker.moves.push(mv, score);
            }
        }
        self.captures_end = worker.moves.len();
    }

    /// Puts the quiet moves on the worker's stack, with bonuses for killers and the countermove.
    fn make_quiets(&mut self, worker: &mut Worker<'_>) {
        self.next = worker.moves.len();
        let mut list = MoveList::new();
        let declined = worker.settings().non_promotions;
        worker.position().generate(Wanted::Quiets, Legality::Pseudo, declined, &mut list);
        if let Some(mv) = self.hash_move {
            list.remove(mv);
        }
        let mut moves = std::mem::take(&mut worker.moves);
        let mut drops = worker.drops.take().unwrap_or_else(Drops::table);
        QuietScorer::new(worker).add_to(&mut moves, &list, &mut drops);
        worker.drops = Some(drops);
        if worker.on(Technique::Killers) {
            for killer in worker.frame().killers.into_iter().flatten() {
                moves.add_to_score(self.next, killer, KILLER_BONUS);
            }
        }
        if let Some(reply) = worker.countermove() {
            moves.add_to_score(self.next, reply, COUNTERMOVE_BONUS);
        }
        worker.moves = moves;
    }

    /// Puts the promotions of pawns without a capture on the worker's stack.
    fn make_promotions(&mut self, worker: &mut Worker<'_>) {
        self.next = worker.moves.len();
        let us = worker.position().turn();
        let zone = Bitboard::promotion_zone(us);
        let empty = zone & !worker.position().occupied();
        for from in worker.position().pieces_of(us, PieceKind::Pawn) {
            let ahead = attacks::attacks(Piece::new(us, PieceKind::Pawn), from, zone) & empty;
            for mv in ahead.into_iter().map(|to| Move::promotion(from, to)) {
                if Some(mv) != self.hash_move {
                    worker.moves.push(mv, 0);
                }
            }
        }
    }

    /// Puts the answers to a check on the worker's stack, captures before quiet moves.
    fn make_evasions(&mut self, worker: &mut Worker<'_>) {
        let mut list = MoveList::new();
        let declined = worker.settings().non_promotions;
        worker.position().generate(Wanted::Evasions, Legality::Pseudo, declined, &mut list);
        let trail = worker.trail();
        for mv in &list {
            if Some(mv) == self.hash_move {
                continue;
            }
            let score = match worker.position().piece_on(mv.to()) {
                Some(taken) => (1 << 28) + worker.values().of(taken.kind()),
                None => {
                    let now = worker.arrival(mv).unwrap_or(0);
                    worker.memory().histories.of_move(worker.position().turn(), mv)
                        + worker.memory().histories.of_continuation(trail[0], now)
                }
            };
            worker.moves.push(mv, score);
        }
    }
}

/// The score of a capture: the value of the captured piece plus the capture history.
fn capture_score(worker: &Worker<'_>, mv: Move) -> i32 {
    let position = worker.position();
    let (Some(taken), Some(piece)) = (position.piece_on(mv.to()), position.piece_after(mv)) else {
        return 0;
    };
    7 * worker.values().of(taken.kind()) / 2
        + worker.memory().histories.of_capture(piece, mv.to(), taken.kind())
}
