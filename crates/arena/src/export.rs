//! Games of a results file in other forms.

use std::fmt::Write;

use crate::error::ArenaError;
use crate::store::Store;

/// One line a game: `startpos moves ...` or `sfen ... moves ...`, the opening included.
pub fn usi_lines(store: &Store) -> Result<String, ArenaError> {
    let openings = store.openings()?;
    let mut out = String::new();
    for game in store.games()? {
        let opening = openings.get(game.fixture.opening).ok_or_else(|| {
            ArenaError::Damaged(format!("game {} has no opening", game.fixture.number + 1))
        })?;
        out.push_str(opening);
        let moves = store.moves(game.fixture.number)?;
        if !moves.is_empty() && !opening.contains(" moves ") {
            out.push_str(" moves");
        }
        for mv in moves {
            // Writing to a string does not fail.
            let _ = write!(out, " {mv}");
        }
        out.push('\n');
    }
    Ok(out)
}
