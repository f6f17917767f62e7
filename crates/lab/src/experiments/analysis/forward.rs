//! The sweep without its order: every ply alone, with an empty table and the sweep's nodes.

use std::sync::atomic::AtomicBool;

use ::analysis::classes;
use ::analysis::machine::{Ask, Machine};
use ::analysis::model::{Settings, Verdict};
use ::analysis::scale::Scale;
use kifu::Game;
use shogi::Position;

use super::{grade, win};
use crate::error::LabError;
use crate::player;

/// The grades of a game's moves by searches of each position alone. Mates are asked for and values
/// brought into agreement as in the sweep.
pub(super) fn searched(game: &Game, settings: &Settings) -> Result<Vec<u8>, LabError> {
    let model = player::network()?;
    let stop = AtomicBool::new(false);
    let curve = Scale::new(settings.scale.get()).unwrap_or(Scale::HABIT);
    let rule = shogi::DeclarationRule::Points27;
    let hash = settings.hash_mb as usize;
    let mut machine = Machine::new(&model, hash, rule, &stop).map_err(LabError::Memory)?;
    let stopped = |_| LabError::Position("the search was stopped".to_owned());
    let mut position = Position::startpos();
    let mut known = Vec::new();
    let moves: Vec<_> = game.moves().collect();
    for ply in 0..=moves.len() {
        machine.forget().map_err(LabError::Memory)?;
        let mate = machine.mate(&position, settings.mate_nodes, true).map_err(stopped)?;
        known.push(if mate.verdict == Verdict::Yes {
            (100.0, mate.line.first().map(|mv| mv.0))
        } else if position.has_legal_move() {
            let ask = Ask { nodes: settings.nodes, lines: 1, ..Ask::default() };
            let found = machine.search(&position, &ask).map_err(stopped)?;
            let best = found.first().and_then(|found| found.line.first()).map(|mv| mv.0);
            (found.first().map_or(50.0, |found| win(found, curve)), best)
        } else {
            (0.0, None)
        });
        if let Some(&mv) = moves.get(ply) {
            position.play(mv);
        }
    }
    let grades = moves.iter().enumerate().map(|(index, mv)| {
        let ((before, best), played) = (known[index], 100.0 - known[index + 1].0);
        let loss = if best == Some(*mv) { 0.0 } else { (before - played).max(0.0) };
        grade(classes::grade((loss * 100.0).round() / 100.0, &settings.classes))
    });
    Ok(grades.collect())
}
