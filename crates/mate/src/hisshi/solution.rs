//! The rest of a solution: the defender's other moves along its line, and second solutions
//! (cooks, 余詰).
//!
//! Here:    Both ask the search that solved the problem again, with what it remembers, and give out
//!          what the verifiers accept. docs/hisshi.md has the definitions.

use super::hunt::{Effort, HisshiMemory, Hunt};
use super::proof::{Proof, Step};
use super::refutation;
use super::solver::{FIRST, Limits, Solver, hopeless, more};
use super::truth::{Gaps, Truth};
use super::verdict::Hisshi;
use crate::budget::{Budget, Stopped};
use crate::cooks::{Cook, CookKind, Cooks};
use crate::progress::Progress;
use crate::variations::{Variation, Variations};
use shogi::{Move, Position};

impl Solver {
    /// Returns the defender's other moves along the line of the hisshi found last, and all his
    /// moves where hisshi stands, each with the mate or the move that answers it.
    pub fn variations(
        &mut self,
        position: &Position,
        hisshi: &Hisshi,
        limits: &Limits,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Variations {
        let mut watch = |_: &Progress| should_stop();
        let mut budget = Budget::new(limits.nodes, &mut watch);
        let effort = self.effort;
        let mut hunt = hunt(position, &mut self.memory, &mut budget, effort, limits);
        let mut lines = Vec::new();
        let is_complete = along(&mut hunt, position, hisshi, &mut lines).is_ok();
        Variations { lines, is_complete }
    }

    /// Looks for other first moves that make hisshi in at most as many plies as the hisshi found
    /// last. The limits are those of this search alone; `watch` sees the progress and says whether
    /// to stop.
    pub fn cooks(
        &mut self,
        position: &Position,
        hisshi: &Hisshi,
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Cooks {
        let mut cooks = Cooks::default();
        let Some(left) = counted(hisshi).checked_sub(1) else { return cooks };
        let mut position = position.without_past();
        let solution = hisshi.line().first();
        let others = position.legal_moves();
        let mut open: Vec<Move> =
            others.iter().copied().filter(|mv| Some(mv) != solution).collect();
        // The last counted move gives no check.
        open.retain(|&mv| left > 0 || !position.gives_check(mv));
        let mut budget = Budget::new(limits.nodes, watch);
        let mut hunt = hunt(&position, &mut self.memory, &mut budget, FIRST, limits);
        loop {
            hunt.gaps = Gaps::default();
            hunt.memory.known.reopen();
            let mut still_open = Vec::new();
            for mv in open {
                position.play(mv);
                let truth = first_move(&mut hunt, &mut position.clone(), left);
                position.take_back();
                match truth {
                    Ok(Truth::Yes) => {
                        cooks.found.push(Cook { ply: 0, kind: CookKind::Cook, line: vec![mv] });
                    }
                    Ok(Truth::No) => {}
                    Err(Stopped::Inconsistent) => cooks.open.push((0, mv)),
                    Ok(Truth::Open) | Err(_) => still_open.push(mv),
                }
            }
            open = still_open;
            let is_over = open.is_empty()
                || hunt.budget.is_spent()
                || hopeless(hunt.gaps, hunt.effort).is_some();
            if is_over {
                break;
            }
            hunt.effort = more(hunt.effort);
        }
        cooks.open.extend(open.into_iter().map(|mv| (0, mv)));
        cooks
    }
}

/// The attacker's counted moves in a hisshi.
fn counted(hisshi: &Hisshi) -> u8 {
    hisshi.plies().div_ceil(2) as u8
}

fn hunt<'a, 'b>(
    position: &Position,
    memory: &'a mut HisshiMemory,
    budget: &'a mut Budget<'b>,
    effort: Effort,
    limits: &Limits,
) -> Hunt<'a, 'b> {
    Hunt::new(position.turn(), memory, budget, effort, limits.simulation)
}

/// Is the defender, to move after a first move, lost? Yes and no are verified.
fn first_move(
    hunt: &mut Hunt<'_, '_>,
    position: &mut Position,
    left: u8,
) -> Result<Truth, Stopped> {
    let (truth, _) = hunt.defence(position, left, &mut Vec::new())?;
    match truth {
        Truth::Yes => drop(Proof::of_defence(hunt, position, left)?),
        Truth::No => refutation::of_defence(hunt, position, left)?,
        Truth::Open => {}
    }
    Ok(truth)
}

/// Collects the variations along the line of a hisshi.
fn along(
    hunt: &mut Hunt<'_, '_>,
    position: &Position,
    hisshi: &Hisshi,
    lines: &mut Vec<Variation>,
) -> Result<(), Stopped> {
    let attacker = hunt.attacker;
    let mut position = position.without_past();
    let mut left = counted(hisshi);
    let mut proof = Proof::of_attack(hunt, &mut position, left)?;
    let mut is_answer = false;
    for (index, &mv) in hisshi.line().iter().enumerate() {
        position.play(mv);
        if position.turn() == attacker {
            is_answer = position.in_check();
            continue;
        }
        left -= u8::from(!is_answer);
        let ply = index + 1;
        let next = hisshi.line().get(ply);
        let mut here = Vec::new();
        for defence in position.legal_moves().iter().copied().filter(|mv| Some(mv) != next) {
            position.play(defence);
            let is_check = position.in_check();
            let mut moves = vec![defence];
            match proof.step(&mut position, left, is_check)? {
                Step::Mate => moves.extend(proof.mate_line(&mut position)?),
                Step::Play(mv) => moves.push(mv),
            }
            position.take_back();
            here.push(Variation { ply, moves });
        }
        here.sort_by_key(|variation| std::cmp::Reverse(variation.moves.len()));
        lines.append(&mut here);
    }
    Ok(())
}
