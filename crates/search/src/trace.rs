//! Counts of what a search did: how often each technique was tried, cut and was wrong, how deep the
//! nodes lay, and how often the first move caused the cutoff.
//!
//! Source:  G (Gekisashi 2005), figure 4, for the depths; M (Mattari Yuuchan) for cuts that are
//!          searched nevertheless to see whether they were right
//! Here:    a recipe's `TRACED` decides at compile time; without it nothing of this is compiled in

use std::cell::Cell;

use crate::node::{Candidate, Node, SoFar};
use crate::recipe::Recipe;
use crate::score::{MAX_PLY, Score};
use crate::technique::Technique;
use crate::worker::Worker;

/// The counts of one technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// The number of times that the technique was tried.
    pub tried: u64,
    /// The number of times that it cut a node or left out a move.
    pub cut: u64,
    /// The number of cuts that were searched nevertheless.
    pub verified: u64,
    /// The number of verified cuts that the search did not confirm.
    pub wrong: u64,
}

/// The counts of one thread, which continue from search to search until they are cleared.
pub struct Trace {
    /// Are the searches counted?
    is_on: bool,
    /// Are cuts searched nevertheless?
    verifies: bool,
    /// Is a cut being searched, so that nothing is counted meanwhile?
    is_paused: Cell<bool>,
    /// The technique that cut last.
    last_cut: Cell<Option<Technique>>,
    /// The counts of each technique.
    deeds: Vec<Cell<Deeds>>,
    /// The number of nodes at each distance from the root.
    depths: Vec<Cell<u64>>,
    /// The number of beta cutoffs by a move.
    cutoffs: Cell<u64>,
    /// The number of beta cutoffs by the first move of a node.
    first_cutoffs: Cell<u64>,
}

impl Trace {
    pub(crate) fn new() -> Self {
        Self {
            is_on: false,
            verifies: false,
            is_paused: Cell::new(false),
            last_cut: Cell::new(None),
            deeds: vec![Cell::default(); Technique::ALL.len()],
            depths: vec![Cell::new(0); MAX_PLY + 2],
            cutoffs: Cell::new(0),
            first_cutoffs: Cell::new(0),
        }
    }

    /// Clears the counts and starts counting. With `verifies`, whatever is cut is searched
    /// nevertheless, which costs time but shows which cuts were wrong.
    pub fn start(&mut self, verifies: bool) {
        *self = Self { is_on: true, verifies, ..Self::new() };
    }

    /// Stops counting.
    pub fn stop(&mut self) {
        self.is_on = false;
    }

    /// Are the searches counted?
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// The counts of a technique.
    pub fn deeds(&self, technique: Technique) -> Deeds {
        self.deeds[technique as usize].get()
    }

    /// The number of nodes by distance from the root, up to the deepest, quiescence included.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths: Vec<u64> = self.depths.iter().map(Cell::get).collect();
        depths.truncate(depths.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        depths
    }

    /// The number of beta cutoffs by a move.
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs.get()
    }

    /// The number of beta cutoffs by the first move of a node.
    pub fn first_cutoffs(&self) -> u64 {
        self.first_cutoffs.get()
    }

    /// Counts that a technique was tried, and whether it cut.
    fn note(&self, technique: Technique, is_cut: bool) {
        if self.is_paused.get() {
            return;
        }
        let slot = &self.deeds[technique as usize];
        let deeds = slot.get();
        slot.set(Deeds { tried: deeds.tried + 1, cut: deeds.cut + u64::from(is_cut), ..deeds });
        self.last_cut.set(is_cut.then_some(technique));
    }

    /// Counts a node.
    pub(crate) fn enter(&self, ply: usize) {
        if !self.is_paused.get() {
            let count = &self.depths[ply];
            count.set(count.get() + 1);
        }
    }

    /// Counts a beta cutoff by the move with place `number`.
    pub(crate) fn cutoff(&self, number: usize) {
        if !self.is_paused.get() {
            self.cutoffs.set(self.cutoffs.get() + 1);
            self.first_cutoffs.set(self.first_cutoffs.get() + u64::from(number == 1));
        }
    }

    /// Returns the technique that cut last and pauses counting, if cuts are verified.
    fn begin_check(&self) -> Option<Technique> {
        let technique = self.last_cut.take()?;
        if !self.verifies || self.is_paused.get() {
            return None;
        }
        self.is_paused.set(true);
        Some(technique)
    }

    /// Counts the result of a verified cut, unless the search was stopped.
    fn end_check(&self, technique: Technique, was_wrong: Option<bool>) {
        self.is_paused.set(false);
        if let Some(was_wrong) = was_wrong {
            let slot = &self.deeds[technique as usize];
            let deeds = slot.get();
            slot.set(Deeds {
                verified: deeds.verified + 1,
                wrong: deeds.wrong + u64::from(was_wrong),
                ..deeds
            });
        }
    }
}

/// The answer of a technique that may leave out a move.
pub(crate) trait Answer {
    /// The answer that keeps the move, which a technique gives when it is switched off.
    const NO: Self;

    /// Is the move left out?
    fn is_cut(&self) -> bool;
}

impl Answer for Option<Score> {
    const NO: Self = None;

    fn is_cut(&self) -> bool {
        self.is_some()
    }
}

impl Answer for bool {
    const NO: Self = false;

    fn is_cut(&self) -> bool {
        *self
    }
}

impl Worker<'_> {
    /// Asks a technique whether it cuts the node, unless it is switched off, and counts its answer
    /// if the recipe is traced.
    #[inline(always)]
    pub(crate) fn cut_by<R: Recipe>(
        &mut self,
        technique: Technique,
        ask: impl FnOnce(&mut Self) -> Option<Score>,
    ) -> Option<Score> {
        if !self.on(technique) {
            return None;
        }
        let answer = ask(self);
        if R::TRACED {
            self.memory().trace.note(technique, answer.is_some());
        }
        answer
    }

    /// Asks a technique whether it leaves out a move, unless it is switched off, and counts its
    /// answer if the recipe is traced.
    #[inline(always)]
    pub(crate) fn skip_by<R: Recipe, A: Answer>(
        &self,
        technique: Technique,
        ask: impl FnOnce() -> A,
    ) -> A {
        if !self.on(technique) {
            return A::NO;
        }
        let answer = ask();
        if R::TRACED {
            self.memory().trace.note(technique, answer.is_cut());
        }
        answer
    }

    /// Searches the moves of a node that was cut with `score`, and counts whether they confirm it.
    pub(crate) fn verify_cut<R: Recipe>(&mut self, node: Node, score: Score) {
        let Some(technique) = self.memory().trace.begin_check() else { return };
        let window = node.window;
        let order = R::order(self, &node);
        let truth = self.search_moves::<R>(node, order);
        let was_wrong =
            if score >= window.beta { truth < window.beta } else { truth > window.alpha };
        let answer = (!self.must_stop()).then_some(was_wrong);
        self.memory().trace.end_check(technique, answer);
    }

    /// Searches a move that was left out, and counts whether it beats alpha.
    pub(crate) fn verify_skip<R: Recipe>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        so_far: &SoFar,
    ) {
        use crate::depth::Depth;
        let Some(technique) = self.memory().trace.begin_check() else { return };
        let score = self.visit::<R>(node, candidate, so_far, node.depth - Depth::PLY);
        let answer = (!self.must_stop()).then_some(score > so_far.alpha);
        self.memory().trace.end_check(technique, answer);
    }
}
