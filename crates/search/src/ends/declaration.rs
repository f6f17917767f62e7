//! The side to move declares a win with its entered king.
//!
//! Known as: entering-king declaration (nyugyoku sengen), declaration win
//! Source:   the rules of the game; that the search asks for it: YaneuraOu 9.70 (`DeclarationWin`)
//! Here:     asked by `win_in_sight`, at every visit: a declaration is no move, so the table does
//!           not keep it
//! Worth:    at every visit, together with mates on the principal variation: 23 ± 20 Elo (600
//!           games, 10,000 nodes), -21 ± 42 (182 games, 40,000 nodes;
//!           docs/record/search-changes.tsv)
//! Off:      none

use shogi::DeclarationResult;

use crate::worker::Worker;

/// May the side to move win by declaration?
pub(crate) fn wins(worker: &Worker<'_>) -> bool {
    worker
        .settings()
        .rules
        .declaration
        .is_some_and(|rule| worker.position().declaration(rule) == Some(DeclarationResult::Win))
}
