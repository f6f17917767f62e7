//! Learning from a node: updates of histories, killers, countermoves and corrections.
//!
//! Known as: history updates: bonus and malus, killer moves, countermoves, prior-move bonus on fail
//!           low
//! Source:   YaneuraOu 9.70 (after Stockfish), `update_all_stats`, `update_quiet_histories`, the
//!           table cut of step 4 and the end of step 21: formulas and numbers (74, 139 and 28 are
//!           its 221 / 16384, 235 / 32768 and 290 / 8192 turned round, and the 863 is halved
//!           because values here are those of exchanges); 622 for the early refutation is
//!           Stockfish's of July 2025, YaneuraOu has 616; killers: B; countermoves: G
//! Here:     killers and countermoves are kept, which YaneuraOu no longer does; the pawns' history
//!           learns of pawns and promotions as well; an exact score corrects the static value in
//!           either direction; of each kind the first 32 moves are remembered
//! Worth:    the updates as there, with reductions and windows: 60 ± 42 Elo over our first version
//!           (300 games, 5,000 nodes; docs/record/search-changes.tsv)
//! Off:      none; `killers`, `countermove` and the histories' switches concern the order of moves

use shogi::Move;

use crate::node::{Candidate, Node, SoFar};
use crate::score::Score;
use crate::tt::Bound;
use crate::tunable::tunables_of;
use crate::worker::Worker;

tunables_of! { "learn":
    /// The bonus of the best move for each ply of depth.
    bonus_per_depth = 128, 30..=400;
    /// The points that are subtracted from every bonus.
    bonus_less = 77, 0..=400;
    /// The largest bonus by depth.
    bonus_most = 1529, 300..=4000;
    /// The additional bonus of a best move that is the hash move.
    bonus_hash_move = 353, 0..=1500;
    /// The malus of the moves that failed for each ply of depth.
    malus_per_depth = 882, 100..=2000;
    /// The points that are subtracted from every malus.
    malus_less = 204, 0..=600;
    /// The largest malus.
    malus_most = 2122, 300..=5000;
    /// The malus of a quiet move that failed, in 1024ths of the malus of the one before it.
    malus_decay = 977, 700..=1024;
    /// The share of the bonus that a quiet best move gets, in 1024ths.
    quiet_bonus = 806, 200..=2000;
    /// The share of the malus that quiet moves get, in 1024ths.
    quiet_malus = 1113, 200..=2500;
    /// The share of the bonus that a capture gets as best move, in 1024ths.
    capture_bonus = 1286, 200..=2500;
    /// The share of the malus that captures get, in 1024ths.
    capture_malus = 1559, 200..=3000;
    /// The share of a quiet move's bonus that its low-ply history gets, in 1024ths.
    to_low_ply = 761, 200..=2000;
    /// The share of a quiet move's bonus that its continuation history gets, in 1024ths.
    to_continuation = 955, 200..=2000;
    /// The share of a quiet move's bonus that its pawn history gets, in 1024ths.
    to_pawns = 850, 200..=2000;
    /// The share of a quiet move's malus that its pawn history gets, in 1024ths.
    to_pawns_against = 550, 200..=2000;
    /// The share of the malus that the last move gets if it was an early quiet one, in 1024ths.
    early_refutation = 622, 0..=2000;
    /// The bonus for each ply of depth of a quiet hash move that ends the node by the table.
    from_table_per_depth = 130, 0..=400;
    /// The points that are subtracted from the bonus of such a hash move.
    from_table_less = 71, 0..=400;
    /// The largest bonus of such a hash move.
    from_table_most = 1043, 100..=4000;
    /// The malus of the early quiet move that led to a node ended by the table.
    from_table_against = 2142, 0..=5000;
    /// The bonus of a quiet move whose reduced search beat alpha.
    promising = 1426, 0..=4000;
    /// The bonus of a capture after which all moves fail low.
    failed_capture = 1018, 0..=3000;
    /// The weight of the captured piece's value in a capture's history score, in 256ths.
    taken_value = 863, 0..=3000;
    /// The factor of a move's merit for each ply of depth, if all answers to it fail low.
    merit_per_depth = 135, 0..=400;
    /// The amount that is subtracted from the factor of the merit.
    merit_less = 80, 0..=400;
    /// The largest factor of the merit.
    merit_most = 1400, 100..=4000;
    /// The merit that a move starts from.
    merit_base = -232, -600..=0;
    /// The divisor of the move's history score, which is subtracted from its merit.
    merit_history = 108, 20..=1000;
    /// The additional merit for each ply of depth.
    merit_of_depth = 59, 0..=300;
    /// The largest additional merit by depth.
    merit_of_depth_most = 454, 0..=2000;
    /// The additional merit of a move that came late.
    merit_late = 169, 0..=600;
    /// The move number from which on a move counts as late.
    merit_late_from = 9, 1..=40;
    /// The additional merit if the best score is far below the node's static value.
    merit_surprise = 145, 0..=600;
    /// The distance that counts as far below the node's static value.
    merit_surprise_gap = 110, 0..=400;
    /// The additional merit if the best score is far below the static value before the move.
    merit_surprise_before = 154, 0..=600;
    /// The distance that counts as far below the static value before the move.
    merit_surprise_before_gap = 73, 0..=400;
}

/// The divisor of the merit's bonus for the continuation history.
const MERIT_CONTINUATION: i32 = 74;
/// The divisor of the merit's bonus for the history of the move by itself.
const MERIT_MOVE: i32 = 139;
/// The divisor of the merit's bonus for the pawn history.
const MERIT_PAWNS: i32 = 28;

/// The moves of a node that were searched and did not become its best.
#[derive(Default)]
pub(crate) struct Tried {
    quiets: MoveBuffer,
    captures: MoveBuffer,
}

/// The first moves of one kind that were tried; later ones are not kept, as they teach little.
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
    /// Adds a move that did not become the best.
    pub(crate) fn note(&mut self, mv: Move, is_capture: bool) {
        if is_capture { self.captures.push(mv) } else { self.quiets.push(mv) }
    }
}

/// The share of the points that is given in 1024ths.
fn share(points: i32, of_1024: i32) -> i32 {
    points * of_1024 / 1024
}

/// The bonus of a node's best move.
fn bonus(depth: i32) -> i32 {
    (bonus_per_depth() * depth - bonus_less()).min(bonus_most())
}

/// The malus of the moves that were tried before the best one.
fn malus(depth: i32) -> i32 {
    (malus_per_depth() * depth - malus_less()).min(malus_most())
}

/// The history score of a quiet move: by itself and as a continuation of the last two moves.
fn quiet_history(worker: &Worker<'_>, mv: Move, arrival: usize) -> i32 {
    let histories = &worker.memory().histories;
    2 * histories.of_move(worker.position().turn(), mv)
        + histories.of_continuation(worker.frame_before(1).played, arrival)
        + histories.of_continuation(worker.frame_before(2).played, arrival)
}

/// The continuation history of a quiet move for the last two moves, plus its pawn history.
pub(crate) fn continuation_history(worker: &Worker<'_>, candidate: &Candidate) -> i32 {
    let histories = &worker.memory().histories;
    histories.of_continuation(worker.frame_before(1).played, candidate.arrival)
        + histories.of_continuation(worker.frame_before(2).played, candidate.arrival)
        + histories.of_pawns(worker.frame().pawn_key, candidate.arrival)
}

/// Fills in the capture history of a capture and its history score; a quiet move stays as it is.
pub(crate) fn describe_capture(worker: &Worker<'_>, candidate: &mut Candidate) {
    let position = worker.position();
    let mv = candidate.mv;
    if !candidate.is_capture {
        return;
    }
    if let (Some(piece), Some(taken)) = (position.piece_after(mv), position.piece_on(mv.to())) {
        let history = worker.memory().histories.of_capture(piece, mv.to(), taken.kind());
        let value = worker.values().of(taken.kind());
        candidate.capture_history = history;
        candidate.history_score = history + taken_value() * value / 256;
    }
}

/// Fills in the history score of a quiet move that is going to be searched.
pub(crate) fn describe_quiet(worker: &Worker<'_>, candidate: &mut Candidate) {
    if !candidate.is_capture {
        candidate.history_score = quiet_history(worker, candidate.mv, candidate.arrival);
    }
}

/// Changes all histories of a quiet move; a negative bonus is a malus.
fn reward_quiet(worker: &mut Worker<'_>, mv: Move, bonus: i32) {
    let Some(now) = worker.arrival(mv) else { return };
    let trail = worker.trail();
    let color = worker.position().turn();
    let in_check = worker.position().in_check();
    let pawn_key = worker.frame().pawn_key;
    let ply = worker.ply();
    let of_pawns = if bonus > 0 { to_pawns() } else { to_pawns_against() };
    let histories = worker.histories_mut();
    histories.reward_move(color, mv, bonus);
    histories.reward_low_ply(ply, mv, share(bonus, to_low_ply()));
    histories.reward_continuation(&trail, now, share(bonus, to_continuation()), in_check);
    histories.reward_pawns(pawn_key, now, share(bonus, of_pawns));
}

/// Changes the history of a capture; a negative bonus is a malus.
fn reward_capture(worker: &mut Worker<'_>, mv: Move, bonus: i32) {
    let position = worker.position();
    if let (Some(piece), Some(taken)) = (position.piece_after(mv), position.piece_on(mv.to())) {
        worker.histories_mut().reward_capture(piece, mv.to(), taken.kind(), bonus);
    }
}

/// Updates the histories at the end of a node: the best move gets a bonus and the moves tried
/// before it a malus; without a best move the move that led here gets a bonus.
pub(crate) fn from_node(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, tried: &Tried) {
    match so_far.best_move {
        Some(mv) => best_move(worker, node, mv, so_far, tried),
        None => all_failed(worker, node, so_far),
    }
}

/// Updates the histories of a node that has a best move.
fn best_move(worker: &mut Worker<'_>, node: &Node, mv: Move, so_far: &SoFar, tried: &Tried) {
    let depth = node.depth.whole();
    let mut bonus = bonus(depth) + worker.frame_before(1).history_score / 32;
    if Some(mv) == node.hash_move {
        bonus += bonus_hash_move();
    }
    let malus = malus(depth);
    let is_cutoff = so_far.best >= node.window.beta;
    if worker.position().piece_on(mv.to()).is_some() {
        reward_capture(worker, mv, share(bonus, capture_bonus()));
    } else {
        reward_quiet(worker, mv, share(bonus, quiet_bonus()));
        let mut malus = share(malus, quiet_malus());
        for quiet in tried.quiets.iter() {
            malus = share(malus, malus_decay());
            reward_quiet(worker, quiet, -malus);
        }
        if is_cutoff {
            remember_refutation(worker, mv);
        }
    }
    for capture in tried.captures.iter() {
        reward_capture(worker, capture, -share(malus, capture_malus()));
    }
    // The last move was quiet, the first one after the hash move, and has been refuted.
    let before = worker.frame_before(1);
    if before.number == 1 + usize::from(before.was_known) && !before.captures {
        reward_last_move(worker, -malus * early_refutation() / 1024);
    }
    if is_cutoff {
        worker.frame_mut().cutoffs += 1;
    }
}

/// Notes the move as killer of the ply and as countermove to the last move.
fn remember_refutation(worker: &mut Worker<'_>, mv: Move) {
    worker.remember_killer(mv);
    if let Some(last) = worker.frame_before(1).played {
        worker.set_countermove(last, mv);
    }
}

/// Updates the histories of a node that the table ends, with `mv` as the move that reaches beta.
pub(crate) fn refutation_from_table(worker: &mut Worker<'_>, node: &Node, mv: Move) {
    if !node.hash_move_captures {
        let bonus = from_table_per_depth() * node.depth.whole() - from_table_less();
        reward_quiet(worker, mv, bonus.min(from_table_most()));
    }
    let before = worker.frame_before(1);
    if before.number <= 4 && !before.captures {
        reward_last_move(worker, -from_table_against());
    }
}

/// Changes the continuation history of the move that led to this node.
fn reward_last_move(worker: &mut Worker<'_>, bonus: i32) {
    let Some(now) = worker.frame_before(1).played else { return };
    let trail = worker.trail_before(1);
    let in_check = worker.frame_before(1).in_check;
    worker.histories_mut().reward_continuation(&trail, now, bonus, in_check);
}

/// Rewards the move that led to this node by its merit, as no answer to it raised alpha.
fn all_failed(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar) {
    let before = worker.frame_before(1);
    let (Some(last), Some(now)) = (before.mv, before.played) else { return };
    if before.captures {
        let position = worker.position();
        if let (Some(piece), Some(taken)) = (position.piece_on(last.to()), position.last_captured())
        {
            let bonus = failed_capture();
            worker.histories_mut().reward_capture(piece, last.to(), taken.kind(), bonus);
        }
        return;
    }
    let depth = node.depth.whole();
    let is_below =
        |value: Option<Score>, gap: i32| value.is_some_and(|value| so_far.best <= value - gap);
    let mut merit = merit_base() - before.history_score / merit_history();
    merit += (merit_of_depth() * depth).min(merit_of_depth_most());
    if before.number >= merit_late_from() as usize {
        merit += merit_late();
    }
    if is_below(node.static_eval, merit_surprise_gap()) {
        merit += merit_surprise();
    }
    if is_below(before.static_eval.map(|value| -value), merit_surprise_before_gap()) {
        merit += merit_surprise_before();
    }
    let bonus = (merit_per_depth() * depth - merit_less()).min(merit_most()) * merit.max(0);
    reward_last_move(worker, bonus / MERIT_CONTINUATION);
    let color = !worker.position().turn();
    let pawn_key = worker.frame().pawn_key;
    let histories = worker.histories_mut();
    histories.reward_move(color, last, bonus / MERIT_MOVE);
    histories.reward_pawns(pawn_key, now, bonus / MERIT_PAWNS);
}

/// Rewards a quiet move whose reduced search beat alpha; the position is the one after it.
pub(crate) fn beat_alpha_reduced(worker: &mut Worker<'_>, candidate: &Candidate) {
    if !candidate.is_capture {
        reward_last_move(worker, promising());
    }
}

/// Teaches the correction history by how much the search's score differs from the static value.
pub(crate) fn correction(worker: &mut Worker<'_>, node: &Node, so_far: &SoFar, bound: Bound) {
    let (Some(slots), Some(static_eval)) = (&node.slots, node.static_eval) else { return };
    let best = so_far.best;
    let is_capture =
        so_far.best_move.is_some_and(|mv| worker.position().piece_on(mv.to()).is_some());
    let agrees = match bound {
        Bound::Lower => best > static_eval,
        Bound::Upper => best < static_eval,
        Bound::Exact => true,
        Bound::None => false,
    };
    if !is_capture && agrees && !best.is_mate() {
        worker.corrections_mut().learn(slots, best - static_eval, node.depth.whole());
    }
}
