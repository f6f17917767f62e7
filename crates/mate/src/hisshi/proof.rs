//! The verifier of hisshi: every defence, played out against the attack that the search names.
//!
//! Here:    Independent of the search's conclusions: all moves come from the rules, the pass and
//!          every defence must end in a mate that its own verifier (`strategy`) has played out. The
//!          search only suggests moves; a suggestion that fails is reported, never passed on.
//!          Alike in shape to `refutation`, but deliberately apart from it: if both used one walk
//!          through the tree, one mistake in it could make both err.

use super::hunt::Hunt;
use super::known::Key;
use super::truth::Truth;
use crate::budget::Stopped;
use crate::strategy::Strategy;
use rustc_hash::FxHashSet;
use shogi::{Move, Position};

/// The attacker's way to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// He mates by checks.
    Mate,
    /// He makes this move.
    Play(Move),
}

/// A verified hisshi, or one being verified.
pub(super) struct Proof<'h, 'a, 'b> {
    hunt: &'h mut Hunt<'a, 'b>,
    /// The attacker's mates, played out.
    strategy: Strategy,
    /// Positions with the defender to move that are lost, with the counted moves left.
    lost: FxHashSet<(u64, u8)>,
    on_path: FxHashSet<u64>,
}

impl<'h, 'a, 'b> Proof<'h, 'a, 'b> {
    /// Verifies that the attacker, to move, wins with `moves` counted moves.
    pub(super) fn of_attack(
        hunt: &'h mut Hunt<'a, 'b>,
        position: &mut Position,
        moves: u8,
    ) -> Result<Self, Stopped> {
        let mut proof = Self::new(hunt);
        proof.attack(position, moves, false)?;
        Ok(proof)
    }

    /// Verifies that the attacker wins with `moves` more counted moves, the defender to move; with
    /// none, that hisshi stands.
    pub(super) fn of_defence(
        hunt: &'h mut Hunt<'a, 'b>,
        position: &mut Position,
        moves: u8,
    ) -> Result<Self, Stopped> {
        let mut proof = Self::new(hunt);
        proof.defence(position, moves)?;
        Ok(proof)
    }

    fn new(hunt: &'h mut Hunt<'a, 'b>) -> Self {
        let strategy = hunt.memory.ours.strategy(hunt.attacker);
        Self { hunt, strategy, lost: FxHashSet::default(), on_path: FxHashSet::default() }
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        position: &mut Position,
        moves: u8,
        is_answer: bool,
    ) -> Result<(), Stopped> {
        let mv = match self.step(position, moves, is_answer)? {
            Step::Mate => return self.mate(position),
            Step::Play(mv) => mv,
        };
        let left = if is_answer { Some(moves) } else { moves.checked_sub(1) };
        let Some(left) = left.filter(|_| position.is_legal(mv)) else {
            return Err(Stopped::Inconsistent);
        };
        position.play(mv);
        // The last counted move gives no check.
        if !is_answer && left == 0 && position.in_check() {
            return Err(Stopped::Inconsistent);
        }
        self.defence(position, left)?;
        position.take_back();
        Ok(())
    }

    /// The defender is to move; every move of his must lose, and a pass as well.
    fn defence(&mut self, position: &mut Position, moves: u8) -> Result<(), Stopped> {
        self.hunt.budget.spend()?;
        let key = position.key();
        if self.lost.contains(&(key, moves)) {
            return Ok(());
        }
        if !self.on_path.insert(key) {
            return Err(Stopped::Inconsistent);
        }
        if !position.in_check() {
            position.pass();
            self.mate(position)?;
            position.take_back();
        }
        for mv in &position.legal_moves() {
            position.play(mv);
            let is_check = position.in_check();
            self.attack(position, moves, is_check)?;
            position.take_back();
        }
        self.on_path.remove(&key);
        self.lost.insert((key, moves));
        Ok(())
    }

    fn mate(&mut self, position: &mut Position) -> Result<(), Stopped> {
        let Hunt { memory, budget, .. } = &mut *self.hunt;
        memory.ours.verify_mate(position, &mut self.strategy, budget)
    }

    /// The line of a mate that was verified, the attacker to move.
    pub(super) fn mate_line(&mut self, position: &mut Position) -> Result<Vec<Move>, Stopped> {
        let Hunt { memory, budget, .. } = &mut *self.hunt;
        memory.ours.line(position, &mut self.strategy, budget)
    }

    /// The suggestion of the search, which searches again if it has forgotten the position.
    pub(super) fn step(
        &mut self,
        position: &mut Position,
        moves: u8,
        is_answer: bool,
    ) -> Result<Step, Stopped> {
        if self.strategy.answer(position).is_some() {
            return Ok(Step::Mate);
        }
        match self.hunt.attack(position, moves, is_answer, &mut Vec::new())? {
            (Truth::Yes, Key::Mate) => Ok(Step::Mate),
            (Truth::Yes, Key::Move(mv)) => Ok(Step::Play(mv)),
            _ => Err(Stopped::Inconsistent),
        }
    }
}
