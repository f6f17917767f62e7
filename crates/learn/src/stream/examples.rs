//! The positions and moves of a game.

use shogi::{Move, Position};

use super::game::{StreamGame, mixed};
use super::selection::{MoveSelection, Movers};
use crate::data::Seen;

/// A position of a game and the move played there.
#[derive(Clone, Copy)]
pub struct Example<'a> {
    /// The game, with its result, ratings and part.
    pub game: &'a StreamGame,
    /// The position before the move; it knows the moves that led to it.
    pub position: &'a Position,
    /// The move played.
    pub mv: Move,
    /// The number of moves of the game before this one.
    pub ply: usize,
}

impl Example<'_> {
    /// Did the side to move win the game?
    pub fn is_winners(&self) -> bool {
        self.game.winner() == Some(self.position.turn())
    }

    /// The rating of the side to move, where the record has it.
    pub fn rating(&self) -> Option<i32> {
        self.game.ratings[self.position.turn().index()]
    }
}

/// Walks through games and takes the moves of a selection, with a bounded memory for duplicates.
pub struct Examples {
    selection: MoveSelection,
    seen: Seen,
    duplicates: u64,
}

impl Examples {
    /// Makes a walker that has seen nothing yet.
    pub fn new(selection: MoveSelection) -> Self {
        Self { selection, seen: Seen::new(selection.remembered), duplicates: 0 }
    }

    /// Calls `take` with each position of the game that the selection takes.
    pub fn of_game(&mut self, game: &StreamGame, mut take: impl FnMut(Example<'_>)) {
        let selection = self.selection;
        game.for_each_position(|position, mv, ply| {
            let is_movers = match selection.movers {
                Movers::Both => true,
                Movers::Winner => game.winner() == Some(position.turn()),
            };
            // The step is counted in moves of both sides, two at a time if one side's are taken.
            let turn = if selection.movers == Movers::Both { ply } else { ply / 2 };
            let is_taken = is_movers
                && ply >= selection.first_ply
                && turn.is_multiple_of(selection.every.max(1));
            if !is_taken {
                return;
            }
            let key = mixed(position.key().wrapping_add(u64::from(mv.bits())));
            if !selection.duplicates && !self.seen.insert(key) {
                self.duplicates += 1;
                return;
            }
            take(Example { game, position, mv, ply });
        });
    }

    /// The number of positions left out because the same move was played there before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }
}
