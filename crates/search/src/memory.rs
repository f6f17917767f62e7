//! What a thread learns while it plays, kept from move to move of a game.

use shogi::Move;

use crate::depth::realization::Realization;
use crate::give_up::measured_futility::{MarginRule, Precision};
use crate::look::correction::Corrections;
use crate::order::history::{Histories, PIECE_TO};
use crate::skip::bound_of_change::Margins;
use crate::trace::Trace;

/// Histories, corrections and countermoves of one thread.
pub struct Memory {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    /// For each piece on its square, the move that last refuted its arrival there.
    pub(crate) countermoves: Box<[Option<Move>; PIECE_TO]>,
    /// B's margins, raised when they prove too small.
    pub(crate) margins: Margins,
    /// M's counts of cuts and wrong cuts.
    pub(crate) precision: Precision,
    /// G's table of probabilities.
    pub(crate) realization: Realization,
    /// What the searches did, where that is counted.
    pub trace: Trace,
}

impl Memory {
    /// Nothing learned yet.
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            corrections: Corrections::new(),
            countermoves: Box::new([None; PIECE_TO]),
            margins: Margins::default(),
            precision: Precision::default(),
            realization: Realization::default(),
            trace: Trace::new(),
        }
    }

    /// How M's recipe chooses its margin; what was counted is forgotten.
    pub fn set_margin_rule(&mut self, rule: MarginRule) {
        self.precision = Precision::new(rule);
    }

    /// What M's recipe has counted.
    pub fn precision(&self) -> &Precision {
        &self.precision
    }

    /// How much B's margins have been raised.
    pub fn margins(&self) -> &Margins {
        &self.margins
    }

    /// G's recipe uses this table of probabilities from now on.
    pub fn set_realization(&mut self, realization: Realization) {
        self.realization = realization;
    }

    /// Forgets everything, as before a new game.
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
