//! The words after `position`, and the position that they describe.

use std::fmt;

use shogi::{Move, MoveTextError, Position, SfenError};

use super::CommandError;

/// A start and the moves played from there, as text. They are read later, so that a mistake can be
/// reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The word `startpos`, or an SFEN.
    pub start: String,
    /// The moves from the start, in USI notation.
    pub moves: Vec<String>,
}

/// The reason why there is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError(SfenError);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position refused: {}", self.0)
    }
}

impl std::error::Error for PositionError {}

/// The move at which the list is cut off, because it cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedMove {
    /// The number of the move in the list, from 1.
    pub number: usize,
    /// The text of the move.
    pub text: String,
    /// The reason why the move cannot be played.
    pub why: MoveTextError,
}

impl fmt::Display for RefusedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, text, why } = self;
        write!(f, "move {number} of the list ({text:?}): {why}; the position before it stands")
    }
}

impl PositionCommand {
    /// Describes a game from the start position.
    pub fn from_startpos(moves: impl IntoIterator<Item = Move>) -> Self {
        Self { start: "startpos".to_owned(), moves: to_text(moves) }
    }

    /// Describes a game from any position.
    pub fn from_sfen(sfen: &str, moves: impl IntoIterator<Item = Move>) -> Self {
        Self { start: sfen.to_owned(), moves: to_text(moves) }
    }

    /// Splits the words at `moves`. The keyword `sfen` may be missing.
    pub(super) fn parse(rest: &str) -> Result<Self, CommandError> {
        let mut words = rest.split_whitespace().peekable();
        words.next_if_eq(&"sfen");
        let mut start = Vec::new();
        for word in words.by_ref() {
            if word == "moves" {
                break;
            }
            start.push(word);
        }
        if start.is_empty() {
            return Err(CommandError::NoPosition);
        }
        Ok(Self { start: start.join(" "), moves: words.map(str::to_owned).collect() })
    }

    /// Plays the moves. An illegal move ends the list, and the position before it is returned.
    pub fn position(&self) -> Result<(Position, Option<RefusedMove>), PositionError> {
        let mut position: Position = self.start.parse().map_err(PositionError)?;
        for (index, text) in self.moves.iter().enumerate() {
            match position.parse_legal_move(text) {
                Ok(mv) => position.play(mv),
                Err(why) => {
                    let refused = RefusedMove { number: index + 1, text: text.clone(), why };
                    return Ok((position, Some(refused)));
                }
            }
        }
        Ok((position, None))
    }
}

fn to_text(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start != "startpos" {
            f.write_str("sfen ")?;
        }
        f.write_str(&self.start)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
