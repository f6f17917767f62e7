//! Hisshi by brute force: every move of both sides, mates by the plain solver up to a length, the
//! defender's checks up to a number. Nothing of the solver under test is used.

use super::plain::Plain;
use shogi::{Move, Position};

/// Gives up (with an error) when the plain solver has seen its number of positions.
pub struct Brute {
    plain: Plain,
    /// The longest mate, in plies.
    mate: u32,
}

impl Brute {
    pub fn new(mate: u32, positions: u64) -> Self {
        Self { plain: Plain::new(positions), mate }
    }

    /// Does the side to move mate within the length?
    pub fn mates(&mut self, position: &mut Position) -> Result<bool, ()> {
        Ok(self.plain.shortest(position, self.mate)?.is_some())
    }

    /// Does the attacker, to move, win with `moves` counted moves against at most `checks` checks
    /// in a line? `is_answer`: the defender has just given check, and the answer is not counted.
    pub fn attack(
        &mut self,
        position: &mut Position,
        moves: u32,
        is_answer: bool,
        checks: u32,
    ) -> Result<bool, ()> {
        if self.mates(position)? {
            return Ok(true);
        }
        if moves == 0 && !is_answer {
            return Ok(false);
        }
        let left = if is_answer { moves } else { moves - 1 };
        for mv in &position.legal_moves() {
            if !is_answer && left == 0 && position.gives_check(mv) {
                continue;
            }
            if self.wins(position, mv, left, checks)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does this move of the attacker win, with `left` counted moves left behind it?
    pub fn wins(
        &mut self,
        position: &mut Position,
        mv: Move,
        left: u32,
        checks: u32,
    ) -> Result<bool, ()> {
        position.play(mv);
        let found = self.defence(position, left, checks);
        position.take_back();
        found
    }

    fn defence(&mut self, position: &mut Position, moves: u32, checks: u32) -> Result<bool, ()> {
        if !position.in_check() && !self.threatens(position)? {
            return Ok(false);
        }
        Ok(self.refuting(position, moves, checks, 1)?.is_empty())
    }

    /// Would the attacker mate if the defender, to move, passed?
    pub fn threatens(&mut self, position: &mut Position) -> Result<bool, ()> {
        position.pass();
        let mates = self.mates(position);
        position.take_back();
        mates
    }

    /// The defender's moves, up to `most` of them, that the attacker does not beat.
    pub fn refuting(
        &mut self,
        position: &mut Position,
        moves: u32,
        checks: u32,
        most: usize,
    ) -> Result<Vec<Move>, ()> {
        let mut found = Vec::new();
        for mv in &position.legal_moves() {
            let is_check = position.gives_check(mv);
            position.play(mv);
            let beaten = match (is_check, checks) {
                (true, 0) => Ok(false),
                (true, checks) => self.attack(position, moves, true, checks - 1),
                (false, checks) => self.attack(position, moves, false, checks),
            };
            position.take_back();
            if !beaten? {
                found.push(mv);
                if found.len() >= most {
                    break;
                }
            }
        }
        Ok(found)
    }
}
