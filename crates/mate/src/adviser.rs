//! The suggestions of the search to the verifiers: attacks and answers from its memory, or from a
//! new search if the memory has lost them.

use crate::budget::Stopped;
use crate::refutation::Defender;
use crate::solver::{LONGEST, Run};
use crate::strategy::Adviser;
use crate::table::PositionKey;
use crate::value::{FOREVER, Plies};
use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

/// A run of the solver as the adviser of a verifier.
pub(crate) struct Counsel<'r, 'a, 'b> {
    run: &'r mut Run<'a, 'b>,
    /// Must a new search keep the length asked for?
    bounded: bool,
}

impl<'r, 'a, 'b> Counsel<'r, 'a, 'b> {
    pub(crate) fn new(run: &'r mut Run<'a, 'b>, bounded: bool) -> Self {
        Self { run, bounded }
    }

    /// A known attack that mates within `most` plies.
    pub(crate) fn known_attack(
        &self,
        position: &mut Position,
        most: Plies,
    ) -> Option<(Move, Plies)> {
        let attacker = position.turn();
        let key = PositionKey::of(position, attacker);
        let table = &self.run.memory.table;
        if let Some(value) = table.shortest_proof(key).filter(|value| value.plies <= most)
            && let Some(mv) = value.best
        {
            return Some((mv, value.plies));
        }
        let mut checks = MoveList::new();
        position.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, &mut checks);
        if let Some(mv) = position.mate_among(&checks) {
            return Some((mv, 1));
        }
        let mut found: Option<(Move, Plies)> = None;
        for mv in &checks {
            position.play(mv);
            let key = PositionKey::of(position, attacker);
            if let Some(value) = table.shortest_proof(key)
                && found.is_none_or(|(_, plies)| value.plies + 1 < plies)
            {
                found = Some((mv, value.plies + 1));
            }
            position.take_back();
        }
        found.filter(|&(_, plies)| plies <= most)
    }
}

impl Adviser for Counsel<'_, '_, '_> {
    fn attack(&mut self, position: &mut Position, most: Plies) -> Result<(Move, Plies), Stopped> {
        if let Some(attack) = self.known_attack(position, most) {
            return Ok(attack);
        }
        let limit = if self.bounded { most.min(LONGEST) } else { LONGEST };
        let value = self.run.decide(position, limit)?;
        match value.best {
            Some(mv) if value.is_proven() => Ok((mv, value.plies)),
            _ => self.known_attack(position, most).ok_or(Stopped::Inconsistent),
        }
    }

    fn pay(&mut self) -> Result<(), Stopped> {
        self.run.budget.spend()
    }
}

impl Defender for Counsel<'_, '_, '_> {
    fn begin(&mut self) {
        self.run.memory.path.leave_all();
    }

    fn enter(&mut self, key: PositionKey) {
        self.run.memory.path.enter(key);
    }

    fn leave(&mut self) {
        self.run.memory.path.leave();
    }

    fn answer(&mut self, key: PositionKey) -> Option<Move> {
        let memory = &self.run.memory;
        memory.table.refutation(key).or_else(|| {
            let way = memory.path.way_to(key);
            memory.repetitions.look_up(way, FOREVER)?.best
        })
    }

    fn find(&mut self, position: &mut Position) -> Result<Move, Stopped> {
        let attacker = !position.turn();
        let value = self.run.decide_for(attacker, position, LONGEST)?;
        match value.best {
            Some(mv) if value.is_disproven() && value.plies == FOREVER => Ok(mv),
            _ => Err(Stopped::Inconsistent),
        }
    }

    fn pay(&mut self) -> Result<(), Stopped> {
        self.run.budget.spend()
    }

    fn memory(&self) -> usize {
        self.run.memory.notes
    }
}
