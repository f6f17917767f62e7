//! Quiescence: captures (in check: all evasions) until the position is quiet enough to be judged.
//!
//! Source:  B (Bonanza 2006), appendix: captures that do not lose by exchange, promotions;
//!          futility (6); checks that mate at once
//! Here:    the static value may stand; captures whose gain cannot reach alpha are left out;
//!          promoting pawns are tried at the first ply; a mate in one is seen without playing it.
//!          Other checks were tried at the first ply and lost 37 +- 38 Elo (300 games, 4,000 nodes)
//! Off:     `quiet-promotions`

pub(crate) mod two_stage;

use crate::ends::{self, rule};
use crate::look;
use crate::look::correction::Slots;
use crate::order::Order;
use crate::order::history::pawn_key;
use crate::order::picker::Picker;
use crate::recipe::Recipe;
use crate::score::{Score, Window};
use crate::technique::Technique;
use crate::tt::{Bound, Known};
use crate::worker::Worker;

/// What a capture may gain beyond the piece taken.
const MARGIN: i32 = 328;
/// Captures that lose more than this by exchange are left out.
const MIN_EXCHANGE: i32 = -73;
/// Moves tried before all but recaptures and checks are left out.
const ENOUGH_MOVES: usize = 2;

impl Worker<'_> {
    pub(crate) fn quiescence<R: Recipe>(&mut self, window: Window) -> Score {
        self.quiesce::<R>(window, true)
    }

    fn quiesce<R: Recipe>(&mut self, mut window: Window, is_first_ply: bool) -> Score {
        let is_pv = !window.is_null();
        if self.must_stop() {
            return Score::ZERO;
        }
        self.frame_mut().pv.clear();
        if R::TRACED {
            self.memory.trace.enter(self.ply);
        }
        if let Some(score) = rule::score(self) {
            return score;
        }
        let key = self.position.key();
        let known = self.shared.tt.probe(key);
        if !is_pv
            && let Some(known) = known
            && known.bound != Bound::None
        {
            let score = known.score.seen_from_root(self.ply);
            let fits =
                if score >= window.beta { known.bound.is_lower() } else { known.bound.is_upper() };
            if fits {
                return score;
            }
        }
        // What is only a capture on the way to quiet is no part of a principal variation.
        let was_pv = known.is_some_and(|known| known.was_pv);
        let in_check = self.position.in_check();
        let mut best = -Score::INFINITE;
        let mut futility_base = -Score::INFINITE;
        let mut raw = None;
        if !in_check {
            let value = known.and_then(|known| known.eval).unwrap_or_else(|| self.evaluate());
            raw = Some(value);
            let correction = if self.on(Technique::Correction) {
                let pawn_key = pawn_key(&self.position);
                let slots = Slots::new(&self.position, pawn_key, self.frame_before(1).played);
                self.memory.corrections.of(&slots)
            } else {
                0
            };
            best = (value + correction).as_guess();
            best = look::better_of(self.ply, best, known);
            if best >= window.beta {
                if known.is_none() {
                    let known = Known {
                        mv: None,
                        score: best.seen_from(self.ply),
                        eval: raw,
                        depth: Known::NO_DEPTH,
                        bound: Bound::Lower,
                        was_pv,
                    };
                    self.shared.tt.store(key, known);
                }
                return best;
            }
            if let Some(score) = ends::win_in_sight(self, known, is_pv) {
                let known = Known {
                    mv: None,
                    score: score.seen_from(self.ply),
                    eval: raw,
                    depth: ends::DEEPER,
                    bound: Bound::Exact,
                    was_pv,
                };
                self.shared.tt.store(key, known);
                return score;
            }
            window.alpha = window.alpha.max(best);
            futility_base = best + MARGIN;
        }

        let hash_move = known.and_then(|known| known.mv).filter(|&mv| {
            (in_check || self.position.piece_on(mv.to()).is_some()) && self.position.is_legal(mv)
        });
        let last_square = self.position.last_move().map(|mv| mv.to());
        let promotions = is_first_ply && self.on(Technique::QuietPromotions);
        let mut picker = Picker::quiescence(self, hash_move, promotions);
        let mut best_move = None;
        let mut number = 0;
        while let Some(mv) = picker.next(self) {
            if !self.position.is_legal_if_pseudo_legal(mv) {
                continue;
            }
            number += 1;
            let taken = self.position.piece_on(mv.to());
            if best > -Score::SUPERIOR {
                if let Some(taken) = taken
                    && !in_check
                    && Some(mv.to()) != last_square
                    && !self.position.gives_check(mv)
                {
                    if number > ENOUGH_MOVES {
                        continue;
                    }
                    let bound = futility_base + self.values.of(taken.kind());
                    if bound <= window.alpha {
                        best = best.max(bound);
                        continue;
                    }
                }
                // A quiet evasion is tried only as long as every line is lost.
                if in_check && taken.is_none() {
                    continue;
                }
                self.prefetch(mv);
                if !self.position.see_at_least(mv, MIN_EXCHANGE, &self.values) {
                    continue;
                }
            }
            self.play(mv);
            let score = -self.quiesce::<R>(window.flipped(), false);
            self.take_back();
            if self.must_stop() {
                picker.finish(self);
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if is_pv {
                        self.raise_pv(mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }
        picker.finish(self);
        if in_check && number == 0 {
            return Score::mated_in(self.ply);
        }
        if best >= window.beta && !best.is_mate() {
            best = Score::new((best.get() + window.beta.get()) / 2);
        }
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        let score = best.seen_from(self.ply);
        let known = Known { mv: best_move, score, eval: raw, depth: 0, bound, was_pv };
        self.shared.tt.store(key, known);
        best
    }
}
