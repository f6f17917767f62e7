//! JKF, JSON Kifu Format 1.0: the format of web sites.

mod read;
mod write;

use crate::encoding::Encoding;
use crate::format::{Encodings, Evidence, FormatSpec, Games};
use crate::text;

/// JSON Kifu Format.
pub(crate) static JKF: FormatSpec = FormatSpec {
    name: "jkf",
    extensions: &[("jkf", Encoding::Utf8), ("json", Encoding::Utf8)],
    also_read: &[],
    encodings: Encodings::Only(Encoding::Utf8),
    games: Games::One,
    evidence: |text| {
        let is_object = text::trim_start(text).starts_with('{');
        is_object.then_some(Evidence { first_line: 0, lines: 1, is_decisive: true })
    },
    read: |text, _, messages| read::read(text, messages),
    write: |game, _, losses| write::write(game, losses),
    encoding_remark: None,
};
