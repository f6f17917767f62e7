//! What a search did, counted: how often each technique was tried, cut and was wrong, how deep the
//! nodes lay, how often the first move was enough.
//!
//! Source:  G (Gekisashi 2005), figure 4, for the depths; M (Mattari Yuuchan) for cuts that are
//!          searched all the same to see whether they were right
//! Here:    a recipe's `TRACED` decides at compile time; without it nothing of this is compiled in

use std::cell::Cell;

use crate::node::{Candidate, Node, SoFar};
use crate::recipe::Recipe;
use crate::score::{MAX_PLY, Score};
use crate::technique::Technique;
use crate::worker::Worker;

/// What one technique did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// Times it was asked.
    pub tried: u64,
    /// Times it cut a node or left out a move.
    pub cut: u64,
    /// Cuts that were searched all the same.
    pub verified: u64,
    /// Of these, the ones that the search did not confirm.
    pub wrong: u64,
}

/// Counts of one thread. They go on from search to search until they are cleared.
pub struct Trace {
    is_on: bool,
    verifies: bool,
    /// A cut is being searched all the same: nothing is counted meanwhile.
    is_paused: Cell<bool>,
    last_cut: Cell<Option<Technique>>,
    deeds: Vec<Cell<Deeds>>,
    depths: Vec<Cell<u64>>,
    cutoffs: Cell<u64>,
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

    /// Counts from now on; `verifies`: what is cut is searched all the same, which costs time but
    /// shows which cuts were wrong.
    pub fn start(&mut self, verifies: bool) {
        *self = Self { is_on: true, verifies, ..Self::new() };
    }

    /// Counts no more.
    pub fn stop(&mut self) {
        self.is_on = false;
    }

    /// Are counts wanted?
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// What a technique did.
    pub fn deeds(&self, technique: Technique) -> Deeds {
        self.deeds[technique as usize].get()
    }

    /// Nodes by distance from the root, quiescence included; nothing beyond the deepest.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths: Vec<u64> = self.depths.iter().map(Cell::get).collect();
        depths.truncate(depths.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        depths
    }

    /// Beta cutoffs by a move.
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs.get()
    }

    /// Those by the first move of a node.
    pub fn first_cutoffs(&self) -> u64 {
        self.first_cutoffs.get()
    }

    fn note(&self, technique: Technique, is_cut: bool) {
        if self.is_paused.get() {
            return;
        }
        let slot = &self.deeds[technique as usize];
        let deeds = slot.get();
        slot.set(Deeds { tried: deeds.tried + 1, cut: deeds.cut + u64::from(is_cut), ..deeds });
        self.last_cut.set(is_cut.then_some(technique));
    }

    /// A node was entered.
    pub(crate) fn enter(&self, ply: usize) {
        if !self.is_paused.get() {
            let count = &self.depths[ply];
            count.set(count.get() + 1);
        }
    }

    /// A move beat beta; it was the `number`th of its node.
    pub(crate) fn cutoff(&self, number: usize) {
        if !self.is_paused.get() {
            self.cutoffs.set(self.cutoffs.get() + 1);
            self.first_cutoffs.set(self.first_cutoffs.get() + u64::from(number == 1));
        }
    }

    /// Begins to search what was cut, if that is wanted: the technique that cut.
    fn begin_check(&self) -> Option<Technique> {
        let technique = self.last_cut.take()?;
        if !self.verifies || self.is_paused.get() {
            return None;
        }
        self.is_paused.set(true);
        Some(technique)
    }

    /// The cut was searched; a stopped search says nothing.
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

/// What a technique says of a move: `NO` leaves it to be searched.
pub(crate) trait Answer {
    /// The answer of a technique that is switched off.
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
    /// Asks a technique whether it cuts the node, unless it is switched off; a traced recipe counts
    /// the answer.
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

    /// Asks a technique whether it leaves out a move, in the same way.
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

    /// A node was cut with this score: would its moves have confirmed it?
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

    /// A move was left out: would it have beaten alpha?
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
