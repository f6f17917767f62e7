//! Writes a game in any format and encoding.

use crate::encoding::{self, Encoding};
use crate::format::{Encodings, Format};
use crate::game::Game;
use crate::loss::{Loss, Losses};

/// A game as bytes of a file, and the parts that the format could not carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// The parts that were left out.
    pub losses: Losses,
}

/// Writes a game. JKF and USI lines are always UTF-8, as their rules say. Files in the old
/// encodings have the line ends of Windows, where they are at home.
pub fn write(game: &Game, format: Format, encoding: Encoding) -> Written {
    let encoding = match format.spec().encodings {
        Encodings::Only(only) => only,
        Encodings::Usually(_) => encoding,
    };
    let (text, mut losses) = write_text(game, format, encoding);
    let line_end = if encoding == Encoding::Utf8 { "\n" } else { "\r\n" };
    let (mut bytes, lacking) = encoding::encode(&text.replace('\n', line_end), encoding);
    if !is_recognised(&bytes, encoding)
        && let Some(remark) = format.spec().encoding_remark
    {
        bytes.splice(0..0, [remark(encoding).as_bytes(), line_end.as_bytes()].concat());
    }
    losses.add_many(Loss::Characters, lacking);
    if !is_recognised(&bytes, encoding) {
        losses.add(Loss::Encoding);
    }
    Written { bytes, losses }
}

/// Will our reader find the encoding? ASCII is the same in all.
fn is_recognised(bytes: &[u8], encoding: Encoding) -> bool {
    let found = encoding::decode(bytes).encoding;
    found == encoding || (bytes.is_ascii() && found == Encoding::Utf8)
}

/// Writes a game as text; the encoding is only named in it.
pub fn write_text(game: &Game, format: Format, encoding: Encoding) -> (String, Losses) {
    let mut losses = Losses::default();
    let text = (format.spec().write)(game, encoding, &mut losses);
    (text, losses)
}
