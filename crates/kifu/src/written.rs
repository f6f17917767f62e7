//! Writes a game in any format and encoding.

use crate::csa::Version;
use crate::encoding::{self, Encoding};
use crate::format::Format;
use crate::game::Game;
use crate::loss::{Loss, Losses};
use crate::{csa, jkf, kakinoki, usi};

/// A game as bytes of a file, and what the format could not carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file's content.
    pub bytes: Vec<u8>,
    /// What was left out.
    pub losses: Losses,
}

/// Writes a game. JKF and USI lines are always UTF-8, as their rules say. Files in the old
/// encodings have the line ends of Windows, where they are at home.
pub fn write(game: &Game, format: Format, encoding: Encoding) -> Written {
    let encoding = match format {
        Format::Jkf | Format::Usi => Encoding::Utf8,
        _ => encoding,
    };
    let (text, mut losses) = write_text(game, format, encoding);
    let line_end = if encoding == Encoding::Utf8 { "\n" } else { "\r\n" };
    let (mut bytes, lacking) = encoding::encode(&text.replace('\n', line_end), encoding);
    if !is_recognised(&bytes, encoding)
        && let Some(name) = encoding_line(format, encoding)
    {
        bytes.splice(0..0, [name.as_bytes(), line_end.as_bytes()].concat());
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

/// A remark that names the encoding, for formats that usually go without; needed for rare texts,
/// such as those with many half-width kana, that look like another encoding.
fn encoding_line(format: Format, encoding: Encoding) -> Option<String> {
    match format {
        Format::Ki2 => Some(format!("#KI2 version=2.0 encoding={}", encoding.name())),
        Format::Csa => Some(format!("'CSA encoding={}", encoding.name().to_ascii_uppercase())),
        Format::Kif | Format::Csa3 | Format::Jkf | Format::Usi => None,
    }
}

/// Writes a game as text; the encoding is only named in it.
pub fn write_text(game: &Game, format: Format, encoding: Encoding) -> (String, Losses) {
    let mut losses = Losses::default();
    let name = encoding.name();
    let text = match format {
        Format::Kif => kakinoki::write_kif(game, name, &mut losses),
        Format::Ki2 => kakinoki::write_ki2(game, name, &mut losses),
        Format::Csa => csa::write(game, Version::V22, name, &mut losses),
        Format::Csa3 => csa::write(game, Version::V30, name, &mut losses),
        Format::Jkf => jkf::write(game, &mut losses),
        Format::Usi => usi::write(game, &mut losses),
    };
    (text, losses)
}
