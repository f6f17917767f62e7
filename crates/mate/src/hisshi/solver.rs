//! The hisshi solver: search in rounds, verification, the line.
//!
//! Here:    Each round gives a single search for mate four times the nodes of the round before, and
//!          looks for hisshi in one more move. Decided positions stay decided.

use super::hunt::{Effort, HisshiMemory, Hunt};
use super::known::Known;
use super::line;
use super::mates::Mates;
use super::proof::Proof;
use super::refutation;
use super::truth::{Gaps, Truth};
use super::verdict::{Hisshi, NoHisshi, Verdict};
use crate::budget::{Budget, Stopped};
use crate::progress::Progress;
use crate::verdict::{Answer, Reason};
use shogi::{Color, Position};

/// The first round.
pub(super) const FIRST: Effort = Effort { share: 64, depth: 4, patience: 2 };

/// The longest path of any round.
const DEEPEST: usize = 64;

/// The effort of the round after one with `effort`.
pub(super) fn more(effort: Effort) -> Effort {
    Effort {
        share: effort.share.saturating_mul(4),
        depth: (2 * effort.depth).min(DEEPEST),
        patience: effort.patience + 1,
    }
}

/// The longest hisshi that may be asked for, in plies.
pub const MOST_PLIES: u16 = 15;

/// Smallest size of the memory in megabytes.
pub const LEAST_MEGABYTES: usize = 2;

/// The question and the limit of its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most nodes.
    pub nodes: u64,
    /// The longest hisshi to look for, in plies; an even number counts as the odd one below it.
    pub plies: u16,
    /// Replay proofs in similar positions. Off only to measure what it is worth.
    pub simulation: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: u64::MAX, plies: 3, simulation: true }
    }
}

/// Solves problems one after the other with one memory of fixed size.
pub struct Solver {
    pub(super) memory: HisshiMemory,
    /// The effort of the last round of the last problem.
    pub(super) effort: Effort,
}

impl Solver {
    /// A solver with a memory of `megabytes` megabytes, at least two.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.max(LEAST_MEGABYTES) << 20;
        Self {
            memory: HisshiMemory {
                ours: Mates::new(bytes / 2),
                theirs: Mates::new(bytes / 4),
                known: Known::new(bytes / 4),
            },
            effort: FIRST,
        }
    }

    /// Does the side to move bring about hisshi within the plies asked for? `should_stop` is asked
    /// now and then.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Answer<Verdict> {
        self.solve_watched(position, limits, &mut |_| should_stop())
    }

    /// The same; `watch` sees the progress now and then and says whether to stop.
    pub fn solve_watched(
        &mut self,
        position: &Position,
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Answer<Verdict> {
        let most = counted_moves(limits);
        self.answer(position.turn(), limits, watch, |task| task.attack(position, most))
    }

    /// Is the side to move in hisshi: whatever it does, will it be mated? Only `nodes` and
    /// `simulation` of the limits count.
    pub fn stands(
        &mut self,
        position: &Position,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Answer<Verdict> {
        let mut watch = |_: &Progress| should_stop();
        self.answer(!position.turn(), limits, &mut watch, |task| task.defence(position))
    }

    fn answer(
        &mut self,
        attacker: Color,
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
        question: impl FnOnce(&mut Task<'_, '_>) -> Result<Verdict, Stopped>,
    ) -> Answer<Verdict> {
        self.memory.ours.forget();
        self.memory.theirs.forget();
        self.memory.known.forget();
        let mut budget = Budget::new(limits.nodes, watch);
        let hunt = Hunt::new(attacker, &mut self.memory, &mut budget, FIRST, limits.simulation);
        let mut task = Task { hunt };
        let verdict =
            question(&mut task).unwrap_or_else(|stopped| Verdict::Unknown(stopped.into()));
        self.effort = task.hunt.effort;
        Answer { verdict, nodes: budget.spent() }
    }
}

/// One problem being solved.
struct Task<'a, 'b> {
    hunt: Hunt<'a, 'b>,
}

impl Task<'_, '_> {
    /// The attacker is to move and has at most `most` counted moves.
    fn attack(&mut self, position: &Position, most: u8) -> Result<Verdict, Stopped> {
        let mut position = position.clone();
        // The fewest counted moves that are not refuted yet.
        let mut fewest = 0;
        let mut deepest = most.min(1);
        loop {
            self.hunt.gaps = Gaps::default();
            let first = fewest;
            for moves in first..=deepest {
                match self.hunt.attack(&mut position, moves, false, &mut Vec::new())?.0 {
                    Truth::Yes => return self.hisshi(&mut position, moves, fewest),
                    Truth::No if moves == fewest => {
                        fewest += 1;
                        self.hunt.budget.excluded(plies(fewest));
                    }
                    _ => {}
                }
            }
            if fewest > most {
                refutation::of_attack(&mut self.hunt, &mut position, most)?;
                return Ok(Verdict::NoHisshi(NoHisshi { plies: plies(most) }));
            }
            if deepest == most
                && let Some(reason) = hopeless(self.hunt.gaps, self.hunt.effort)
            {
                return Ok(Verdict::Unknown(reason));
            }
            deepest = most.min(deepest + 1);
            self.next_round();
        }
    }

    fn next_round(&mut self) {
        self.hunt.effort = more(self.hunt.effort);
        self.hunt.memory.known.reopen();
    }

    fn hisshi(
        &mut self,
        position: &mut Position,
        moves: u8,
        fewest: u8,
    ) -> Result<Verdict, Stopped> {
        self.hunt.budget.found(plies(moves));
        let mut proof = Proof::of_attack(&mut self.hunt, position, moves)?;
        let line = line::follow(position, moves, &mut proof)?;
        // A mate may have been found while more was being looked for.
        let found = if line.moves.is_empty() { 0 } else { moves };
        Ok(Verdict::Hisshi(Hisshi {
            plies: plies(found),
            at_least: plies(fewest.min(found)),
            line: line.moves,
            threat: line.threat,
        }))
    }

    /// The defender is to move.
    fn defence(&mut self, position: &Position) -> Result<Verdict, Stopped> {
        let mut position = position.clone();
        if position.in_check() {
            // Hisshi stands only where the defender may do what he likes.
            return Ok(Verdict::NoHisshi(NoHisshi { plies: 0 }));
        }
        loop {
            self.hunt.gaps = Gaps::default();
            match self.hunt.defence(&mut position, 0, &mut Vec::new())?.0 {
                Truth::Yes => {
                    let mut proof = Proof::of_defence(&mut self.hunt, &mut position, 0)?;
                    position.pass();
                    let threat = proof.mate_line(&mut position)?;
                    let (plies, at_least, line) = (0, 0, Vec::new());
                    return Ok(Verdict::Hisshi(Hisshi { plies, at_least, line, threat }));
                }
                Truth::No => {
                    refutation::of_defence(&mut self.hunt, &mut position, 0)?;
                    return Ok(Verdict::NoHisshi(NoHisshi { plies: 0 }));
                }
                Truth::Open => {}
            }
            if let Some(reason) = hopeless(self.hunt.gaps, self.hunt.effort) {
                return Ok(Verdict::Unknown(reason));
            }
            self.next_round();
        }
    }
}

/// Why another round with more nodes would not help.
pub(super) fn hopeless(gaps: Gaps, effort: Effort) -> Option<Reason> {
    match gaps {
        Gaps { share: true, .. } | Gaps { patience: true, .. } => None,
        Gaps { depth: true, .. } if effort.depth < DEEPEST => None,
        Gaps { depth: true, .. } => Some(Reason::TooLong),
        _ => Some(Reason::Recurrence),
    }
}

/// The most counted moves of the attacker.
pub(super) fn counted_moves(limits: &Limits) -> u8 {
    limits.plies.min(MOST_PLIES).div_ceil(2) as u8
}

/// The plies of `moves` counted moves.
fn plies(moves: u8) -> u16 {
    (2 * u16::from(moves)).saturating_sub(1)
}
