//! Where a sentence stands: the game and the ply, as the record alone tells them.

use shogi::{Color, Move, Position};

use super::words;
use crate::model::{GameInfo, Line, Number, Settings, Slot, Usi};
use crate::part::Part;
use crate::scale::{SEARCHED_MATE, Scale};

/// The place of a sentence. Conditions may look at the record's moves and at facts, nothing else.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The positions p0, p1, ...; each knows the moves before it.
    pub(crate) positions: &'a [Position],
    /// The game, as the record tells it.
    pub(crate) info: &'a GameInfo,
    /// The settings: scale and limits of the classes.
    pub(crate) settings: &'a Settings,
    /// The ply of the move; 0 for sentences about the whole game.
    pub(crate) ply: usize,
    /// The ids of the sentences that are said of the same ply.
    pub(crate) said: &'a [&'static str],
}

impl<'a> Place<'a> {
    /// The position before the move.
    pub(crate) fn root(&self) -> &'a Position {
        &self.positions[self.ply - 1]
    }

    /// The position after the move.
    pub(crate) fn after(&self) -> &'a Position {
        &self.positions[self.ply]
    }

    /// The move.
    pub(crate) fn played(&self) -> Move {
        self.info.moves[self.ply - 1].0
    }

    pub(crate) fn mover(&self) -> Color {
        self.root().turn()
    }

    /// The moves of the game up to a ply.
    pub(crate) fn moves_to(&self, ply: usize) -> &'a [Usi] {
        &self.info.moves[..ply]
    }

    /// The part of the game that is judged.
    pub(crate) fn part(&self) -> Part {
        Part::of(self.settings, self.info.moves.len())
    }

    pub(crate) fn scale(&self) -> Scale {
        Scale::new(self.settings.scale.get()).unwrap_or(Scale::HABIT)
    }

    /// The win probability of a searched line, by its score alone.
    pub(crate) fn w_of(&self, line: &Line) -> Number {
        let w = match (line.value.mate, line.value.cp) {
            (Some(plies), _) if plies > 0 => SEARCHED_MATE,
            (Some(_), _) => 100.0 - SEARCHED_MATE,
            (None, cp) => self.scale().win(cp.unwrap_or(0)),
        };
        w.into()
    }

    /// Is one of these said of the same ply?
    pub(crate) fn says(&self, ids: &[&str]) -> bool {
        self.said.iter().any(|said| ids.contains(said))
    }

    /// A move from before the played one, in words; 同 is used where it applies.
    pub(crate) fn mv(&self, mv: Move) -> Slot {
        words::mv(self.root(), mv, self.root().last_move().map(Move::to))
    }

    /// The mover and the opponent.
    pub(crate) fn you(&self) -> Slot {
        words::side(self.mover(), self.info.handicap)
    }

    pub(crate) fn foe(&self) -> Slot {
        words::side(!self.mover(), self.info.handicap)
    }
}
