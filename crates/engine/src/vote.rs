//! Which thread's move is played: each thread votes for its best move, weighted by depth and score.
//!
//! Source:   YaneuraOu 9.70, `get_best_thread` (after Stockfish): the weight is the depth times
//!           (score - least score + 14); the shortest proven win goes first
//! Here:     a thread whose score is only an upper bound votes with the least weight; proven losses
//!           have no rule of their own; if the move of the first thread wins, its own line is shown

use search::{Bound, Outcome, RootMove, Score};
use shogi::Move;

/// The weight, before the depth, of the thread with the least score.
const BASE_WEIGHT: i64 = 14;

/// Returns the index of the outcome whose line is played. Outcomes without a move do not vote.
pub(crate) fn best(outcomes: &[Outcome]) -> usize {
    let votes: Vec<Option<Vote>> = outcomes.iter().map(Vote::of).collect();
    let least = votes.iter().flatten().map(|vote| vote.score).min().unwrap_or_default();
    let total = |mv: Move| -> i64 {
        votes.iter().flatten().filter(|vote| vote.mv == mv).map(|vote| vote.weight(least)).sum()
    };
    let rank = |vote: &Vote| {
        let proven = if vote.score.is_win() { vote.score } else { Score::ZERO };
        (proven, total(vote.mv), vote.weight(least))
    };
    let mut best = 0;
    let mut best_rank = None;
    for (index, vote) in votes.iter().enumerate() {
        let rank = vote.as_ref().map(rank);
        // In a tie the earlier thread wins.
        if rank > best_rank {
            (best, best_rank) = (index, rank);
        }
    }
    match (&votes[0], &votes[best]) {
        (Some(first), Some(vote)) if first.mv == vote.mv && !vote.score.is_win() => 0,
        _ => best,
    }
}

struct Vote {
    mv: Move,
    score: Score,
    bound: Bound,
    depth: i32,
}

impl Vote {
    fn of(outcome: &Outcome) -> Option<Self> {
        let first = outcome.moves.first().filter(|first| first.score > -Score::INFINITE)?;
        let RootMove { score, bound, .. } = *first;
        Some(Self { mv: *first.pv.first()?, score, bound, depth: outcome.depth })
    }

    fn weight(&self, least: Score) -> i64 {
        let lead = if self.bound == Bound::Upper { 0 } else { self.score - least };
        (i64::from(lead) + BASE_WEIGHT) * i64::from(self.depth.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(mv: &str, score: Score, depth: i32) -> Outcome {
        let found = RootMove::new(mv.parse().unwrap());
        let root_move = RootMove { score, last_score: score, bound: Bound::Exact, depth, ..found };
        Outcome { moves: vec![root_move], depth, nodes: 1 }
    }

    #[test]
    fn votes_count() {
        let (low, high) = (Score::new(10), Score::new(40));
        assert_eq!(best(&[outcome("7g7f", low, 9)]), 0);
        let shallow = [outcome("7g7f", low, 9), outcome("2g2f", high, 10)];
        assert_eq!(best(&shallow), 1);
        let outvoted =
            [outcome("7g7f", high, 9), outcome("2g2f", high + 1, 9), outcome("7g7f", high, 9)];
        assert_eq!(best(&outvoted), 0);
        let mate = [
            outcome("7g7f", high, 30),
            outcome("7g7f", high, 30),
            outcome("2g2f", Score::mate_in(9), 8),
            outcome("2g2f", Score::mate_in(7), 8),
        ];
        assert_eq!(best(&mate), 3);
    }

    #[test]
    fn a_bound_from_above_is_no_score() {
        let mut fallen = outcome("2g2f", Score::new(60), 19);
        let first = outcome("7g7f", Score::new(50), 20);
        assert_eq!(best(&[first.clone(), fallen.clone()]), 1);
        fallen.moves[0].bound = Bound::Upper;
        assert_eq!(best(&[first, fallen]), 0);
    }

    #[test]
    fn the_first_thread_shows_its_own_line() {
        let deeper = outcome("7g7f", Score::new(50), 21);
        assert_eq!(best(&[outcome("7g7f", Score::new(10), 20), deeper]), 0);
    }

    #[test]
    fn nothing_found_is_no_vote() {
        let none = Outcome { moves: Vec::new(), depth: 0, nodes: 0 };
        assert_eq!(best(&[none.clone(), outcome("7g7f", Score::new(-500), 3)]), 1);
        assert_eq!(best(&[none]), 0);
    }
}
