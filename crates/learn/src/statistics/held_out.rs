//! How well weights of moves foretell the moves of held-out games.

use search::Categories;

use super::choice::{Choice, Stratum};

/// The largest number of positions that are kept to judge by, at about 200 bytes each.
const MOST: usize = 1 << 19;

/// Positions of held-out games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeldOut {
    choices: Vec<Choice>,
    left_out: u64,
}

/// How well the moves played were foretold, as means over positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judgement {
    /// The number of positions.
    pub positions: u64,
    /// The logarithmic loss in nats: minus the logarithm of the probability of the move played.
    pub loss: f64,
    /// The standard error of the loss, as if positions were independent.
    pub error: f64,
    /// The share of positions whose move had the largest probability; among equals by chance.
    pub first: f64,
    /// The share of positions whose move was among the five likeliest; among equals by chance.
    pub first_five: f64,
}

impl HeldOut {
    /// Adds positions, as long as there is room.
    pub(super) fn extend(&mut self, choices: Vec<Choice>) {
        let room = (MOST - self.choices.len()).min(choices.len());
        self.left_out += (choices.len() - room) as u64;
        self.choices.extend(choices.into_iter().take(room));
    }

    /// Adds other positions behind these, as long as there is room.
    pub(super) fn merge(&mut self, other: Self) {
        self.left_out += other.left_out;
        self.extend(other.choices);
    }

    /// The number of positions for which there was no room.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Judges the choice by chance, in which all legal moves are alike.
    pub fn judge_uniform(&self) -> Judgement {
        self.judge(|_, _| 1.0)
    }

    /// Judges positive weights of moves by their stratum and categories; a move's probability is its
    /// weight over the weights of all legal moves.
    pub fn judge(&self, weight: impl Fn(Stratum, Categories) -> f64) -> Judgement {
        let mut judgement =
            Judgement { positions: self.choices.len() as u64, ..Judgement::default() };
        let mut squares = 0.0;
        for choice in &self.choices {
            let of = |set| weight(choice.stratum, set);
            let mine = of(choice.played);
            let (mut sum, mut likelier, mut alike) = (0.0, 0.0, 0.0);
            for &(set, count) in &choice.moves {
                let (other, count) = (of(set), f64::from(count));
                sum += other * count;
                // Equal weights may differ in the last bits.
                if other > mine * (1.0 + 1e-9) {
                    likelier += count;
                } else if other >= mine * (1.0 - 1e-9) {
                    alike += count;
                }
            }
            let loss = -(mine / sum).ln();
            judgement.loss += loss;
            squares += loss * loss;
            let among = |most: f64| ((most - likelier) / alike).clamp(0.0, 1.0);
            judgement.first += among(1.0);
            judgement.first_five += among(5.0);
        }
        let count = (self.choices.len() as f64).max(1.0);
        judgement.loss /= count;
        judgement.first /= count;
        judgement.first_five /= count;
        judgement.error = ((squares / count - judgement.loss.powi(2)).max(0.0) / count).sqrt();
        judgement
    }
}
