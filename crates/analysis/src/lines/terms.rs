//! Which named terms of the classic evaluator differ between the ends of two lines.
//!
//! The classic evaluator is not the one that searched, and each end is that of one line: so terms are
//! named only where their sum points the same way as the searches and covers a good part of them.

use eval::classic::{Classic, Term};
use shogi::{Color, Position};

use crate::model::TermPoints;

/// The least points of a term that is named.
const LEAST_POINTS: i32 = 60;

/// The most terms that are named.
const MOST_TERMS: usize = 2;

/// A side's points for a term less those of the other side.
pub fn balance(position: &Position, term: Term, side: Color) -> i32 {
    let sheet = Classic::default().terms(position);
    sheet.points(term, side) - sheet.points(term, !side)
}

/// The terms that explain the difference `cp` of two searches, played minus best; empty if the terms
/// do not explain it. The largest comes first.
pub fn moved(best_end: &Position, played_end: &Position, side: Color, cp: i32) -> Vec<TermPoints> {
    let differences = Term::ALL
        .map(|term| (term, balance(played_end, term, side) - balance(best_end, term, side)));
    let sum: i32 = differences.iter().map(|(_, points)| points).sum();
    if cp == 0 || sum.signum() != cp.signum() || 10 * sum.abs() < 4 * cp.abs() {
        return Vec::new();
    }
    let least = LEAST_POINTS.max(sum.abs() / 4);
    let mut named: Vec<(Term, i32)> = differences
        .into_iter()
        .filter(|&(_, points)| points.signum() == cp.signum() && points.abs() >= least)
        .collect();
    named.sort_by_key(|&(_, points)| std::cmp::Reverse(points.abs()));
    named.truncate(MOST_TERMS);
    named
        .into_iter()
        .map(|(term, points)| TermPoints { term: term.name().to_owned(), points })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_term_comes_first() {
        // Black is a rook down and its king has not moved: the rook counts for more.
        let best: Position = "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/3K5 b - 1".parse().expect("a position");
        let played: Position = "4k4/9/9/9/9/9/PPPPPPPPP/1B7/4K4 b r 1".parse().expect("a position");
        let moved = moved(&best, &played, Color::Black, -1_500);
        let points: Vec<i32> = moved.iter().map(|term| term.points.abs()).collect();
        assert_eq!(moved.first().map(|term| term.term.as_str()), Some(Term::Material.name()));
        assert!(points.windows(2).all(|two| two[0] >= two[1]), "{moved:?}");
    }
}
