//! A game of self-play: the start, the moves, what the search said at each, and the end.

use shogi::{Color, GameEnd, Move, Position, Setup};

/// One move of a game and the score of the position before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move played.
    pub mv: Move,
    /// The score of the search on the common scale, from the side to move; none if the move was
    /// not searched.
    pub score: Option<i16>,
}

/// How a game of self-play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules ended the game.
    Rules(GameEnd),
    /// Both sides agreed for long that one of them wins.
    Adjudicated {
        /// The side that was ahead.
        winner: Color,
    },
}

impl Ending {
    /// Returns the winner, or none if the game is a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Rules(end) => end.winner(),
            Self::Adjudicated { winner } => Some(winner),
        }
    }

    /// Returns the number of its kind, which files of games hold.
    pub(crate) fn kind(self) -> u8 {
        match self {
            Self::Adjudicated { .. } => 0,
            Self::Rules(GameEnd::NoLegalMove { .. }) => 1,
            Self::Rules(GameEnd::PerpetualCheck { .. }) => 2,
            Self::Rules(GameEnd::Declaration { .. }) => 3,
            Self::Rules(GameEnd::Sennichite) => 4,
            Self::Rules(GameEnd::MaxMoves) => 5,
            Self::Rules(GameEnd::NoContest) => 6,
        }
    }
}

/// A finished game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The position before the first move.
    pub start: Setup,
    /// The moves with their scores.
    pub plies: Vec<Ply>,
    /// The end.
    pub ending: Ending,
}

impl PlayedGame {
    /// Calls `visit` with the position before each move. Nothing is visited if the start is not a
    /// position of the game.
    pub fn for_each_position(&self, mut visit: impl FnMut(&Position, Ply)) {
        let Ok(mut position) = Position::try_from(self.start.clone()) else { return };
        for &ply in &self.plies {
            visit(&position, ply);
            position.play(ply.mv);
        }
    }
}
