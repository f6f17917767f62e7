//! The memory of a thread: what it learns and keeps from move to move of a game.

use shogi::Move;

use crate::give_up::measured_futility::{MarginRule, Precision};
use crate::look::correction::Corrections;
use crate::order::history::{Histories, PIECE_TO};
use crate::skip::bound_of_change::Margins;
use crate::trace::Trace;

/// The histories, corrections and countermoves of one thread, and the papers' tables.
pub struct Memory {
    /// The histories of moves.
    pub(crate) histories: Histories,
    /// The correction history of static values.
    pub(crate) corrections: Corrections,
    /// For each piece on its square, the move that last refuted its arrival there.
    pub(crate) countermoves: Box<[Option<Move>; PIECE_TO]>,
    /// B's margins, which rise when they prove too small.
    pub(crate) margins: Margins,
    /// M's counts of cuts and wrong cuts.
    pub(crate) precision: Precision,
    /// G's solver of mates, made when it is first needed.
    mate_solver: Option<mate::Solver>,
    /// The counts of what techniques did, if counting was started.
    pub trace: Trace,
}

impl Memory {
    /// Returns a memory that has learned nothing yet.
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            corrections: Corrections::new(),
            countermoves: Box::new([None; PIECE_TO]),
            margins: Margins::default(),
            precision: Precision::default(),
            mate_solver: None,
            trace: Trace::new(),
        }
    }

    /// The solver of mates.
    pub(crate) fn mate_solver(&mut self) -> &mut mate::Solver {
        self.mate_solver.get_or_insert_with(|| mate::Solver::new(mate::LEAST_MEGABYTES))
    }

    /// Sets the rule by which M's recipe chooses its margin, and clears the counts.
    pub fn set_margin_rule(&mut self, rule: MarginRule) {
        self.precision = Precision::new(rule);
    }

    /// The counts of M's recipe.
    pub fn precision(&self) -> &Precision {
        &self.precision
    }

    /// B's margins, as far as they have been raised.
    pub fn margins(&self) -> &Margins {
        &self.margins
    }

    /// Forgets by how much B's margins were raised.
    pub(crate) fn forget_margins(&mut self) {
        self.margins = Margins::default();
    }

    /// Forgets everything before a new game; M's recipe may keep part of its counts.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.countermoves.fill(None);
        self.margins = Margins::default();
        self.precision.new_game();
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}
