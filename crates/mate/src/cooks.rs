//! Second solutions (cooks, 余詰): other checks of the attacker along the line of a mate after
//! which he mates, too. docs/mate.md has the definition.
//!
//! Here:    Every other check at every position of the line is examined; the ones that cost least
//!          are decided first, with more nodes from round to round. Yes and no come from the
//!          verifiers; a check that the limits leave undecided is listed as open.

use crate::adviser::Counsel;
use crate::budget::{Budget, Stopped};
use crate::line;
use crate::progress::Progress;
use crate::refutation;
use crate::solver::{Limits, Run, Solver};
use crate::strategy::Strategy;
use crate::value::{FOREVER, Plies};
use shogi::{Legality, Move, MoveList, NonPromotions, Position, Wanted};

/// Nodes for one answer to a check in the first round.
const FIRST_ROUND: u64 = 1 << 10;

/// The kind of another mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CookKind {
    /// A second solution.
    Cook,
    /// Another last move; the problem counts as sound.
    LastMove,
    /// The line goes back through a position of the solution; the problem counts as sound.
    Detour,
}

/// Another check that mates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cook {
    /// The number of moves of the solution before it.
    pub ply: usize,
    /// The kind.
    pub kind: CookKind,
    /// The verified line; its first move takes the place of the solution's move.
    pub line: Vec<Move>,
}

/// The second solutions of a problem.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cooks {
    /// The checks that mate, in the order of their plies.
    pub found: Vec<Cook>,
    /// The checks that the limits left undecided, each with the number of moves before it.
    pub open: Vec<(usize, Move)>,
}

impl Cooks {
    /// Does the problem have a second solution? None if that is not known.
    pub fn are_there(&self) -> Option<bool> {
        if self.found.iter().any(|cook| cook.kind == CookKind::Cook) {
            return Some(true);
        }
        self.open.is_empty().then_some(false)
    }
}

impl Solver {
    /// Looks for second solutions along `line`, the line of a mate of the position. The limits are
    /// those of this search alone; `watch` sees the progress and says whether to stop.
    pub fn cooks(
        &mut self,
        position: &Position,
        line: &[Move],
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Cooks {
        let mut budget = Budget::new(limits.nodes, watch);
        let mut run = Run::new(&mut self.memory, &mut budget);
        let mut kitchen = Kitchen::new(position, line, &mut run);
        let mut nodes = FIRST_ROUND;
        while !kitchen.open.is_empty() && !kitchen.run.budget.is_spent() {
            kitchen.round(nodes);
            nodes = nodes.saturating_mul(4);
        }
        kitchen.cooks()
    }
}

/// A check that is not decided yet.
struct Candidate {
    ply: usize,
    mv: Move,
}

/// The search for second solutions of one problem.
struct Kitchen<'r, 'a, 'b> {
    run: &'r mut Run<'a, 'b>,
    /// The positions of the line, the defender's too.
    positions: Vec<Position>,
    open: Vec<Candidate>,
    /// Checks that no number of nodes would decide.
    given_up: Vec<Candidate>,
    found: Vec<Cook>,
}

impl<'r, 'a, 'b> Kitchen<'r, 'a, 'b> {
    fn new(position: &Position, line: &[Move], run: &'r mut Run<'a, 'b>) -> Self {
        let mut at = position.without_past();
        let (mut positions, mut open) = (Vec::new(), Vec::new());
        for (ply, &mv) in line.iter().enumerate() {
            positions.push(at.clone());
            if ply % 2 == 0 {
                let mut checks = MoveList::new();
                at.generate(Wanted::Checks, Legality::Legal, NonPromotions::All, &mut checks);
                let others = checks.iter().copied().filter(|&check| check != mv);
                open.extend(others.map(|mv| Candidate { ply, mv }));
            }
            at.play(mv);
            at = at.without_past();
        }
        Self { run, positions, open, given_up: Vec::new(), found: Vec::new() }
    }

    /// Tries every open check with `nodes` nodes for each answer to it.
    fn round(&mut self, nodes: u64) {
        for candidate in std::mem::take(&mut self.open) {
            if self.run.budget.is_spent() {
                self.open.push(candidate);
                continue;
            }
            let mut position = self.positions[candidate.ply].clone();
            position.play(candidate.mv);
            match self.decide(&mut position, nodes) {
                Ok(Decision::Mates(answers)) => self.add(&candidate, answers),
                Ok(Decision::Fails) => {}
                Ok(Decision::Open) | Err(Stopped::Nodes | Stopped::Asked) => {
                    self.open.push(candidate);
                }
                Err(Stopped::Inconsistent) => self.given_up.push(candidate),
            }
        }
    }

    /// Does the attacker mate, the defender to move in check?
    fn decide(&mut self, position: &mut Position, nodes: u64) -> Result<Decision, Stopped> {
        let mut is_open = false;
        let answers = position.legal_moves().to_vec();
        for &mv in &answers {
            position.play(mv);
            let value = self.run.decide_within(position, nodes)?;
            match value {
                Some(value) if value.is_proven() => {}
                Some(value) if value.plies == FOREVER => {
                    refutation::verify(position, &mut Counsel::new(self.run, false))?;
                    return Ok(Decision::Fails);
                }
                Some(_) => return Err(Stopped::Inconsistent),
                None => is_open = true,
            }
            position.take_back();
        }
        if is_open {
            return Ok(Decision::Open);
        }
        self.longest(position, &answers).map(Decision::Mates)
    }

    /// The line of the answer that lasts longest, after every answer has been played out.
    fn longest(&mut self, position: &mut Position, answers: &[Move]) -> Result<Vec<Move>, Stopped> {
        let mut strategy = Strategy::within(!position.turn(), self.run.memory.notes);
        let mut longest: Option<(Move, Plies)> = None;
        for &mv in answers {
            position.play(mv);
            let mut counsel = Counsel::new(self.run, false);
            strategy.extend(position, Plies::MAX, false, &mut counsel)?;
            let answer = strategy.answer(position);
            position.take_back();
            let (_, plies) = answer.ok_or(Stopped::Inconsistent)?;
            if longest.is_none_or(|(_, most)| plies > most) {
                longest = Some((mv, plies));
            }
        }
        let Some((mv, _)) = longest else { return Ok(Vec::new()) };
        position.play(mv);
        let rest = line::follow_again(position, &mut strategy, self.run);
        position.take_back();
        let mut moves = vec![mv];
        moves.extend(rest?);
        Ok(moves)
    }

    fn add(&mut self, candidate: &Candidate, answers: Vec<Move>) {
        let ply = candidate.ply;
        let mut line = vec![candidate.mv];
        line.extend(answers);
        let kind = if self.returns(ply, &line) {
            CookKind::Detour
        } else if ply + 1 == self.positions.len() {
            CookKind::LastMove
        } else {
            CookKind::Cook
        };
        self.found.push(Cook { ply, kind, line });
    }

    /// Does a line that leaves the solution after `ply` moves come back to it there or earlier?
    fn returns(&self, ply: usize, line: &[Move]) -> bool {
        let mut position = self.positions[ply].clone();
        let earlier = &self.positions[..=ply];
        line.iter().any(|&mv| {
            position.play(mv);
            earlier.iter().any(|before| before.key() == position.key())
        })
    }

    fn cooks(mut self) -> Cooks {
        let undecided = self.open.iter().chain(&self.given_up);
        let mut open: Vec<_> = undecided.map(|candidate| (candidate.ply, candidate.mv)).collect();
        open.sort_by_key(|&(ply, _)| ply);
        self.found.sort_by_key(|cook| cook.ply);
        Cooks { found: self.found, open }
    }
}

/// The result of a look at one check.
enum Decision {
    /// It mates; these moves follow.
    Mates(Vec<Move>),
    Fails,
    Open,
}
