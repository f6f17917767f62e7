//! The curve of a game: where several searches speak of a position, one of them is shown.
//!
//! A loss comes from two searches with equal nodes; the curve comes from one search for each position.
//! Both tell the same story if those searches are chosen whose falls are the losses: a shortest way
//! through the choices of all positions.

use crate::judge::{Judged, Known};
use crate::model::Class;
use crate::part::Part;

/// How much the values of a move that is blamed, and those of another move that was compared, count
/// beside the fall.
const BLAMED: f64 = 1.0;
const COMPARED: f64 = 0.1;

/// Chooses a value for each position of a part. `choices` are those of all positions, `moves` the
/// judgements of plies 1, 2, ..., and `is_compared` says of which plies two moves were compared.
pub(crate) fn choose(
    part: Part,
    choices: Vec<Vec<Known>>,
    moves: &[Judged],
    limits: &[crate::model::Number; 4],
    is_compared: impl Fn(usize) -> bool,
) -> Vec<Known> {
    let cost = |ply: usize, before: &Known, after: &Known| {
        let judged = &moves[ply - 1];
        let (from, to) = (before.value.w.get(), 100.0 - after.value.w.get());
        let (best, played) = (judged.best.w.get(), judged.played.w.get());
        let grade: Class = crate::classes::grade(judged.loss, limits);
        let weight = match is_compared(ply) {
            true if grade.is_bad() => BLAMED,
            true => COMPARED,
            false => 0.0,
        };
        let apart = from - to - judged.loss;
        apart * apart + weight * ((from - best).powi(2) + (to - played).powi(2))
    };
    // The least cost of a way to each choice, and the choice before it.
    let mut costs: Vec<f64> = vec![0.0; choices[part.first].len()];
    let mut ways: Vec<Vec<usize>> = Vec::new();
    for ply in part.moves() {
        let (befores, afters) = (&choices[ply - 1], &choices[ply]);
        let best = |after: &Known| {
            let way = |(index, before)| (costs[index] + cost(ply, before, after), index);
            let ways = befores.iter().enumerate().map(way);
            ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0))
        };
        let steps: Vec<(f64, usize)> = afters.iter().map(best).collect();
        costs = steps.iter().map(|step| step.0).collect();
        ways.push(steps.iter().map(|step| step.1).collect());
    }
    let last = costs.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    let mut chosen = last.map_or(0, |one| one.0);
    let mut picks = vec![0; choices.len()];
    for ply in part.moves().rev() {
        picks[ply] = chosen;
        chosen = ways[ply - part.first - 1][chosen];
    }
    picks[part.first] = chosen;
    let pick = |(mut choices, pick): (Vec<Known>, usize)| choices.swap_remove(pick);
    choices.into_iter().zip(picks).map(pick).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Number, Settings, Value};

    fn known(w: f64) -> Known {
        Known { value: Value { w: w.into(), ..Value::default() }, ..Known::default() }
    }

    #[test]
    fn the_curve_falls_by_the_losses() {
        // The first move loses nothing, so its position is not the one that falls from 64 to 36.
        let choices = vec![vec![known(64.0), known(40.0)], vec![known(64.0)], vec![known(36.0)]];
        let judged = |best: f64, played: f64| {
            let value = |w: f64| Value { w: w.into(), ..Value::default() };
            Judged {
                best: value(best),
                played: value(played),
                loss: best - played,
                ..Judged::default()
            }
        };
        let moves = [judged(40.0, 40.0), judged(64.0, 64.0)];
        let settings = Settings::default();
        let part = Part::of(&settings, 2);
        let limits = [5.0, 10.0, 20.0, 50.0].map(Number::new);
        let curve = choose(part, choices, &moves, &limits, |_| false);
        let w: Vec<f64> = curve.iter().map(|known| known.value.w.get()).collect();
        assert_eq!(w, [40.0, 64.0, 36.0]);
    }
}
