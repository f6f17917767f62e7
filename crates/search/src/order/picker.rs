//! Hands out the moves of a node one by one, the promising ones first, and generates them as
//! late as it can.
//!
//! Source:  B and G for the order: hash move, captures by exchange value, killers, the reply that
//!          refuted the last move elsewhere (G's table keyed by the last move), then history
//! Here:    captures that lose by exchange wait until after the good quiet moves

use shogi::{CheckSquares, Legality, Move, MoveList, NonPromotions, Wanted};

use super::Order;
use super::history::{Trail, pawn_skeleton, piece_after, piece_to};
use crate::technique::Technique;
use crate::worker::Worker;

/// Quiet moves below this score come after the losing captures.
const GOOD_QUIET: i32 = -14_000;
/// Checks that do not lose material are tried early.
const CHECK_BONUS: i32 = 16_384;
const CHECK_MIN_EXCHANGE: i32 = -75;
/// How much of a capture's score may be lost by exchange before it is put off.
const CAPTURE_SLACK: i32 = 18;

/// A move with the score it is ordered by.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    HashMove,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    MakeEvasions,
    Evasions,
    Done,
}

/// The state of handing out. The moves themselves lie on a stack of the worker, from `start` on.
pub(crate) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    /// First entry of the worker's stack that is this node's.
    start: usize,
    next: usize,
    /// Captures put off: entries from `start` to here.
    bad_captures: usize,
    captures_end: usize,
    /// No quiet move is wanted any more.
    skip_quiets: bool,
    captures_only: bool,
    /// Captures must reach this exchange value.
    min_exchange: Option<i32>,
}

impl Picker {
    /// All moves of a node.
    pub(crate) fn new(worker: &Worker<'_>, hash_move: Option<Move>) -> Self {
        let first =
            if worker.position.in_check() { Stage::MakeEvasions } else { Stage::MakeCaptures };
        Self::from_stage(worker, hash_move, first)
    }

    /// Captures only (in check: all evasions), as quiescence wants them.
    pub(crate) fn quiescence(worker: &Worker<'_>, hash_move: Option<Move>) -> Self {
        Self { captures_only: true, ..Self::new(worker, hash_move) }
    }

    /// Captures that win at least so much by exchange.
    pub(crate) fn probcut(worker: &Worker<'_>, hash_move: Option<Move>, min_exchange: i32) -> Self {
        let picker = Self::from_stage(worker, hash_move, Stage::MakeCaptures);
        Self { captures_only: true, min_exchange: Some(min_exchange), ..picker }
    }

    fn from_stage(worker: &Worker<'_>, hash_move: Option<Move>, stage: Stage) -> Self {
        let start = worker.moves.len();
        Self {
            stage: if hash_move.is_some() { Stage::HashMove } else { stage },
            hash_move,
            start,
            next: start,
            bad_captures: start,
            captures_end: start,
            skip_quiets: false,
            captures_only: false,
            min_exchange: None,
        }
    }
}

impl Order for Picker {
    fn next(&mut self, worker: &mut Worker<'_>, checks: &CheckSquares) -> Option<Move> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = if worker.position.in_check() && self.min_exchange.is_none() {
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
                        let Scored { mv, score } = self.take_best(worker, self.captures_end);
                        let least = self.min_exchange.unwrap_or(-score / CAPTURE_SLACK);
                        if worker.position.see_at_least(mv, least, &worker.values) {
                            return Some(mv);
                        }
                        worker.moves[self.bad_captures] = Scored { mv, score };
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
                        self.make_quiets(worker, checks);
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => {
                    let end = worker.moves.len();
                    if !self.skip_quiets && self.next < end {
                        let Scored { mv, score } = self.take_best(worker, end);
                        if score > GOOD_QUIET {
                            return Some(mv);
                        }
                        self.next -= 1;
                    }
                    let quiets = self.next;
                    self.stage = self.turn_to_bad_captures();
                    self.captures_end = quiets;
                }
                Stage::BadCaptures => {
                    if self.next < self.bad_captures {
                        self.next += 1;
                        return Some(worker.moves[self.next - 1].mv);
                    }
                    self.next = self.captures_end;
                    self.stage = if self.captures_only { Stage::Done } else { Stage::BadQuiets };
                }
                Stage::BadQuiets | Stage::Evasions => {
                    let end = worker.moves.len();
                    if self.next < end && !(self.skip_quiets && self.stage == Stage::BadQuiets) {
                        return Some(self.take_best(worker, end).mv);
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

    /// Gives the worker's stack back.
    fn finish(&self, worker: &mut Worker<'_>) {
        worker.moves.truncate(self.start);
    }
}

impl Picker {
    fn turn_to_bad_captures(&mut self) -> Stage {
        self.next = self.start;
        Stage::BadCaptures
    }

    /// Moves the best entry from `next` to `end` to the front and takes it.
    fn take_best(&mut self, worker: &mut Worker<'_>, end: usize) -> Scored {
        let moves = &mut worker.moves[self.next..end];
        let mut best = 0;
        for index in 1..moves.len() {
            if moves[index].score > moves[best].score {
                best = index;
            }
        }
        moves.swap(0, best);
        self.next += 1;
        worker.moves[self.next - 1]
    }

    fn make_captures(&mut self, worker: &mut Worker<'_>) {
        let mut list = MoveList::new();
        let useful = NonPromotions::Useful;
        worker.position.generate(Wanted::Captures, Legality::Pseudo, useful, &mut list);
        for mv in &list {
            if Some(mv) != self.hash_move {
                let score = capture_score(worker, mv);
                worker.moves.push(Scored { mv, score });
            }
        }
        self.captures_end = worker.moves.len();
    }

    fn make_quiets(&mut self, worker: &mut Worker<'_>, checks: &CheckSquares) {
        self.next = worker.moves.len();
        let mut list = MoveList::new();
        let useful = NonPromotions::Useful;
        worker.position.generate(Wanted::Quiets, Legality::Pseudo, useful, &mut list);
        let scorer = QuietScorer::new(worker);
        for mv in &list {
            if Some(mv) != self.hash_move {
                let score = scorer.score(worker, mv, checks);
                worker.moves.push(Scored { mv, score });
            }
        }
    }

    fn make_evasions(&mut self, worker: &mut Worker<'_>) {
        let mut list = MoveList::new();
        let useful = NonPromotions::Useful;
        worker.position.generate(Wanted::Evasions, Legality::Pseudo, useful, &mut list);
        let trail = worker.trail();
        for mv in &list {
            if Some(mv) == self.hash_move {
                continue;
            }
            let score = match worker.position.piece_on(mv.to()) {
                Some(taken) => (1 << 28) + worker.values.of(taken.kind()),
                None => {
                    let now = piece_after(&worker.position, mv)
                        .map_or(0, |piece| piece_to(piece, mv.to()));
                    worker.memory.histories.of_move(worker.position.turn(), mv)
                        + worker.memory.histories.of_continuation(trail[0], now)
                }
            };
            worker.moves.push(Scored { mv, score });
        }
    }
}

/// The value of what is taken, corrected by how such captures fared.
fn capture_score(worker: &Worker<'_>, mv: Move) -> i32 {
    let position = &worker.position;
    let (Some(taken), Some(piece)) = (position.piece_on(mv.to()), piece_after(position, mv)) else {
        return 0;
    };
    7 * worker.values.of(taken.kind()) / 2
        + worker.memory.histories.of_capture(piece, mv.to(), taken.kind())
}

struct QuietScorer {
    trail: Trail,
    skeleton: usize,
    killers: [Option<Move>; 2],
    reply: Option<Move>,
    low_ply: bool,
}

impl QuietScorer {
    fn new(worker: &Worker<'_>) -> Self {
        Self {
            trail: worker.trail(),
            skeleton: pawn_skeleton(&worker.position),
            killers: if worker.on(Technique::Killers) { worker.frame().killers } else { [None; 2] },
            reply: worker.reply_to_last_move(),
            low_ply: worker.on(Technique::LowPly),
        }
    }

    fn score(&self, worker: &Worker<'_>, mv: Move, checks: &CheckSquares) -> i32 {
        let position = &worker.position;
        let Some(piece) = piece_after(position, mv) else { return 0 };
        let now = piece_to(piece, mv.to());
        let histories = &worker.memory.histories;
        let mut score = 0;
        if worker.on(Technique::History) {
            score += 2 * histories.of_move(position.turn(), mv)
                + 2 * histories.of_pawns(self.skeleton, now);
        }
        if worker.on(Technique::Continuation) {
            for ply in [0, 1, 2, 3, 5] {
                score += histories.of_continuation(self.trail[ply], now);
            }
        }
        if checks.gives_check(position, mv)
            && position.see_at_least(mv, CHECK_MIN_EXCHANGE, &worker.values)
        {
            score += CHECK_BONUS;
        }
        if self.low_ply {
            score += 8 * histories.of_low_ply(worker.ply, mv) / (1 + worker.ply as i32);
        }
        if self.killers.contains(&Some(mv)) {
            score += 16_000;
        }
        if self.reply == Some(mv) {
            score += 8_000;
        }
        score
    }
}
