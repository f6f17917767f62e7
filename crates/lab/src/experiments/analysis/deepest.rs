//! Moves that were called mistakes or worse, searched much deeper.

use std::sync::atomic::AtomicBool;

use ::analysis::machine::{Ask, Machine};
use ::analysis::model::{Flag, GameReport};
use ::analysis::scale::Scale;
use eval::Model;
use kifu::Game;
use serde::{Deserialize, Serialize};
use shogi::{Move, Position};

use super::{ACCUSED, grade, win};
use crate::error::LabError;

/// How many times the nodes of a moment a move is searched with.
pub(super) const TIMES: u64 = 30;

/// A move that was called a mistake or worse, and what the deepest search says.
#[derive(Serialize, Deserialize)]
pub(in crate::experiments) struct Accused {
    pub(super) ply: usize,
    /// The mover's win probabilities with the best and with the played move, and their difference.
    pub(super) w: [f64; 2],
    pub(super) loss: f64,
    /// Are the values of the best move and of the played one proved?
    pub(super) is_proved: [bool; 2],
    /// The win probabilities by the deepest searches; a proved value stands.
    pub(super) deepest_w: [f64; 2],
    pub(super) deepest_loss: f64,
}

/// Searches the moves that were called mistakes or worse again, best and played move alone.
pub(super) fn accused(
    report: &GameReport,
    game: &Game,
    model: &Model,
) -> Result<Vec<Accused>, LabError> {
    let stop = AtomicBool::new(false);
    let curve = Scale::new(report.settings.scale.get()).unwrap_or(Scale::HABIT);
    let rule = shogi::DeclarationRule::Points27;
    let hash = report.settings.hash_mb as usize;
    let mut machine = Machine::new(model, hash, rule, &stop).map_err(LabError::Memory)?;
    let mut accused = Vec::new();
    let mut position = Position::startpos();
    for (index, mv) in game.moves().enumerate() {
        let root = position.clone();
        position.play(mv);
        let ply = &report.plies[index + 1];
        let Some(judged) = ply.judgement.as_ref().filter(|one| grade(one.grade) >= ACCUSED) else {
            continue;
        };
        let is_mate = |ply: usize| report.plies[ply].flags.contains(&Flag::MateThere);
        let is_proved = [is_mate(index), is_mate(index + 1)];
        let mut alone = |mv: Move| -> Result<f64, LabError> {
            machine.forget().map_err(LabError::Memory)?;
            let nodes = report.settings.deep_nodes * TIMES;
            let ask = Ask { nodes, lines: 1, only: vec![mv], shallow: false };
            let found = machine.search(&root, &ask).unwrap_or_default();
            Ok(found.first().map_or(50.0, |found| win(found, curve)))
        };
        let best = if is_proved[0] { 100.0 } else { alone(judged.best.0)? };
        let played = if is_proved[1] { 0.0 } else { alone(mv)? };
        let rounded = |value: f64| (value * 100.0).round() / 100.0;
        accused.push(Accused {
            ply: index + 1,
            w: [judged.best_w.get(), judged.played_w.get()],
            loss: judged.loss.get(),
            is_proved,
            deepest_w: [rounded(best), rounded(played)],
            deepest_loss: rounded((best - played).max(0.0)),
        });
    }
    Ok(accused)
}
