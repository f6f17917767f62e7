//! Requests to search.

use shogi::{Color, Move};

/// The clocks of both sides, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// The remaining time of Black and of White.
    pub left: [u64; 2],
    /// The time that each move adds to the clock of Black and of White (Fischer clock).
    pub increment: [u64; 2],
    /// The time for each move after the remaining time is used up.
    pub byoyomi: u64,
}

impl Clocks {
    /// Returns the remaining time of this side, as the clocks show it.
    pub fn left(&self, color: Color) -> u64 {
        self.left[color.index()]
    }

    /// Returns the time that this side may use now. There are two conventions for increments. Some
    /// programs add the increment after a move, so that the remaining time is never below the
    /// increment. By the USI convention it is added when the move begins, and the clock does not
    /// show it. So if less than the increment is left, the second convention must be in use, and
    /// the increment is added here. At the first move of a game this is only certain if nothing is
    /// left.
    pub(crate) fn usable_left(&self, color: Color, is_first_move: bool) -> u64 {
        let (left, increment) = (self.left(color), self.increment(color));
        let is_hidden = left < increment && (!is_first_move || left == 0);
        if is_hidden { left + increment } else { left }
    }

    /// Returns the increment of this side.
    pub fn increment(&self, color: Color) -> u64 {
        self.increment[color.index()]
    }
}

/// The time limit of a search for mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateTime {
    /// The limit in milliseconds.
    Ms(u64),
    /// The search continues until it has an answer or is stopped.
    Infinite,
}

/// A request to search. Without any limit the search is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The engine ponders: the opponent is thinking, and the position is the one after the expected
    /// move.
    pub ponder: bool,
    /// The engine must not answer before `stop`.
    pub infinite: bool,
    /// The clocks; a ponder search may get them with `ponderhit`.
    pub clocks: Option<Clocks>,
    /// The time for this move in milliseconds.
    pub movetime: Option<u64>,
    /// The greatest depth in plies.
    pub depth: Option<u32>,
    /// The limit of the nodes searched by all threads.
    pub nodes: Option<u64>,
    /// The request is for a mate, with this time limit.
    pub mate: Option<MateTime>,
    /// The moves to search (USI `searchmoves`); empty means all.
    pub only: Vec<Move>,
}

impl Go {
    /// Does the search continue until a command ends it?
    pub fn is_unlimited(&self) -> bool {
        let has_limit = self.clocks.is_some()
            || self.movetime.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        self.infinite || !has_limit
    }

    /// Is the request for analysis and not for play?
    pub fn is_analysis(&self) -> bool {
        self.infinite || (self.is_unlimited() && !self.ponder)
    }
}
