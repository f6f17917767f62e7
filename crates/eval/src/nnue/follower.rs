//! Accumulators along the moves played, brought up to date when a value is asked for.
//!
//! Source:  Nasu (2018): updates by difference; Stockfish: updates are put off until a value is
//!          asked for, and then start from the nearest known accumulator

use std::sync::Arc;

use shogi::{Color, PieceKind, Position};

use super::accumulator::Sums;
use super::architecture::Features;
use super::network::Weights;
use super::refresh::RefreshCache;
use super::states::View;
use crate::change::Change;

/// The position after a move: the change that the move made, and the accumulators of both sides if
/// they are known.
struct AccumulatorFrame<const N: usize> {
    sums: [Sums<N>; 2],
    known: [bool; 2],
    change: Change,
    #[cfg(debug_assertions)]
    key: u64,
}

impl<const N: usize> AccumulatorFrame<N> {
    fn new() -> Self {
        Self {
            sums: [Sums::ZERO; 2],
            known: [false; 2],
            change: Change::NONE,
            #[cfg(debug_assertions)]
            key: 0,
        }
    }
}

/// Follows a position with a network.
pub(super) struct Follower<const N: usize, const H1: usize, const H2: usize> {
    weights: Arc<Weights<N, H1, H2>>,
    frames: Vec<AccumulatorFrame<N>>,
    /// The index of the present position's frame.
    top: usize,
    cache: Option<RefreshCache<N>>,
}

/// The rows that a change removes and adds; `count` of each.
struct Replaced {
    count: usize,
    added: [usize; 2],
    removed: [usize; 2],
}

impl<const N: usize, const H1: usize, const H2: usize> Follower<N, H1, H2> {
    pub(super) fn new(weights: Arc<Weights<N, H1, H2>>) -> Self {
        let features = weights.features;
        // With a single block no move changes all rows.
        let cache = (features.blocks() > 1).then(|| RefreshCache::new(&weights.bias, features));
        Self { weights, frames: vec![AccumulatorFrame::new()], top: 0, cache }
    }

    pub(super) fn weights(&self) -> &Arc<Weights<N, H1, H2>> {
        &self.weights
    }

    pub(super) fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.begin(Change::NONE, position);
    }

    #[inline]
    pub(super) fn push(&mut self, change: Change, position: &Position) {
        self.top += 1;
        if self.top == self.frames.len() {
            self.frames.push(AccumulatorFrame::new());
        }
        self.begin(change, position);
    }

    #[inline]
    fn begin(&mut self, change: Change, position: &Position) {
        let frame = &mut self.frames[self.top];
        frame.known = [false; 2];
        frame.change = change;
        #[cfg(debug_assertions)]
        {
            frame.key = position.key();
        }
        let _ = position;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        assert!(self.top > 0, "nothing has been played since the reset");
        self.top -= 1;
    }

    /// The network's output for the side to move.
    #[inline]
    pub(super) fn output(&mut self, position: &Position) -> i32 {
        #[cfg(debug_assertions)]
        assert_eq!(self.frames[self.top].key, position.key(), "another position is followed");
        for perspective in Color::ALL {
            self.bring_up(position, perspective);
        }
        let sums = &self.frames[self.top].sums;
        let us = position.turn();
        self.weights.output(&sums[us.index()], &sums[(!us).index()], position)
    }

    /// Makes the accumulator of a side known for the present position.
    #[inline]
    fn bring_up(&mut self, position: &Position, perspective: Color) {
        let side = perspective.index();
        let mut start = self.top;
        while !self.frames[start].known[side] {
            if start == 0 || self.changes_all(&self.frames[start].change, perspective) {
                self.refresh(position, perspective);
                return;
            }
            start -= 1;
        }
        let Some(king) = position.king(perspective) else {
            self.refresh(position, perspective);
            return;
        };
        let view = self.weights.features.view(perspective, king);
        for next in start + 1..=self.top {
            let (before, after) = self.frames.split_at_mut(next);
            let from = &before[next - 1].sums[side];
            let AccumulatorFrame { sums, known, change, .. } = &mut after[0];
            let replaced = replaced(self.weights.features, change, view);
            replaced.apply(&self.weights, view, from, &mut sums[side]);
            known[side] = true;
        }
    }

    /// Does the change replace every row of this side? A move of its king into another block does.
    #[inline]
    fn changes_all(&self, change: &Change, perspective: Color) -> bool {
        let features = self.weights.features;
        match (change.lifted, change.placed) {
            (Some(lifted), Some(placed)) if change.moved_king() == Some(perspective) => {
                features.view(perspective, lifted.square)
                    != features.view(perspective, placed.square)
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn refresh(&mut self, position: &Position, perspective: Color) {
        let frame = &mut self.frames[self.top];
        let sum = &mut frame.sums[perspective.index()];
        match (&mut self.cache, position.king(perspective)) {
            (Some(cache), Some(king)) => {
                cache.refresh(&self.weights, position, perspective, king, sum);
            }
            _ => self.weights.refresh(position, perspective, sum),
        }
        frame.known[perspective.index()] = true;
    }
}

/// The rows that a change removes and adds, as a side sees them.
#[inline]
fn replaced(features: Features, change: &Change, view: View) -> Replaced {
    let mut replaced = Replaced { count: 0, added: [0; 2], removed: [0; 2] };
    let Some(placed) = change.placed else { return replaced };
    let new = view.on_board(placed);
    match (change.lifted, change.hand) {
        (None, Some(hand)) => {
            replaced.added[0] = new;
            replaced.removed[0] = view.of_hand(hand);
            replaced.count = 1;
        }
        (Some(lifted), hand) => {
            // A king without rows of its own adds nothing, so only the piece it captures counts.
            if features.has_king_rows() || lifted.piece.kind() != PieceKind::King {
                replaced.added[0] = new;
                replaced.removed[0] = view.on_board(lifted);
                replaced.count = 1;
            }
            if let (Some(captured), Some(hand)) = (change.captured, hand) {
                replaced.added[replaced.count] = view.of_hand(hand);
                replaced.removed[replaced.count] = view.on_board(captured);
                replaced.count += 1;
            }
        }
        (None, None) => {}
    }
    replaced
}

impl Replaced {
    /// Sets `to` to the sums `from` with the replaced rows.
    #[inline]
    fn apply<const N: usize, const H1: usize, const H2: usize>(
        &self,
        weights: &Weights<N, H1, H2>,
        view: View,
        from: &Sums<N>,
        to: &mut Sums<N>,
    ) {
        let row = |row: usize| &weights.rows[row];
        match self.count {
            0 => to.row.0 = from.row.0,
            1 => to.row.replace_one(&from.row, row(self.added[0]), row(self.removed[0])),
            _ => to.row.replace_two(&from.row, self.added.map(row), self.removed.map(row)),
        }
        to.linear = from.linear;
        for (&added, &removed) in self.added.iter().zip(&self.removed).take(self.count) {
            let change =
                weights.linear_of(view, added).wrapping_sub(weights.linear_of(view, removed));
            to.linear = to.linear.wrapping_add(change);
        }
    }
}
