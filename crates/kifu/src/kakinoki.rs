//! KIF and KI2, the formats of the program Kakinoki Shogi. One reader takes both, and files that
//! mix them; each has its own writer.

mod headers;
mod ki2;
mod kif;
mod read;
mod recognise;
mod summary;
mod times;

pub(crate) use headers::speaks_of_start;

use crate::encoding::Encoding;
use crate::format::{Encodings, FormatSpec, Games};

/// KIF: numbered moves with origins.
pub(crate) static KIF: FormatSpec = FormatSpec {
    name: "kif",
    extensions: &[("kif", Encoding::ShiftJis), ("kifu", Encoding::Utf8)],
    also_read: &["bod"],
    encodings: Encodings::Usually(Encoding::ShiftJis),
    games: Games::One,
    evidence: recognise::kif,
    read: read::read,
    write: kif::write,
    encoding_remark: None,
};

/// KI2: rows of moves as in books.
pub(crate) static KI2: FormatSpec = FormatSpec {
    name: "ki2",
    extensions: &[("ki2", Encoding::ShiftJis), ("ki2u", Encoding::Utf8)],
    also_read: &[],
    encodings: Encodings::Usually(Encoding::ShiftJis),
    games: Games::One,
    evidence: recognise::ki2,
    read: read::read,
    write: ki2::write,
    encoding_remark: Some(ki2::encoding_remark),
};
