//! CSA, the format of servers and programs, versions 2.2 and 3.0.

mod position;
mod read;
mod recognise;
mod split;
mod write;

pub(crate) use write::move_text;

use shogi::Color;

use crate::encoding::Encoding;
use crate::format::{Encodings, FormatSpec, Games};
use crate::game::header;

use write::Version;

/// CSA 2.2. Its reader takes every version.
pub(crate) static CSA: FormatSpec = FormatSpec {
    name: "csa",
    extensions: &[("csa", Encoding::ShiftJis)],
    also_read: &[],
    encodings: Encodings::Usually(Encoding::ShiftJis),
    games: Games::Many { next: split::next_game, separator: "/\n" },
    evidence: recognise::evidence,
    read: read::read,
    write: |game, encoding, losses| write::write(game, Version::V22, encoding, losses),
    encoding_remark: Some(write::encoding_remark),
};

/// CSA 3.0. Files of any version are recognised as CSA, so nothing speaks for this row.
pub(crate) static CSA3: FormatSpec = FormatSpec {
    name: "csa3",
    extensions: &[("csa", Encoding::Utf8)],
    also_read: &[],
    encodings: Encodings::Usually(Encoding::Utf8),
    games: Games::Many { next: split::next_game, separator: "/\n" },
    evidence: |_| None,
    read: read::read,
    write: |game, encoding, losses| write::write(game, Version::V30, encoding, losses),
    encoding_remark: None,
};

/// CSA keywords and the headers they are kept under.
const KEYWORDS: [(&str, &str); 10] = [
    ("EVENT", header::EVENT),
    ("SITE", header::SITE),
    ("START_TIME", header::START_TIME),
    ("END_TIME", header::END_TIME),
    ("TIME_LIMIT", header::TIME_LIMIT),
    ("OPENING", header::OPENING),
    ("TIME", header::TIME_LIMIT),
    ("TIME+", header::BLACK_TIME_LIMIT),
    ("TIME-", header::WHITE_TIME_LIMIT),
    ("NOTE", header::NOTE),
];

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}
