//! The moves of all nodes on the way from the root, each with the score it is ordered by.
//!
//! Known as: move list, selection sort
//! Source:   none
//! Here:     moves and scores lie apart, so that the best score of many is found eight at a time;
//!           Stockfish and YaneuraOu sort by insertion
//! Worth:    not measured
//! Off:      none

use shogi::Move;

/// A stack of moves with scores, which lie apart so that eight scores are compared at a time.
#[derive(Default)]
pub(crate) struct MoveStack {
    moves: Vec<Move>,
    scores: Vec<i32>,
}

impl MoveStack {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self { moves: Vec::with_capacity(capacity), scores: Vec::with_capacity(capacity) }
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.scores.truncate(len);
    }

    /// Adds a move with its score.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move, score: i32) {
        self.moves.push(mv);
        self.scores.push(score);
    }

    /// Removes the moves from `start` on whose score is below `least`.
    pub(crate) fn drop_below(&mut self, start: usize, least: i32) {
        let mut kept = start;
        for index in start..self.len() {
            if self.scores[index] >= least {
                self.copy(index, kept);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Adds moves with their scores.
    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: &[Move], score: impl FnMut(Move) -> i32) {
        self.moves.extend_from_slice(moves);
        self.scores.extend(moves.iter().copied().map(score));
    }

    /// Adds to the score of a move, if it is listed from `start` on.
    pub(crate) fn add_to_score(&mut self, start: usize, mv: Move, bonus: i32) {
        if let Some(index) = self.moves[start..].iter().position(|&listed| listed == mv) {
            self.scores[start + index] += bonus;
        }
    }

    pub(crate) fn mv(&self, index: usize) -> Move {
        self.moves[index]
    }

    pub(crate) fn score(&self, index: usize) -> i32 {
        self.scores[index]
    }

    /// Overwrites the entry at `to` with the entry at `from`.
    pub(crate) fn copy(&mut self, from: usize, to: usize) {
        self.moves[to] = self.moves[from];
        self.scores[to] = self.scores[from];
    }

    /// Swaps the best entry between `start` and `end` to `start`; among equals the first one.
    #[inline]
    pub(crate) fn bring_best_forward(&mut self, start: usize, end: usize) {
        let scores = &self.scores[start..end];
        let best = scores.iter().copied().fold(i32::MIN, i32::max);
        // Eight scores are one comparison of vectors.
        let (eights, _) = scores.as_chunks::<8>();
        let before = eights.iter().take_while(|eight| !has(eight, best)).count() * 8;
        if let Some(index) = scores[before..].iter().position(|&score| score == best) {
            let found = start + before + index;
            self.moves.swap(start, found);
            self.scores.swap(start, found);
        }
    }

    /// Swaps the best entry from `next` on to `next` and returns its move.
    pub(crate) fn take_best(&mut self, next: usize) -> Move {
        self.bring_best_forward(next, self.len());
        self.mv(next)
    }
}

/// Is the score among the eight? All are compared, so that the compiler can use vectors.
#[inline(always)]
fn has(eight: &[i32; 8], score: i32) -> bool {
    eight.iter().fold(false, |found, &other| found | (other == score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_forward() {
        let mut stack = MoveStack::default();
        let moves: Vec<Move> =
            ["7g7f", "2g2f", "1g1f", "9g9f"].iter().map(|text| text.parse().unwrap()).collect();
        for (&mv, score) in moves.iter().zip([5, -7, 9, 9]) {
            stack.push(mv, score);
        }
        stack.bring_best_forward(0, 4);
        assert_eq!((stack.mv(0), stack.score(0)), (moves[2], 9));
        stack.bring_best_forward(1, 3);
        assert_eq!((stack.mv(1), stack.score(1)), (moves[0], 5));
        stack.drop_below(1, 5);
        assert_eq!((stack.len(), stack.mv(2)), (3, moves[3]));
        stack.truncate(1);
        assert_eq!(stack.len(), 1);
    }
}
