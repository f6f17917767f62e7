//! The verifier of `nohisshi`: every attack within the limit, met by the defence that the search names.
//!
//! Here:    All attacks come from the rules. Each must end in a position in which the attacker
//!          verifiably does not mate, threatens nothing, or is mated himself.
//!          Alike in shape to `proof`, but deliberately apart from it; the reason is given there.

use super::hunt::Hunt;
use super::known::Key;
use super::truth::Truth;
use crate::budget::Stopped;
use crate::strategy::Strategy;
use rustc_hash::FxHashSet;
use shogi::Position;

/// Makes sure that the attacker, to move, does not win with `moves` counted moves.
pub(super) fn of_attack(
    hunt: &mut Hunt<'_, '_>,
    position: &mut Position,
    moves: u8,
) -> Result<(), Stopped> {
    Refutation::new(hunt).attack(position, moves, false)
}

/// Makes sure that the attacker does not win with `moves` more counted moves, the defender to move;
/// with none, that hisshi does not stand.
pub(super) fn of_defence(
    hunt: &mut Hunt<'_, '_>,
    position: &mut Position,
    moves: u8,
) -> Result<(), Stopped> {
    Refutation::new(hunt).defence(position, moves)
}

struct Refutation<'h, 'a, 'b> {
    hunt: &'h mut Hunt<'a, 'b>,
    /// The defender's mates, played out.
    counter_mates: Strategy,
    /// Positions with the defender to move that hold, with the attacker's counted moves left.
    held: FxHashSet<(u64, u8)>,
    on_path: FxHashSet<u64>,
}

impl<'h, 'a, 'b> Refutation<'h, 'a, 'b> {
    fn new(hunt: &'h mut Hunt<'a, 'b>) -> Self {
        let counter_mates = hunt.memory.theirs.strategy(!hunt.attacker);
        Self { hunt, counter_mates, held: FxHashSet::default(), on_path: FxHashSet::default() }
    }

    /// The attacker is to move; no mate, and every move of his must fail.
    fn attack(
        &mut self,
        position: &mut Position,
        moves: u8,
        is_answer: bool,
    ) -> Result<(), Stopped> {
        self.no_mate(position)?;
        let Some(left) = (if is_answer { Some(moves) } else { moves.checked_sub(1) }) else {
            return Ok(());
        };
        for mv in &position.legal_moves() {
            position.play(mv);
            let is_early_check = !is_answer && left == 0 && position.in_check();
            if !is_early_check {
                self.defence(position, left)?;
            }
            position.take_back();
        }
        Ok(())
    }

    /// The defender is to move and holds.
    fn defence(&mut self, position: &mut Position, moves: u8) -> Result<(), Stopped> {
        self.hunt.budget.spend()?;
        let key = position.key();
        if self.held.contains(&(key, moves)) {
            return Ok(());
        }
        if !self.on_path.insert(key) {
            return Err(Stopped::Inconsistent);
        }
        match self.hunt.defence(position, moves, &mut Vec::new())? {
            (Truth::No, Key::NoThreat) if !position.in_check() => {
                position.pass();
                self.no_mate(position)?;
                position.take_back();
            }
            (Truth::No, Key::Mate) => {
                let Hunt { memory, budget, .. } = &mut *self.hunt;
                memory.theirs.verify_mate(position, &mut self.counter_mates, budget)?;
            }
            (Truth::No, Key::Move(mv)) if position.is_legal(mv) => {
                position.play(mv);
                let is_check = position.in_check();
                self.attack(position, moves, is_check)?;
                position.take_back();
            }
            _ => return Err(Stopped::Inconsistent),
        }
        self.on_path.remove(&key);
        self.held.insert((key, moves));
        Ok(())
    }

    fn no_mate(&mut self, position: &mut Position) -> Result<(), Stopped> {
        let Hunt { memory, budget, .. } = &mut *self.hunt;
        memory.ours.verify_no_mate(position, budget)
    }
}
