//! Df-pn: depth-first proof-number search.
//!
//! Source:  Nagai, Df-pn algorithm for searching AND/OR trees (2002): one node is opened again and
//!          again with growing thresholds until its numbers reach them. Thresholds with 1 + ε:
//!          Pawlewicz & Lew (2007). Threshold controlling against endless loops: Kishimoto (2010);
//!          a child is old by the least depth at which it was met, as in KomoringHeights 1.1.
//! Here:    The recursion is a pile of nodes on the heap, so that a mate of any length fits. ε is a
//!          quarter.

use crate::budget::{Budget, Stopped};
use crate::node::{Aggregation, Child, Node, Summary, summarise};
use crate::path::Path;
use crate::recall::Recall;
use crate::repetitions::Repetitions;
use crate::seen_checks::SeenChecks;
use crate::table::{Pass, PositionKey, ProofTable};
use crate::value::{INFINITE, Number, Plies, Value};
use shogi::{Color, Move, Position};

/// ε = 1 / `EPSILON_PARTS`: by this part of its number the best child may get worse than the
/// second best before the search turns to that one.
const EPSILON_PARTS: Number = 4;

/// The memory of a solver, kept from search to search of one problem.
pub(crate) struct SolverMemory {
    pub(crate) table: ProofTable,
    pub(crate) repetitions: Repetitions,
    pub(crate) recall: Recall,
    pub(crate) seen_checks: SeenChecks,
    /// Empty between searches; kept for its memory.
    pub(crate) path: Path,
    /// Bytes for the notes of a verifier.
    pub(crate) notes: usize,
}

impl SolverMemory {
    /// Returns a memory of `bytes` bytes, those of the verifiers included.
    pub(crate) fn new(bytes: usize) -> Self {
        let share = bytes / 8;
        Self {
            table: ProofTable::new(bytes - 3 * share),
            repetitions: Repetitions::new(share),
            recall: Recall::new(share.saturating_sub(SeenChecks::BYTES)),
            seen_checks: SeenChecks::new(),
            path: Path::new(),
            notes: share,
        }
    }

    /// Forgets everything, for a new problem.
    pub(crate) fn forget(&mut self) {
        self.table.forget();
        self.repetitions.forget();
        self.recall.forget();
    }
}

/// One search for a mate within a number of plies.
///
/// Proof-number search always opens the leaf that it reaches from the root by way of the best
/// children, those with the least φ(c) (for φ and δ see [`Node`]). Df-pn finds the same leaf
/// without going back to the root each time: every node on the path has thresholds, and the
/// search stays below the node as long as
///
/// ```text
/// φ < thφ   and   δ < thδ
/// ```
///
/// Within these bounds nothing above the node would choose otherwise. The best child c gets its
/// own thresholds; its side to move sees φ and δ exchanged:
///
/// ```text
/// thδ(c) = min(thφ, φ₂ + φ₂ε + 1)     φ₂: the second best φ(c), ∞ if there is one child; ε = 1/4
/// thφ(c) = max(thδ - δ', 1)           δ': δ of the node without c
/// ```
///
/// The first says when another child is better, the second when the node's own δ reaches its
/// threshold. With ε = 0 the search would change over as soon as the best child is worse than the
/// second by one, and two children of about the same number would be opened anew again and again;
/// 1 + ε lets one grow by a part of its size first. The root's thresholds are infinite, so the
/// search ends when the root is decided or the budget is spent.
///
/// Where lines meet again or form loops, a node's numbers may contain its own ancestors' and reach
/// every threshold before anything new is opened. Therefore, from a node with a child that was met
/// before at the node's depth or nearer to the root until a new node is opened, the thresholds are
/// raised to one above the numbers (`must_open`).
pub(crate) struct Search<'a, 'b> {
    pub(super) position: &'a mut Position,
    pub(super) attacker: Color,
    pub(super) memory: &'a mut SolverMemory,
    pub(super) budget: &'a mut Budget<'b>,
    pub(super) aggregation: Aggregation,
    pub(super) pass: Pass,
    /// The depth at which the longest mate that counts ends.
    pub(super) limit: Plies,
    pub(super) nodes: Vec<Node>,
    pub(super) pile: Vec<Child>,
    /// Raise thresholds until a new node is opened.
    pub(super) must_open: bool,
    /// Moves being ordered; kept for its memory.
    pub(super) ordered: Vec<(u32, Move)>,
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search from a position at the end of the memory's path, where it comes next.
    pub(crate) fn new(
        position: &'a mut Position,
        attacker: Color,
        memory: &'a mut SolverMemory,
        budget: &'a mut Budget<'b>,
        aggregation: Aggregation,
        pass: Pass,
        limit: Plies,
    ) -> Self {
        Self {
            position,
            attacker,
            memory,
            budget,
            aggregation,
            pass,
            limit,
            nodes: Vec::new(),
            pile: Vec::new(),
            must_open: false,
            ordered: Vec::new(),
        }
    }

    /// Searches until the root is decided or the budget is spent.
    pub(crate) fn run(&mut self) -> Result<Value, Stopped> {
        let root = PositionKey::of(self.position, self.attacker);
        if let Some(value) = self.memory.table.look_up(root, self.limit - self.ply(), self.pass)
            && value.is_decided()
        {
            return Ok(value);
        }
        let summary = self.enter(root, false, INFINITE, INFINITE);
        let result = self.df_pn(summary);
        while self.nodes.pop().is_some() {
            self.memory.path.leave();
            if !self.nodes.is_empty() {
                self.position.take_back();
            }
        }
        result
    }

    /// The procedure itself, from an open node with these numbers.
    fn df_pn(&mut self, mut summary: Summary) -> Result<Value, Stopped> {
        loop {
            let Some(node) = self.nodes.last() else { return Err(Stopped::Inconsistent) };
            if summary.phi >= node.th_phi || summary.delta >= node.th_delta {
                let value = self.leave(&summary);
                let Some(parent) = self.nodes.last() else { return Ok(value) };
                let child = parent.children + parent.chosen;
                self.pile[child].value = value;
                summary = self.summarise();
                continue;
            }
            self.budget.spend()?;
            // The child sees φ and δ the other way round.
            let close = summary.second.saturating_add(summary.second / EPSILON_PARTS + 1);
            let th_delta = node.th_phi.min(close);
            let th_phi = if node.th_delta >= INFINITE {
                INFINITE
            } else {
                node.th_delta.saturating_sub(summary.delta_of_others).max(1)
            };
            summary = self.descend(summary.best, th_phi, th_delta);
        }
    }

    /// The depth of the last node's children.
    pub(super) fn ply(&self) -> u16 {
        self.memory.path.len()
    }

    pub(super) fn summarise(&self) -> Summary {
        match self.nodes.last() {
            Some(node) => {
                let children = &self.pile[node.children..];
                summarise(children, node.is_or, self.aggregation, self.ply() - 1)
            }
            None => summarise(&[], true, self.aggregation, 0),
        }
    }

    /// Plays the move of a child, opens it and gives its numbers.
    fn descend(&mut self, index: usize, th_phi: Number, th_delta: Number) -> Summary {
        let Some(node) = self.nodes.last_mut() else { return self.summarise() };
        node.chosen = index;
        let child = self.pile[node.children + index];
        self.position.play(child.mv);
        let summary = self.enter(child.key, child.value.is_new, th_phi, th_delta);
        if let Some(node) = self.nodes.last_mut() {
            node.depth_met = node.depth_met.min(child.value.depth);
        }
        summary
    }

    /// Opens the node of the present position, its children with what is known about them, and gives
    /// its numbers.
    fn enter(
        &mut self,
        key: PositionKey,
        is_new: bool,
        th_phi: Number,
        th_delta: Number,
    ) -> Summary {
        let depth = self.ply();
        let is_or = self.position.turn() == self.attacker;
        self.memory.path.enter(key);
        self.budget.reached(depth);
        self.nodes.push(Node {
            key,
            is_or,
            children: self.pile.len(),
            chosen: 0,
            th_phi,
            th_delta,
            nodes_before: self.budget.spent(),
            depth_met: depth,
        });
        if self.open_from_recall(key) {
            // The moves are known.
        } else if is_or {
            self.open_attack(key);
        } else {
            self.open_defence();
        }
        let summary = self.summarise();
        if is_new {
            self.must_open = false;
        } else if summary.has_old_child {
            self.must_open = true;
        }
        if self.must_open
            && let Some(node) = self.nodes.last_mut()
        {
            node.th_phi = node.th_phi.max(summary.phi.saturating_add(1)).min(INFINITE);
            node.th_delta = node.th_delta.max(summary.delta.saturating_add(1)).min(INFINITE);
        }
        summary
    }

    /// Closes the last node: remembers its value, takes the move back, and gives the value.
    fn leave(&mut self, summary: &Summary) -> Value {
        let value = self.conclude(summary);
        let Some(node) = self.nodes.pop() else { return value };
        if !value.is_decided() {
            self.memory.recall.keep(node.key, self.pass, &self.pile[node.children..]);
        }
        self.pile.truncate(node.children);
        self.memory.path.leave();
        if !self.nodes.is_empty() {
            self.position.take_back();
        }
        value
    }
}
