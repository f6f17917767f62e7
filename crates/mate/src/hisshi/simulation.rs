//! Simulation: the proof of a mate in one position is replayed in a similar one.
//!
//! Source:  IS Shogi's method as told by Gekisashi (2005), after Kawano (1996): positions before
//!          and after a run of sacrificial checks count as alike, and the same line is tried at
//!          once.
//! Here:    Both positions are played in lockstep. The attacker's moves come from the sister's
//!          proof; every legal defence of the new position is tried, so that what goes through is
//!          a mate, not a guess. A defence that the sister does not have must run into a mate
//!          in one or one that is known. A replay that fails proves nothing.
//! Off:     `Limits::simulation`

use super::mates::Mates;
use crate::budget::{Budget, Stopped};
use crate::hands::{against_new_interpositions, before_attack};
use crate::value::Plies;
use shogi::{Hand, Move, MoveList, Position};

/// The most positions of one replay; a failure should cost little.
const MOST_POSITIONS: u32 = 2_000;

/// The most plies of one replay.
const MOST_PLIES: Plies = 200;

/// Does the proof of `sister` mate in `position`? The attacker is to move in both. A mate is
/// remembered with all its positions.
pub(super) fn replay(
    mates: &mut Mates,
    sister: &mut Position,
    position: &mut Position,
    budget: &mut Budget<'_>,
) -> Result<bool, Stopped> {
    let mut replay = Replay { mates, budget, left: MOST_POSITIONS };
    let mated = replay.as_in_sister(sister, position, MOST_PLIES)?;
    Ok(mated.is_some())
}

/// A mate that went through: how long it takes, and what the attacker must hold for it.
#[derive(Clone, Copy)]
pub(super) struct Mated {
    pub(super) plies: Plies,
    pub(super) hand: Hand,
}

struct Replay<'r, 'b> {
    mates: &'r mut Mates,
    budget: &'r mut Budget<'b>,
    left: u32,
}

impl Replay<'_, '_> {
    /// The mate in `position`, the attacker to move: known, by the sister's proof, or in one move.
    fn attack(
        &mut self,
        sister: &mut Position,
        position: &mut Position,
        most: Plies,
    ) -> Result<Option<Mated>, Stopped> {
        if let Some(mated) = self.mates.remembered(position) {
            return Ok(Some(mated));
        }
        if self.left == 0 || self.mates.is_refuted(position) {
            return Ok(None);
        }
        self.left -= 1;
        self.budget.spend()?;
        let mated = self.as_in_sister(sister, position, most)?;
        Ok(mated.or_else(|| self.in_one(position)))
    }

    /// The mate by the move that mates the sister.
    fn as_in_sister(
        &mut self,
        sister: &mut Position,
        position: &mut Position,
        most: Plies,
    ) -> Result<Option<Mated>, Stopped> {
        let Some((mv, plies)) = self.mates.attack(sister, self.budget).filter(|_| most > 0) else {
            return Ok(None);
        };
        if !position.is_legal(mv) {
            return Ok(None);
        }
        position.play(mv);
        let behind = if !position.in_check() {
            Ok(None)
        } else if plies == 1 && !position.has_legal_move() {
            Ok(Some(mated_at_once(position)))
        } else {
            sister.play(mv);
            let behind = self.defences(sister, position, most - 1);
            sister.take_back();
            behind
        };
        position.take_back();
        Ok(behind?.map(|behind| self.succeeds(position, mv, behind)))
    }

    /// The mate behind the defences, if every one is answered.
    fn defences(
        &mut self,
        sister: &mut Position,
        position: &mut Position,
        most: Plies,
    ) -> Result<Option<Mated>, Stopped> {
        let moves = position.legal_moves();
        if most == 0 && !moves.is_empty() {
            return Ok(None);
        }
        let mut all = Mated { plies: 0, hand: Hand::EMPTY };
        let mut shared = MoveList::new();
        // A move that the sister does not have fails most often.
        for mv in &moves {
            if sister.is_legal(mv) {
                shared.push(mv);
                continue;
            }
            position.play(mv);
            let mated = self.seen(position);
            position.take_back();
            let Some(mated) = mated? else { return Ok(None) };
            all = all.and(mated);
        }
        for mv in &shared {
            sister.play(mv);
            position.play(mv);
            let mated = self.attack(sister, position, most - 1);
            position.take_back();
            sister.take_back();
            let Some(mated) = mated? else { return Ok(None) };
            all = all.and(mated);
        }
        all.hand = against_new_interpositions(position, all.hand);
        Ok(Some(all))
    }

    /// A mate that needs no replay: known, or in one move.
    fn seen(&mut self, position: &mut Position) -> Result<Option<Mated>, Stopped> {
        if let Some(mated) = self.mates.remembered(position) {
            return Ok(Some(mated));
        }
        self.budget.spend()?;
        Ok(self.in_one(position))
    }

    fn in_one(&mut self, position: &mut Position) -> Option<Mated> {
        let mv = position.mate_in_one()?;
        position.play(mv);
        let behind = mated_at_once(position);
        position.take_back();
        Some(self.succeeds(position, mv, behind))
    }

    /// The mate by a move, with what is behind it, remembered.
    fn succeeds(&mut self, position: &Position, mv: Move, behind: Mated) -> Mated {
        let hand = before_attack(position, mv, behind.hand);
        let mated = Mated { plies: behind.plies + 1, hand };
        self.mates.remember(position, mv, mated, self.budget);
        mated
    }
}

/// The defender is to move and has no move.
fn mated_at_once(position: &Position) -> Mated {
    Mated { plies: 0, hand: against_new_interpositions(position, Hand::EMPTY) }
}

impl Mated {
    /// With the mate behind one more defence.
    fn and(self, other: Self) -> Self {
        Self { plies: self.plies.max(other.plies + 1), hand: self.hand.union(other.hand) }
    }
}
