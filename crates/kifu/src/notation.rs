//! Moves in Japanese, both ways: ▲７六歩, 同銀, ５八金右, ３三角不成, and with an origin as in KIF
//! files, ７六歩(77).
//!
//! Written text says what is needed and no more; read text may say more, less, or slightly other
//! things, as long as one legal move fits.

mod parse;
mod relative;
mod resolve;
mod write;

pub(crate) use parse::{Destination, MoveText};
pub(crate) use relative::Words;
pub(crate) use resolve::Refusal;
pub(crate) use write::relative_letters;
pub use write::{japanese, kif, square_name};

use shogi::{Move, Position};

/// Reads a move in Japanese in a position. The square of 同 is that of the last move played.
///
/// ```
/// use shogi::Position;
/// let position = Position::startpos();
/// assert_eq!(kifu::notation::read("▲７六歩", &position)?.to_string(), "7g7f");
/// assert_eq!(kifu::notation::read("58金右", &position)?.to_string(), "4i5h");
/// # Ok::<(), kifu::Problem>(())
/// ```
pub fn read(text: &str, position: &Position) -> Result<Move, crate::Problem> {
    let (parsed, rest) = MoveText::parse(text).map_err(crate::Problem::NotAMove)?;
    if !crate::text::trim(rest).is_empty() {
        return Err(crate::Problem::NotAMove("expected nothing behind the move"));
    }
    let previous = position.last_move().map(Move::to);
    parsed.resolve(position, previous).map(|reading| reading.mv).map_err(Refusal::into_problem)
}

#[cfg(test)]
mod tests;
