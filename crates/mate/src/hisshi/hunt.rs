//! The search: attacker's checks and threats against all defences.
//!
//! Source:  Gekisashi (2005) and, for the shape of the tree, Thomsen's lambda search (2000): a
//!          quiet move counts only if a pass of the defender would lead to mate.
//! Here:    Depth first, deepened by the number of counted moves and by the nodes that one search for
//!          mate may take. Three values: see `truth`.

use super::known::{Key, Known};
use super::mates::Mates;
use super::order;
use super::simulation;
use super::truth::{Gaps, Truth};
use crate::budget::{Budget, Stopped};
use shogi::{Color, Move, Position};

/// The limits of one round of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Nodes for one search for mate.
    pub(super) share: u64,
    /// The longest path, in positions with the defender to move.
    pub(super) depth: usize,
    /// After this many open defences a position is given up for the round.
    pub(super) patience: usize,
}

/// One attack of the problem may take this many shares in a round: checks of the defender branch
/// wide, and another attack may need none of that.
const SHARES: u64 = 128;

/// How many mates of other defences are replayed after a defence.
const SISTERS: usize = 3;

/// How many refutations are remembered for each number of counted moves.
const KILLERS: usize = 4;

/// Positions with a mate that may serve in a similar one as well.
pub(super) type Sisters = Vec<Position>;

/// The memory of a solver during one problem.
pub(super) struct HisshiMemory {
    /// The attacker's mates.
    pub(super) ours: Mates,
    /// The defender's mates against the attacker.
    pub(super) theirs: Mates,
    pub(super) known: Known,
}

/// One problem being searched.
pub(super) struct Hunt<'a, 'b> {
    pub(super) attacker: Color,
    pub(super) memory: &'a mut HisshiMemory,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) effort: Effort,
    pub(super) simulation: bool,
    pub(super) gaps: Gaps,
    path: Vec<u64>,
    killers: Vec<Vec<Move>>,
    /// The number of searches for mate so far.
    searches: u64,
    /// The number of spent nodes at which the present attack has had its part of the round.
    until: u64,
}

impl<'a, 'b> Hunt<'a, 'b> {
    pub(super) fn new(
        attacker: Color,
        memory: &'a mut HisshiMemory,
        budget: &'a mut Budget<'b>,
        effort: Effort,
        simulation: bool,
    ) -> Self {
        let (path, killers) = (Vec::new(), Vec::new());
        let gaps = Gaps::default();
        let (searches, until) = (0, 0);
        Self { attacker, memory, budget, effort, simulation, gaps, path, killers, searches, until }
    }

    /// Does the attacker, to move, win with `moves` counted moves? An answer to a check of the
    /// defender is not counted (`is_answer`).
    pub(super) fn attack(
        &mut self,
        position: &mut Position,
        moves: u8,
        is_answer: bool,
        sisters: &mut Sisters,
    ) -> Result<(Truth, Key), Stopped> {
        // In the problem itself the attacker may be in check and his answer counts: that is
        // another question than the one that is remembered.
        let is_usual = is_answer == position.in_check();
        if is_usual && let Some(known) = self.memory.known.look_up(position, moves) {
            return Ok(known);
        }
        // Without counted moves only mate was asked for, in this round perhaps in vain.
        let is_open = moves > 0 && !is_answer && self.memory.known.is_open(position, 0);
        let mates = if is_open { Truth::Open } else { self.mates(position, sisters)? };
        let (truth, key) = match mates {
            Truth::Yes => (Truth::Yes, Key::Mate),
            _ if is_answer || moves > 0 => {
                let (truth, key) = self.attacks(position, moves, is_answer, sisters)?;
                // An open question of mate keeps a failure open.
                (if truth == Truth::No { mates } else { truth }, key)
            }
            _ => (mates, Key::All),
        };
        // Mates have a memory of their own.
        if is_usual && key != Key::Mate {
            self.memory.known.store(position, moves, truth, key);
        }
        Ok((truth, key))
    }

    /// Tries the attacker's moves.
    fn attacks(
        &mut self,
        position: &mut Position,
        moves: u8,
        is_answer: bool,
        sisters: &mut Sisters,
    ) -> Result<(Truth, Key), Stopped> {
        let list = if is_answer { order::answers(position) } else { order::attacks(position) };
        let left = if is_answer { moves } else { moves - 1 };
        let mut open = 0;
        for mv in list {
            if !is_answer && left == 0 && position.gives_check(mv) {
                continue;
            }
            position.play(mv);
            let truth = self.defence(position, left, sisters);
            position.take_back();
            match truth?.0 {
                Truth::Yes => return Ok((Truth::Yes, Key::Move(mv))),
                Truth::Open => open += 1,
                Truth::No => {}
            }
            if is_answer && open >= self.effort.patience {
                self.gaps.patience = true;
                break;
            }
        }
        Ok((if open > 0 { Truth::Open } else { Truth::No }, Key::All))
    }

    /// Does the attacker win, with `moves` counted moves left, whatever the defender, to move, does?
    pub(super) fn defence(
        &mut self,
        position: &mut Position,
        moves: u8,
        sisters: &mut Sisters,
    ) -> Result<(Truth, Key), Stopped> {
        if let Some(known) = self.memory.known.look_up(position, moves) {
            return Ok(known);
        }
        let key = position.key();
        if self.path.contains(&key) {
            self.gaps.recurrence = true;
            return Ok((Truth::Open, Key::All));
        }
        if self.path.is_empty() {
            let part = SHARES.saturating_mul(self.effort.share);
            self.until = self.budget.spent().saturating_add(part);
        } else if self.budget.spent() >= self.until {
            self.gaps.share = true;
            return Ok((Truth::Open, Key::All));
        }
        if self.path.len() >= self.effort.depth {
            self.gaps.depth = true;
            return Ok((Truth::Open, Key::All));
        }
        self.path.push(key);
        let result = self.defences(position, moves, sisters);
        self.path.pop();
        let (truth, key) = result?;
        self.memory.known.store(position, moves, truth, key);
        Ok((truth, key))
    }

    /// The threat first, then the defender's own mate, then his moves.
    fn defences(
        &mut self,
        position: &mut Position,
        moves: u8,
        sisters: &mut Sisters,
    ) -> Result<(Truth, Key), Stopped> {
        self.budget.spend()?;
        let mut threat = None;
        let mut is_open = false;
        if !position.in_check() {
            let mut passed = position.without_past();
            passed.pass();
            match self.mates(&mut passed, sisters)? {
                Truth::Yes => threat = Some(passed),
                Truth::No => return Ok((Truth::No, Key::NoThreat)),
                Truth::Open => is_open = true,
            }
        }
        // The defender's mate refutes whether or not there is a threat.
        let share = self.effort.share;
        if self.memory.theirs.decide(position, share, self.budget)? == Truth::Yes {
            return Ok((Truth::No, Key::Mate));
        }
        if is_open {
            return Ok((Truth::Open, Key::All));
        }
        let mut threat = threat.map(|threat| vec![threat]);
        let sisters = threat.as_mut().unwrap_or(sisters);
        let killers = self.killers.get(usize::from(moves)).cloned().unwrap_or_default();
        let list = order::defences(position, &killers);
        let (checks, quiet): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|&mv| position.gives_check(mv));
        let (truth, key) = self.try_defences(position, quiet, moves, false, sisters)?;
        if truth != Truth::Yes {
            // While a quiet defence is open there is no win here, and checks branch wide.
            self.gaps.patience |= truth == Truth::Open;
            return Ok((truth, key));
        }
        self.try_defences(position, checks, moves, true, sisters)
    }

    /// Tries some of the defender's moves: quiet ones, or checks.
    fn try_defences(
        &mut self,
        position: &mut Position,
        list: Vec<Move>,
        moves: u8,
        are_checks: bool,
        sisters: &mut Sisters,
    ) -> Result<(Truth, Key), Stopped> {
        let mut open = 0;
        let before = sisters.len();
        for mv in list {
            position.play(mv);
            let searches = self.searches;
            let truth = self.attack(position, moves, are_checks, sisters);
            let is_mate = matches!(truth, Ok((Truth::Yes, Key::Mate)));
            if self.simulation && is_mate && self.searches > searches {
                // A mate that had to be searched for may do for the next defences too.
                if sisters.len() >= before + SISTERS {
                    sisters.remove(before);
                }
                sisters.push(position.without_past());
            }
            position.take_back();
            match truth?.0 {
                Truth::No => {
                    sisters.truncate(before);
                    self.remember_killer(moves, mv);
                    return Ok((Truth::No, Key::Move(mv)));
                }
                Truth::Open => {
                    open += 1;
                    if open >= self.effort.patience {
                        self.gaps.patience = true;
                        break;
                    }
                }
                Truth::Yes => {}
            }
        }
        sisters.truncate(before);
        Ok((if open > 0 { Truth::Open } else { Truth::Yes }, Key::All))
    }

    fn remember_killer(&mut self, moves: u8, mv: Move) {
        let index = usize::from(moves);
        if self.killers.len() <= index {
            self.killers.resize(index + 1, Vec::new());
        }
        let killers = &mut self.killers[index];
        killers.retain(|&killer| killer != mv);
        killers.insert(0, mv);
        killers.truncate(KILLERS);
    }

    /// Does the attacker, to move, mate? The sisters' proofs are replayed first.
    fn mates(&mut self, position: &mut Position, sisters: &mut Sisters) -> Result<Truth, Stopped> {
        debug_assert_eq!(position.turn(), self.attacker);
        if self.memory.ours.remembered(position).is_some() {
            return Ok(Truth::Yes);
        }
        for sister in sisters.iter_mut().filter(|_| self.simulation) {
            if simulation::replay(&mut self.memory.ours, sister, position, self.budget)? {
                return Ok(Truth::Yes);
            }
        }
        self.searches += 1;
        let truth = self.memory.ours.decide(position, self.effort.share, self.budget)?;
        self.gaps.share |= truth == Truth::Open;
        Ok(truth)
    }
}
