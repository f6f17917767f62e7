//! The side to move declares a win with its entered king.
//!
//! Source:  the rules of the game
//! Here:    asked by `win_in_sight`, at every visit

use shogi::DeclarationResult;

use crate::worker::Worker;

/// May the side to move win by declaration?
pub(crate) fn wins(worker: &Worker<'_>) -> bool {
    worker
        .settings
        .rules
        .declaration
        .is_some_and(|rule| worker.position.declaration(rule) == Some(DeclarationResult::Win))
}
