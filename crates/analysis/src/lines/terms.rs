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
/// do not explain it. Terms that can be counted on the board come before material.
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
    named.sort_by_key(|&(term, points)| (term == Term::Material, std::cmp::Reverse(points.abs())));
    named.truncate(MOST_TERMS);
    named
        .into_iter()
        .map(|(term, points)| TermPoints { term: term.name().to_owned(), points })
        .collect()
}
