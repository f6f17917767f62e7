//! What sentences may look at: the finished report without its sentences, the positions, and what
//! the units of work found.

use shogi::{Color, Move, Position};

use crate::model::{GameReport, Ply};
use crate::units::{MomentFound, PairFound, PlyFound};

/// A game with everything that was found out about it.
#[derive(Clone, Copy)]
pub struct GameContext<'a> {
    /// The report; its sentences and evidence are still empty.
    pub report: &'a GameReport,
    /// The positions p0, p1, ...; each knows the moves before it.
    pub positions: &'a [Position],
    /// What the sweep found, ply by ply.
    pub swept: &'a [PlyFound],
    /// The comparisons of moves with the played ones.
    pub pairs: &'a [PairFound],
    /// What the deeper looks found.
    pub moments: &'a [MomentFound],
}

impl GameContext<'_> {
    /// The position before the move of a ply, which is 1 or more.
    pub fn before(&self, ply: u32) -> &Position {
        &self.positions[ply as usize - 1]
    }

    /// The position after the move of a ply.
    pub fn after(&self, ply: u32) -> &Position {
        &self.positions[ply as usize]
    }

    /// The move of a ply, which is 1 or more.
    pub fn played(&self, ply: u32) -> Move {
        self.report.game.moves[ply as usize - 1].0
    }

    /// The mover of a ply, which is 1 or more.
    pub fn mover(&self, ply: u32) -> Color {
        self.before(ply).turn()
    }

    /// What the report says of a ply.
    pub fn ply(&self, ply: u32) -> &Ply {
        &self.report.plies[ply as usize]
    }
}
