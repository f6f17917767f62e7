//! Sums of relations along the moves played, brought up to date when a value is asked for.

use std::sync::Arc;

use shogi::{Color, Position, Square};

use super::fold::FoldedKing;
use super::piece_king;
use super::states::{OWN_STATES, STATES, State, StateList};
use super::weights::{SCALE, ThreePieceWeights, own_view};
use crate::change::Change;
use crate::entering_king::EnteringKing;
use crate::evaluator::Evaluator;
use crate::value::Eval;

/// More changed states than this, and a sum is built anew.
const MOST_CHANGED: usize = 8;

/// The parts of a value, as they count for Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Material.
    pub material: i32,
    /// Both kings with each piece, in 1/32 points.
    pub kkp: i32,
    /// Each king with pairs of pieces, Black's and White's, in 1/32 points.
    pub kpp: [i32; 2],
    /// The entering-king term.
    pub entering_king: i32,
}

impl Parts {
    /// All together, in points.
    pub fn total(&self) -> i32 {
        let positional = self.kkp + self.kpp[0] + self.kpp[1];
        self.material + positional / SCALE + self.entering_king
    }
}

#[derive(Clone, Copy)]
struct SumsFrame {
    change: Change,
    /// Black's balance; kept from the first, it costs nothing.
    material: i32,
    is_known: bool,
    /// Sum over the pairs for each side's king, as it counts for that side.
    kpp: [i32; 2],
    /// As it counts for Black.
    kkp: i32,
}

const UNKNOWN: SumsFrame =
    SumsFrame { change: Change::NONE, material: 0, is_known: false, kpp: [0; 2], kkp: 0 };

/// Follows a position with three-piece weights.
pub struct ThreePiece {
    weights: Arc<ThreePieceWeights>,
    entering_king: Option<EnteringKing>,
    frames: Vec<SumsFrame>,
}

/// States that came and went, as Black sees them.
#[derive(Default)]
struct Changed {
    added: Few,
    removed: Few,
    king_moved: [bool; 2],
    is_too_much: bool,
}

#[derive(Default)]
struct Few {
    states: [State; MOST_CHANGED],
    len: usize,
}

impl Few {
    fn iter(&self) -> std::slice::Iter<'_, State> {
        self.states[..self.len].iter()
    }

    fn take(&mut self, state: State) -> bool {
        let found = self.iter().position(|&other| other == state);
        if let Some(index) = found {
            self.len -= 1;
            self.states[index] = self.states[self.len];
        }
        found.is_some()
    }

    fn push(&mut self, state: State) -> bool {
        let Some(slot) = self.states.get_mut(self.len) else { return false };
        *slot = state;
        self.len += 1;
        true
    }
}

impl Changed {
    fn add(&mut self, state: Option<State>) {
        if let Some(state) = state
            && !self.removed.take(state)
            && !self.added.push(state)
        {
            self.is_too_much = true;
        }
    }

    fn remove(&mut self, state: Option<State>) {
        if let Some(state) = state
            && !self.added.take(state)
            && !self.removed.push(state)
        {
            self.is_too_much = true;
        }
    }

    /// Kings have no state, so their moves leave no trace but in `king_moved`.
    fn note(&mut self, change: &Change) {
        let on_board = |placed| State::placed(Color::Black, placed);
        self.remove(change.lifted.and_then(on_board));
        self.remove(change.captured.and_then(on_board));
        self.add(change.placed.and_then(on_board));
        if let Some(hand) = change.hand {
            let held = |count: u8| {
                Some(State::in_hand(Color::Black, hand.color, hand.kind, u32::from(count)))
            };
            self.remove(held(hand.before));
            self.add(held(hand.after));
        }
        if let Some(color) = change.moved_king() {
            self.king_moved[color.index()] = true;
        }
    }
}

impl ThreePiece {
    /// With the entering-king weights of the file, if they are not all zero.
    pub fn new(weights: Arc<ThreePieceWeights>) -> Self {
        let steps = weights.steps;
        let entering_king = steps.0.iter().any(|&weight| weight != 0);
        Self {
            weights,
            entering_king: entering_king.then_some(EnteringKing::Steps(steps)),
            frames: Vec::new(),
        }
    }

    /// With another entering-king term, or none.
    #[must_use]
    pub fn with_entering_king(mut self, term: Option<EnteringKing>) -> Self {
        self.entering_king = term;
        self
    }

    pub(super) fn weights(&self) -> &ThreePieceWeights {
        &self.weights
    }

    /// The parts of the value of any position, from nothing.
    pub fn parts(&self, position: &Position) -> Parts {
        let states = StateList::of(position);
        let [black, white] = Color::ALL.map(|color| self.kpp_full(position, &states, color));
        Parts {
            material: self.weights.values.balance(position),
            kkp: self.kkp_full(position, &states),
            kpp: [black, -white],
            entering_king: self.entering_king.map_or(0, |term| term.for_black(position)),
        }
    }

    /// The value of any position, from nothing.
    pub fn evaluate_full(&self, position: &Position) -> Eval {
        Eval::from_black(self.parts(position).total(), position.turn())
    }

    fn folded_king(position: &Position, color: Color) -> Option<FoldedKing> {
        Some(FoldedKing::new(own_view(color, position.king(color)?)))
    }

    fn kpp_full(&self, position: &Position, states: &StateList, color: Color) -> i32 {
        let Some(king) = Self::folded_king(position, color) else { return 0 };
        let states = seen_by(states, color, king);
        let mut sum = 0;
        for (count, &state) in states.iter().enumerate() {
            let row = self.weights.kpp_row(king.index, state);
            sum += row_sum(row, states.iter().take(count + 1));
        }
        sum
    }

    fn kkp_full(&self, position: &Position, states: &StateList) -> i32 {
        let (Some(black), Some(white)) = (position.king(Color::Black), position.king(Color::White))
        else {
            return 0;
        };
        let rows = self.kkp_rows(black, white);
        states.iter().map(|&state| rows.of(state)).sum()
    }

    /// The rows of weights by which each state counts with both kings where they stand.
    #[inline]
    pub(super) fn kkp_rows(&self, black: Square, white: Square) -> KkpRows<'_> {
        let own = [black, white.rotated()];
        let enemy = [white, black.rotated()];
        let folds = own.map(FoldedKing::new);
        KkpRows {
            folds,
            rows: [
                self.weights.kkp_row(folds[0], enemy[0]),
                self.weights.kkp_row(folds[1], enemy[1]),
            ],
        }
    }

    /// Makes the sums of the present position known.
    fn bring_up(&mut self, position: &Position) {
        let top = self.frames.len() - 1;
        let mut start = top;
        let mut changed = Changed::default();
        while !self.frames[start].is_known {
            if start == 0 {
                changed.is_too_much = true;
                break;
            }
            start -= 1;
        }
        if !changed.is_too_much {
            self.frames[start + 1..].iter().for_each(|frame| changed.note(&frame.change));
        }
        let before = self.frames[start];
        let states = StateList::of(position);
        let mut kpp = before.kpp;
        for color in Color::ALL {
            if changed.is_too_much || changed.king_moved[color.index()] {
                kpp[color.index()] = self.kpp_full(position, &states, color);
            } else {
                kpp[color.index()] += self.kpp_difference(position, &states, &changed, color);
            }
        }
        let kkp = if changed.is_too_much || changed.king_moved != [false; 2] {
            self.kkp_full(position, &states)
        } else {
            before.kkp + self.kkp_difference(position, &changed)
        };
        let frame = &mut self.frames[top];
        frame.kpp = kpp;
        frame.kkp = kkp;
        frame.is_known = true;
    }

    /// The difference that pairs with changed states make.
    #[inline]
    fn kpp_difference(
        &self,
        position: &Position,
        states: &StateList,
        changed: &Changed,
        color: Color,
    ) -> i32 {
        let Some(king) = Self::folded_king(position, color) else { return 0 };
        if changed.added.len + changed.removed.len == 0 {
            return 0;
        }
        let now = seen_by(states, color, king);
        let added = few_seen_by(&changed.added, color, king);
        let removed = few_seen_by(&changed.removed, color, king);
        let mut sum = 0;
        for (count, &state) in added.iter().enumerate() {
            let row = self.weights.kpp_row(king.index, state);
            sum += row_sum(row, now.iter());
            // A pair of two new states was counted with each of them.
            sum -= row_sum(row, added.iter().take(count));
        }
        for (count, &state) in removed.iter().enumerate() {
            let row = self.weights.kpp_row(king.index, state);
            // The states before: those of now without the added ones, and the removed ones.
            sum -= row_sum(row, now.iter()) - row_sum(row, added.iter());
            sum -= row_sum(row, removed.iter().take(count + 1));
        }
        sum
    }

    #[inline]
    fn kkp_difference(&self, position: &Position, changed: &Changed) -> i32 {
        let (Some(black), Some(white)) = (position.king(Color::Black), position.king(Color::White))
        else {
            return 0;
        };
        let rows = self.kkp_rows(black, white);
        let added: i32 = changed.added.iter().map(|&state| rows.of(state)).sum();
        let removed: i32 = changed.removed.iter().map(|&state| rows.of(state)).sum();
        added - removed
    }

    /// The material and the sum of all relations in 1/32 points of the position that is followed, as
    /// they count for Black.
    #[inline]
    pub(crate) fn sums(&mut self, position: &Position) -> (i32, i32) {
        let top = self.frames.last().expect("a position is followed");
        if !top.is_known {
            self.bring_up(position);
        }
        let SumsFrame { material, kpp, kkp, .. } = self.frames[self.frames.len() - 1];
        (material, kkp + kpp[0] - kpp[1])
    }

    fn push(&mut self, change: Change) {
        let material = self.frames.last().expect("a reset leaves one frame").material
            + self.weights.values.swing(&change);
        self.frames.push(SumsFrame { change, material, ..UNKNOWN });
    }
}

/// The rows of both sides' relations of the two kings with a piece.
pub(super) struct KkpRows<'a> {
    folds: [FoldedKing; 2],
    rows: [&'a [i16; OWN_STATES]; 2],
}

impl KkpRows<'_> {
    /// The relation of both kings with a piece, as it counts for Black.
    #[inline]
    pub(super) fn of(&self, state: State) -> i32 {
        if state.index() < OWN_STATES {
            i32::from(self.rows[0][self.folds[0].state(state).index()])
        } else {
            -i32::from(self.rows[1][self.folds[1].state(state.flipped()).index()])
        }
    }
}

#[inline(always)]
fn row_sum<'a>(row: &[i16; STATES], states: impl Iterator<Item = &'a State>) -> i32 {
    states.map(|state| i32::from(row[state.index()])).sum()
}

#[inline]
fn seen_by(states: &StateList, color: Color, king: FoldedKing) -> StateList {
    match color {
        Color::Black => states.map(|state| king.state(state)),
        Color::White => states.map(|state| king.state(state.flipped())),
    }
}

#[inline]
fn few_seen_by(few: &Few, color: Color, king: FoldedKing) -> Few {
    let mut seen = Few { states: few.states, len: few.len };
    for state in &mut seen.states[..few.len] {
        *state = king.state(match color {
            Color::Black => *state,
            Color::White => state.flipped(),
        });
    }
    seen
}

impl Evaluator for ThreePiece {
    fn reset(&mut self, position: &Position) {
        self.frames.clear();
        self.frames.push(SumsFrame { material: self.weights.values.balance(position), ..UNKNOWN });
    }

    #[inline]
    fn played(&mut self, position: &Position) {
        self.push(Change::last(position));
    }

    #[inline]
    fn passed(&mut self, _: &Position) {
        self.push(Change::NONE);
    }

    #[inline]
    fn taken_back(&mut self) {
        assert!(self.frames.len() > 1, "nothing has been played since the reset");
        self.frames.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> Eval {
        let (material, positional) = self.sums(position);
        let entering = self.entering_king.map_or(0, |term| term.for_black(position));
        Eval::from_black(material + positional / SCALE + entering, position.turn())
    }

    fn piece_king_swing(&self, position: &Position, change: &Change) -> i32 {
        piece_king::swing(self, position, change)
    }
}
