//! Moves in Japanese, both ways: ▲７六歩, 同銀, ５八金右, ３三角不成, and with an origin as in KIF
//! files, ７六歩(77); and in English, P-7f.
//!
//! Written text says what is needed and no more; read text may say more, and in files less or
//! slightly other things, as long as one legal move fits.

mod english;
mod parse;
mod relative;
mod resolve;
mod row;
mod write;

pub use crate::names::japanese_name;
pub use english::english;
pub(crate) use parse::{Destination, MoveText};
pub(crate) use relative::Words;
pub(crate) use resolve::Refusal;
pub use row::{csa_row, kif_row, row};
pub(crate) use write::relative_letters;
pub use write::{japanese, kif, square_name};

use shogi::{Move, Position};

/// Reads a move in Japanese in a position. The square of 同 is that of the last move played.
/// A text that does not quite fit any legal move is refused: a user who types it can be asked.
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
    let reading = parsed.resolve(position, previous).map_err(Refusal::into_problem)?;
    // With an origin, as in KIF files, a move that is not said to promote does not.
    let is_clear = |kind| kind == crate::WarningKind::NonPromotion && parsed.from.is_some();
    match reading.repairs.iter().find(|&&kind| !is_clear(kind)) {
        Some(&repair) => Err(crate::Problem::Doubtful(reading.mv, repair)),
        None => Ok(reading.mv),
    }
}

#[cfg(test)]
mod tests;
