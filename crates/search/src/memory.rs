//! What a thread learns while it plays, kept from move to move of a game.

use shogi::Move;

use crate::look::correction::Corrections;
use crate::order::history::{Histories, PIECE_TO};

/// Histories, corrections and replies of one thread.
pub struct Memory {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    /// For each piece on its square, the move that last refuted its arrival there.
    pub(crate) replies: Box<[Option<Move>; PIECE_TO]>,
}

impl Memory {
    /// Nothing learned yet.
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            corrections: Corrections::new(),
            replies: Box::new([None; PIECE_TO]),
        }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.replies.fill(None);
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}
