//! Playing strength in ten levels, from a beginner's to all the engine can do.
//!
//! A lower level searches fewer nodes and takes one of several good lines by chance: the more a move
//! loses against the best one, the less likely it is, and beyond a limit it is never played. So a
//! weak level plays plausible moves that look less far, instead of good moves with blunders between.
//!
//! Here:     the numbers come from matches with the embedded network, in which each level beat the
//!           one below in 65 to 80 % of the games (docs/record/levels.md)

use std::hash::{BuildHasher, RandomState};

use search::{RootMove, Score};

use crate::go::Go;
use crate::options::Options;
use crate::shown_score::ShownScore;

/// The handicaps of one level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    /// The greatest number of nodes for a move.
    nodes: u64,
    /// The number of best lines among which the move is chosen.
    lines: usize,
    /// The loss, in hundredths of a pawn, that makes a move 1/e as likely as the best one.
    noise: i32,
    /// The greatest loss, in hundredths of a pawn, of a move that is played.
    most: i32,
}

const fn row(nodes: u64, lines: usize, noise: i32, most: i32) -> Row {
    Row { nodes, lines, noise, most }
}

/// The levels below full strength, from the weakest.
const ROWS: [Row; 9] = [
    row(89, 8, 302, 865),
    row(126, 8, 155, 450),
    row(158, 8, 140, 405),
    row(240, 6, 116, 345),
    row(560, 5, 84, 250),
    row(1_150, 5, 62, 185),
    row(1_750, 4, 52, 156),
    row(3_400, 4, 40, 121),
    row(5_200, 3, 32, 97),
];

/// A level from 1, for beginners, to 10, full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const WEAKEST: Self = Self(1);
    /// Full strength: the engine is not held back at all.
    pub const FULL: Self = Self(ROWS.len() as u8 + 1);

    /// Returns the level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::WEAKEST.0 && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.get(usize::from(self.0) - 1)
    }
}

/// The handicaps of a search for a level below full strength.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicaps(&'static Row);

impl Handicaps {
    /// Returns the handicaps of this request. Analysis has none, and neither has a search of certain
    /// moves.
    pub(crate) fn of(go: &Go, options: &Options) -> Option<Self> {
        let is_play = !options.consideration && !go.is_analysis() && go.only.is_empty();
        options.level.row().filter(|_| is_play).map(Self)
    }

    /// Returns the request with the node limit of the level.
    pub(crate) fn limit(self, go: &Go) -> Go {
        let nodes = go.nodes.map_or(self.0.nodes, |nodes| nodes.min(self.0.nodes));
        Go { nodes: Some(nodes), ..go.clone() }
    }

    /// Returns the number of best lines that the search needs.
    pub(crate) fn lines(self) -> usize {
        self.0.lines
    }

    /// Chooses one of the root's moves, which are sorted, and returns its index.
    pub(crate) fn choose(self, moves: &[RootMove], pawn: i32) -> usize {
        choose(self.0, moves, pawn, RandomState::new().hash_one(()))
    }
}

/// Chooses one of the best moves in proportion to e^(-loss / noise).
fn choose(row: &Row, moves: &[RootMove], pawn: i32, random: u64) -> usize {
    let values: Vec<Option<i32>> = moves.iter().take(row.lines).map(|mv| value(mv, pawn)).collect();
    let Some(best) = values.iter().flatten().max().copied() else { return 0 };
    let weight = |value: &Option<i32>| match value.map(|value| best - value) {
        Some(loss) if loss <= row.most => (-f64::from(loss) / f64::from(row.noise)).exp(),
        _ => 0.0,
    };
    let weights: Vec<f64> = values.iter().map(weight).collect();
    // The upper 53 bits are a number from 0 to 1 that an `f64` holds exactly.
    let part = (random >> 11) as f64 / (1_u64 << 53) as f64;
    let mut rest = part * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return index;
        }
        rest -= weight;
    }
    0
}

/// Returns the score of a move in hundredths of a pawn, if it was searched. A search that was
/// stopped may know only the score of the depth before.
fn value(mv: &RootMove, pawn: i32) -> Option<i32> {
    let known = if mv.score > -Score::INFINITE { mv.score } else { mv.last_score };
    (known > -Score::INFINITE).then(|| ShownScore::new(known, pawn).to_number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Bound;

    const PAWN: i32 = 100;

    fn moves(scores: &[Score]) -> Vec<RootMove> {
        let one = |&score: &Score| RootMove {
            score,
            bound: Bound::Exact,
            depth: 3,
            nodes: 1,
            ..RootMove::new("7g7f".parse().unwrap())
        };
        scores.iter().map(one).collect()
    }

    /// How often each move is chosen in a thousand draws that are spread evenly.
    fn times(row: &Row, scores: &[Score]) -> Vec<usize> {
        let moves = moves(scores);
        let mut times = vec![0; moves.len()];
        for draw in 0..1000 {
            times[choose(row, &moves, PAWN, draw * (u64::MAX / 1000))] += 1;
        }
        times
    }

    #[test]
    fn the_levels_grow() {
        for pair in ROWS.windows(2) {
            let [weak, strong] = pair else { unreachable!("a window of two") };
            assert!(weak.nodes < strong.nodes && weak.noise >= strong.noise);
            assert!(weak.lines >= strong.lines && weak.most >= strong.most && strong.lines > 1);
        }
        assert_eq!(Level::FULL.number(), 10);
        assert!(Level::FULL.row().is_none() && Level::WEAKEST.row() == Some(&ROWS[0]));
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
    }

    #[test]
    fn worse_moves_are_less_likely_and_bad_ones_never_played() {
        let scores = [100, 50, 0, -150, 100].map(Score::new);
        let row = row(1, 4, 50, 200);
        let times = times(&row, &scores);
        // 1 : 1/e : 1/e²; the fourth loses too much, the fifth is not among the lines.
        assert_eq!(times[3..], [0, 0]);
        for (times, share) in times.iter().zip([0.665, 0.245, 0.090]) {
            assert!((*times as f64 / 1000.0 - share).abs() < 0.005, "{times} {share}");
        }
    }

    #[test]
    fn a_mate_that_is_seen_is_played_and_one_against_it_avoided() {
        let row = row(1, 8, 300, 900);
        assert_eq!(times(&row, &[Score::mate_in(3), Score::new(900)]), [1000, 0]);
        assert_eq!(times(&row, &[Score::new(-900), Score::mated_in(4)]), [1000, 0]);
    }

    #[test]
    fn moves_without_a_score_are_not_chosen() {
        let row = row(1, 8, 300, 900);
        let mut moves = moves(&[Score::new(0), -Score::INFINITE, -Score::INFINITE]);
        moves[2].last_score = Score::new(0);
        assert_eq!(choose(&row, &moves, PAWN, 0), 0);
        assert_eq!(choose(&row, &moves, PAWN, u64::MAX), 2);
        assert_eq!(choose(&row, &[], PAWN, 7), 0);
    }
}
