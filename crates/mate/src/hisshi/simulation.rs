//! Simulation: the proof of a mate in one position is replayed in a similar one.
//!
//! Source:  IS Shogi's method as told by Gekisashi (2005), after Kawano (1996): positions before
//!          and after a run of sacrificial checks are taken for alike, and the same line is tried at once.
//! Here:    Both positions are played in lockstep. The attacker's moves come from the sister's
//!          proof; every legal defence of the new position is tried, so that what goes through is
//!          a mate, not a guess. A defence that the sister does not have must run into a mate
//!          in one or one that is known. What does not go through proves nothing.
//! Off:     `Limits::simulation`

use super::mates::Mates;
use crate::budget::{Budget, Stopped};
use crate::value::Plies;
use shogi::Position;

/// The most positions of one replay; a failure should cost little.
const MOST_POSITIONS: u32 = 2_000;

/// The most plies of one replay.
const MOST_PLIES: Plies = 200;

/// Does the proof of `sister` mate in `position`? The attacker is to move in both. A mate is
/// remembered with all its positions.
pub(super) fn replay(
    mates: &mut Mates,
    sister: &Position,
    position: &mut Position,
    budget: &mut Budget<'_>,
) -> Result<bool, Stopped> {
    let mut replay = Replay { mates, budget, left: MOST_POSITIONS };
    let found = replay.attack(&mut sister.clone(), position, MOST_PLIES)?;
    Ok(found.is_some())
}

struct Replay<'r, 'b> {
    mates: &'r mut Mates,
    budget: &'r mut Budget<'b>,
    left: u32,
}

impl Replay<'_, '_> {
    /// The length of the mate in `position`, the attacker to move, if the sister's proof goes through.
    fn attack(
        &mut self,
        sister: &mut Position,
        position: &mut Position,
        most: Plies,
    ) -> Result<Option<Plies>, Stopped> {
        if let Some(plies) = self.seen(position)? {
            return Ok(Some(plies));
        }
        if most <= 2 || self.left == 0 || self.mates.is_refuted(position) {
            return Ok(None);
        }
        self.left -= 1;
        self.budget.spend()?;
        let Some(mv) = self.mates.attack(sister, self.budget) else { return Ok(None) };
        if !position.is_legal(mv) || !position.gives_check(mv) {
            return Ok(None);
        }
        sister.play(mv);
        position.play(mv);
        let longest = self.defences(sister, position, most - 1);
        position.take_back();
        sister.take_back();
        let Some(longest) = longest? else { return Ok(None) };
        self.mates.remember(position, mv, longest + 1, self.budget);
        Ok(Some(longest + 1))
    }

    /// The longest mate behind the defences, if every one is answered.
    fn defences(
        &mut self,
        sister: &mut Position,
        position: &mut Position,
        most: Plies,
    ) -> Result<Option<Plies>, Stopped> {
        let moves = position.legal_moves();
        // What the sister does not have fails most often.
        let (shared, new): (Vec<_>, Vec<_>) = moves.iter().partition(|&&mv| sister.is_legal(mv));
        let mut longest = 0;
        for mv in new {
            position.play(mv);
            let plies = self.seen(position);
            position.take_back();
            let Some(plies) = plies? else { return Ok(None) };
            longest = longest.max(plies + 1);
        }
        for mv in shared {
            sister.play(mv);
            position.play(mv);
            let plies = self.attack(sister, position, most - 1);
            position.take_back();
            sister.take_back();
            let Some(plies) = plies? else { return Ok(None) };
            longest = longest.max(plies + 1);
        }
        Ok(Some(longest))
    }

    /// A mate that needs no replay: known, or in one move.
    fn seen(&mut self, position: &Position) -> Result<Option<Plies>, Stopped> {
        if let Some(plies) = self.mates.remembered(position) {
            return Ok(Some(plies));
        }
        self.budget.spend()?;
        let Some(mv) = position.mate_in_one() else { return Ok(None) };
        self.mates.remember(position, mv, 1, self.budget);
        Ok(Some(1))
    }
}
