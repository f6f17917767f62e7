//! What a search is asked for.

use shogi::{Color, Move};

/// The clocks of both sides, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// What is left, Black's first.
    pub left: [u64; 2],
    /// What each own move adds (Fischer).
    pub increment: [u64; 2],
    /// What each move has when nothing is left.
    pub byoyomi: u64,
}

impl Clocks {
    /// What is left to this side.
    pub fn left(&self, color: Color) -> u64 {
        self.left[color.index()]
    }

    /// What this side may use now. Some count the increment of a move when it is made, so that what
    /// is left is never less than an increment. Others (the USI convention) count it when the move
    /// begins and do not show it; where less than an increment is left it must be they. Only at the
    /// first move it need not be, unless nothing is left at all.
    pub(crate) fn usable_left(&self, color: Color, is_first_move: bool) -> u64 {
        let (left, increment) = (self.left(color), self.increment(color));
        let is_hidden = left < increment && (!is_first_move || left == 0);
        if is_hidden { left + increment } else { left }
    }

    /// What each move of this side adds.
    pub fn increment(&self, color: Color) -> u64 {
        self.increment[color.index()]
    }
}

/// How long a mate is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateTime {
    /// So many milliseconds.
    Ms(u64),
    /// Until it is found or the search is stopped.
    Infinite,
}

/// A request to search. Without any limit it is one for an infinite search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The opponent thinks; the move answered is the one expected of them.
    pub ponder: bool,
    /// No answer before it is asked for.
    pub infinite: bool,
    /// The clocks. A ponder search may get them later.
    pub clocks: Option<Clocks>,
    /// Time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Look for a mate only.
    pub mate: Option<MateTime>,
    /// Only these moves; empty: all.
    pub only: Vec<Move>,
}

impl Go {
    /// Does nothing but a command end the search?
    pub fn is_unlimited(&self) -> bool {
        let has_limit = self.clocks.is_some()
            || self.movetime.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        self.infinite || !has_limit
    }

    /// Does somebody analyse, and not play?
    pub fn is_analysis(&self) -> bool {
        self.infinite || (self.is_unlimited() && !self.ponder)
    }
}
