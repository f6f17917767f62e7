//! Ratings of many players from their games: the Bradley-Terry model, a draw counting as half a
//! win and half a loss.
//!
//! The likelihood is climbed by the minorise-maximise steps of Hunter 2004. Errors come from the
//! curvature at the top, with the mean of all ratings held at 0.

use crate::counts::WinsDrawsLosses;
use crate::special::normal_quantile;

/// The games of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the first player.
    pub first: usize,
    /// The number of the second player.
    pub second: usize,
    /// The games from the first player's side.
    pub games: WinsDrawsLosses,
}

/// A player's strength on the Elo scale, the mean of all players being 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub value: f64,
    /// Half the width of its 95% interval.
    pub error95: f64,
}

const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;
const MOST_ROUNDS: usize = 100_000;

/// The ratings of `players` players. Each pairing that was played also gets `prior_draws` drawn
/// games, which keep the rating of a player who won everything finite.
pub fn ratings(players: usize, pairings: &[Pairing], prior_draws: f64) -> Vec<Rating> {
    let mut points = vec![0.0; players];
    let mut games = vec![vec![0.0; players]; players];
    for pairing in pairings {
        let (first, second) = (pairing.first, pairing.second);
        let played = pairing.games.games() as f64;
        if first >= players || second >= players || first == second || played == 0.0 {
            continue;
        }
        let won = pairing.games.points();
        points[first] += won + prior_draws / 2.0;
        points[second] += played - won + prior_draws / 2.0;
        games[first][second] += played + prior_draws;
        games[second][first] += played + prior_draws;
    }
    let strengths = climb(&points, &games);
    let errors = errors(&strengths, &games);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let reach = normal_quantile(0.975) * ELO_PER_NAT;
    let rating = |(strength, error): (&f64, f64)| Rating {
        value: (strength - mean) * ELO_PER_NAT,
        error95: error * reach,
    };
    strengths.iter().zip(errors).map(rating).collect()
}

/// Logarithms of the strengths.
fn climb(points: &[f64], games: &[Vec<f64>]) -> Vec<f64> {
    let mut strengths = vec![1.0f64; points.len()];
    for _ in 0..MOST_ROUNDS {
        let mut most_change = 0.0f64;
        for player in 0..points.len() {
            let weight: f64 = (0..points.len())
                .map(|other| games[player][other] / (strengths[player] + strengths[other]))
                .sum();
            if weight > 0.0 {
                let next = (points[player] / weight).clamp(1e-9, 1e9);
                most_change = most_change.max((next / strengths[player]).ln().abs());
                strengths[player] = next;
            }
        }
        let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / points.len().max(1) as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        if most_change < 1e-10 {
            break;
        }
    }
    strengths.iter().map(|strength| strength.ln()).collect()
}

/// Deviations of the logarithms, from the inverse of the curvature. The curvature has no say
/// about a common shift; adding one to each of its entries divided by their number fixes it.
fn errors(strengths: &[f64], games: &[Vec<f64>]) -> Vec<f64> {
    let n = strengths.len();
    let share = 1.0 / n.max(1) as f64;
    let mut curvature = vec![vec![share; n]; n];
    for one in 0..n {
        for other in (0..n).filter(|&other| other != one) {
            let score = 1.0 / (1.0 + (strengths[other] - strengths[one]).exp());
            let information = games[one][other] * score * (1.0 - score);
            curvature[one][one] += information;
            curvature[one][other] -= information;
        }
    }
    let inverse = inverse(curvature);
    (0..n)
        .map(|at| match &inverse {
            Some(inverse) => (inverse[at][at] - share).max(0.0).sqrt(),
            None => f64::INFINITY,
        })
        .collect()
}

/// Gauss and Jordan; none if players without a common opponent leave the matrix singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| if column == at { 1.0 } else { 0.0 }));
    }
    for column in 0..n {
        let size = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|entry| *entry /= divisor);
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(at, _)| *at != column) {
            let factor = row[column];
            row.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= factor * pivot);
        }
    }
    matrix.iter_mut().for_each(|row| drop(row.drain(..n)));
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::{elo_from_score, score_from_elo};
    use crate::random::SplitMix64;

    #[test]
    fn two_players_differ_by_their_elo() {
        let games = WinsDrawsLosses::new(60, 0, 40);
        let found = ratings(2, &[Pairing { first: 0, second: 1, games }], 0.0);
        assert!((found[0].value - found[1].value - elo_from_score(0.6)).abs() < 1e-6);
        // Half the deviation of the difference: 1 / sqrt(100 * 0.6 * 0.4) in units of nats.
        let expected = 1.959_964 * ELO_PER_NAT / 24f64.sqrt() / 2.0;
        assert!((found[0].error95 - expected).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn the_baseball_season_of_1987() {
        // Agresti, Categorical Data Analysis: seven teams, wins of row over column; the
        // differences to Cleveland that he gives are 1.58, 1.44, 1.29, 1.25, 1.11, 0.68.
        const WINS: [[u64; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut pairings = Vec::new();
        #[allow(clippy::needless_range_loop)] // two rows are read crosswise
        for first in 0..7 {
            for second in first + 1..7 {
                let games = WinsDrawsLosses::new(WINS[first][second], 0, WINS[second][first]);
                pairings.push(Pairing { first, second, games });
            }
        }
        let found = ratings(7, &pairings, 0.0);
        let published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0];
        for (rating, value) in found.iter().zip(published) {
            let difference = (rating.value - found[6].value) / ELO_PER_NAT;
            assert!((difference - value).abs() < 0.006, "{difference} {value}");
        }
    }

    #[test]
    fn sweeps_stay_finite_and_strangers_are_unsure() {
        let games = WinsDrawsLosses::new(10, 0, 0);
        let sweep = ratings(2, &[Pairing { first: 0, second: 1, games }], 0.5);
        assert!(sweep[0].value > 100.0 && sweep[0].value.is_finite());
        let apart = ratings(3, &[Pairing { first: 0, second: 1, games }], 0.5);
        assert_eq!(apart[2].error95, f64::INFINITY);
        assert!(ratings(0, &[], 0.0).is_empty());
    }

    #[test]
    fn intervals_hold_the_truth() {
        let truth = [120.0, 20.0, -30.0, -110.0];
        let mut held = 0;
        for round in 0..400 {
            let mut random = SplitMix64::part(7, round);
            let mut pairings = Vec::new();
            for first in 0..4 {
                for second in first + 1..4 {
                    let score = score_from_elo(truth[first] - truth[second]);
                    let wins = (0..100).filter(|_| random.unit() < score).count() as u64;
                    let games = WinsDrawsLosses::new(wins, 0, 100 - wins);
                    pairings.push(Pairing { first, second, games });
                }
            }
            let found = ratings(4, &pairings, 0.0);
            let is_held = |at: usize| (found[at].value - truth[at]).abs() <= found[at].error95;
            held += (0..4).filter(|&at| is_held(at)).count();
        }
        assert!((1480..=1560).contains(&held), "{held} of 1600");
    }
}
