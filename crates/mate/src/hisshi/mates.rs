//! Questions whether one side mates by checks, with a memory that lasts for a whole problem.
//!
//! Here:    The sister positions of one problem share most of their mates. One side asks here, since
//!          the memory knows positions by the attacker's hand.

use super::simulation::Mated;
use super::truth::Truth;
use crate::adviser::Counsel;
use crate::budget::{Budget, Stopped};
use crate::dfpn::SolverMemory;
use crate::line;
use crate::refutation;
use crate::solver::Run;
use crate::strategy::Strategy;
use crate::table::PositionKey;
use crate::value::{FOREVER, Plies, Value};
use shogi::{Color, Move, Position};

/// The memory of one side's mates.
pub(super) struct Mates {
    memory: SolverMemory,
}

impl Mates {
    pub(super) fn new(bytes: usize) -> Self {
        Self { memory: SolverMemory::new(bytes) }
    }

    /// Forgets everything, for a new problem.
    pub(super) fn forget(&mut self) {
        self.memory.forget();
    }

    /// Does the side to move mate? Open if `nodes` do not tell.
    pub(super) fn decide(
        &mut self,
        position: &mut Position,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Truth, Stopped> {
        let value = Run::new(&mut self.memory, budget).decide_within(position, nodes)?;
        Ok(match value {
            Some(value) if value.is_proven() => Truth::Yes,
            Some(value) if value.is_disproven() && value.plies == FOREVER => Truth::No,
            _ => Truth::Open,
        })
    }

    /// A mate that is remembered of a position.
    pub(super) fn remembered(&self, position: &Position) -> Option<Mated> {
        let value = self.memory.table.shortest_proof(key(position))?;
        Some(Mated { plies: value.plies, hand: value.hand })
    }

    /// Is it remembered that the side to move does not mate?
    pub(super) fn is_refuted(&self, position: &Position) -> bool {
        self.memory.table.is_disproven(key(position))
    }

    /// The first move of a remembered mate, and how many plies it takes.
    pub(super) fn attack(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Option<(Move, Plies)> {
        let key = key(position);
        if let Some(value) = self.memory.table.shortest_proof(key)
            && let Some(mv) = value.best
        {
            return Some((mv, value.plies));
        }
        let mut run = Run::new(&mut self.memory, budget);
        let (mv, plies) = Counsel::new(&mut run, false).known_attack(position, Plies::MAX)?;
        self.remember(position, mv, Mated { plies, hand: key.hand }, budget);
        Some((mv, plies))
    }

    /// Remembers a mate that was found otherwise.
    pub(super) fn remember(
        &mut self,
        position: &Position,
        mv: Move,
        mated: Mated,
        budget: &mut Budget<'_>,
    ) {
        let value = Value::proven(mated.plies, mated.hand, Some(mv));
        self.memory.table.store(key(position), value, 0, u64::from(mated.plies), budget);
    }

    /// An empty strategy; it forgets positions where the memory for it is full.
    pub(super) fn strategy(&self, attacker: Color) -> Strategy {
        Strategy::within(attacker, self.memory.notes)
    }

    /// The line of a verified mate.
    pub(super) fn line(
        &mut self,
        position: &mut Position,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Move>, Stopped> {
        let mut run = Run::new(&mut self.memory, budget);
        line::follow_again(position, strategy, &mut run)
    }

    /// Adds the mate of a position to a strategy, after every defence has been played out.
    pub(super) fn verify_mate(
        &mut self,
        position: &mut Position,
        strategy: &mut Strategy,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut run = Run::new(&mut self.memory, budget);
        strategy.extend(position, Plies::MAX, false, &mut Counsel::new(&mut run, false))
    }

    /// Makes sure that the side to move does not mate, by answering every check.
    pub(super) fn verify_no_mate(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut run = Run::new(&mut self.memory, budget);
        refutation::verify(position, &mut Counsel::new(&mut run, false))
    }
}

fn key(position: &Position) -> PositionKey {
    PositionKey::of(position, position.turn())
}
