//! What a score means in games won: the scale `s` for which sigmoid(score / s) fits the results.
//!
//! Source:  the sigmoid and its usual constant of 600: Ponanza, YaneuraOu
//! Here:    the games do not name their programs, so programs are told apart by rating bands

use shogi::Color;

use crate::records::RecordedGame;

/// The scale that labels are brought to: a score of 600 wins 73 % of the games.
pub const COMMON_SCALE: f64 = 600.0;
/// Scores beyond this are decided and say little about the scale.
const LARGEST: i32 = 3000;
/// The first ply that counts: scores of the opening are mostly from books.
const FIRST_PLY: usize = 12;
/// Positions that a band needs for a scale of its own.
const ENOUGH: usize = 20_000;

/// Bands begin at these ratings; the first holds all lower ones, too.
const BANDS: [i32; 6] = [0, 2700, 2900, 3100, 3300, 3500];

/// The scale of each rating band.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    bands: [Band; BANDS.len()],
}

/// What was found of the scores of one rating band.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The lowest rating.
    pub from: i32,
    /// Positions that the scale was fitted to.
    pub positions: usize,
    /// The scale; none if the band's scores are not used.
    pub scale: Option<f64>,
    /// The mean log-loss of the band's scores on held-out games.
    pub loss: f64,
    /// The mean log-loss on the same games with the scale of all bands together.
    pub pooled_loss: f64,
}

fn band_of(rating: i32) -> usize {
    BANDS.iter().rposition(|&from| rating >= from).unwrap_or(0)
}

/// A score from the side that gave it, and whether that side won.
type Scored = (f64, bool);

impl Calibration {
    /// Fits a scale to each band; every tenth game is held out, and a band whose own scale predicts
    /// its held-out games clearly worse than the common scale does is not used.
    pub fn fit(games: &[RecordedGame]) -> Self {
        let mut fitted: [Vec<Scored>; BANDS.len()] = Default::default();
        let mut held_out: [Vec<Scored>; BANDS.len()] = Default::default();
        for (number, game) in games.iter().enumerate() {
            let into = if number % 10 == 0 { &mut held_out } else { &mut fitted };
            for (ply, score) in game.scores.iter().enumerate().skip(FIRST_PLY) {
                let Some(score) = score.filter(|score| score.abs() < LARGEST) else { continue };
                let side = if ply % 2 == 0 { Color::Black } else { Color::White };
                let own = if side == Color::Black { score } else { -score };
                into[band_of(game.ratings[side.index()])]
                    .push((f64::from(own), side == game.winner));
            }
        }
        let all = fitted.concat();
        let pooled = scale(|| weighted(&all));
        let bands = std::array::from_fn(|band| {
            let own = scale(|| weighted(&fitted[band]));
            let own_loss = loss(&held_out[band], own);
            let pooled_loss = loss(&held_out[band], pooled);
            let is_used = fitted[band].len() >= ENOUGH && own_loss <= pooled_loss * TOLERANCE;
            Band {
                from: BANDS[band],
                positions: fitted[band].len(),
                scale: is_used.then_some(own),
                loss: own_loss,
                pooled_loss,
            }
        });
        Self { bands }
    }

    /// A score of a program with this rating on the common scale; none if it is not used.
    pub fn common(&self, rating: i32, score: i32) -> Option<i32> {
        let scale = self.bands[band_of(rating)].scale?;
        Some((f64::from(score) * COMMON_SCALE / scale) as i32)
    }

    /// What was found of each band.
    pub fn bands(&self) -> &[Band] {
        &self.bands
    }
}

/// A band's own scale may be this much worse than the common one before the band is dropped.
const TOLERANCE: f64 = 1.02;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The mean log-loss of the results.
fn loss(scored: &[Scored], scale: f64) -> f64 {
    let sum: f64 = scored
        .iter()
        .map(|&(score, won)| {
            let p = sigmoid(score / scale).clamp(1e-9, 1.0 - 1e-9);
            if won { -p.ln() } else { -(1.0 - p).ln() }
        })
        .sum();
    sum / scored.len().max(1) as f64
}

/// Positions with one score and one result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighted {
    /// The score, from the side that gave it.
    pub(crate) score: f64,
    /// The result of that side: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub(crate) result: f64,
    /// The number of positions.
    pub(crate) weight: f64,
}

fn weighted(scored: &[Scored]) -> impl Iterator<Item = Weighted> {
    scored.iter().map(|&(score, won)| Weighted {
        score,
        result: f64::from(u8::from(won)),
        weight: 1.0,
    })
}

/// Returns the scale with the least log-loss, by Newton's method on its inverse; `scored` is called
/// for each step.
pub(crate) fn scale<I: Iterator<Item = Weighted>>(scored: impl Fn() -> I) -> f64 {
    let mut inverse = 1.0 / COMMON_SCALE;
    for _ in 0..30 {
        let (mut slope, mut curvature) = (0.0, 1e-9);
        for Weighted { score, result, weight } in scored() {
            let p = sigmoid(score * inverse);
            slope += weight * (p - result) * score;
            curvature += weight * p * (1.0 - p) * score * score;
        }
        inverse = (inverse - slope / curvature).clamp(1e-5, 0.1);
    }
    1.0 / inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_made_up_results_is_found() {
        // For each score the share of wins that a scale of 400 gives.
        let mut scored = Vec::new();
        for score in (-1000..=1000).step_by(50) {
            let wins = (1000.0 * sigmoid(f64::from(score) / 400.0)).round() as usize;
            scored.extend((0..1000).map(|n| (f64::from(score), n < wins)));
        }
        let found = scale(|| weighted(&scored));
        assert!((found - 400.0).abs() < 2.0, "{found}");
    }
}
