//! CSA, the format of servers and programs, versions 2.2 and 3.0.

mod position;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{Version, write};

use shogi::Color;

use crate::game::header;

/// CSA keywords and the headers they are kept under.
const KEYWORDS: [(&str, &str); 10] = [
    ("EVENT", header::EVENT),
    ("SITE", header::SITE),
    ("START_TIME", header::START_TIME),
    ("END_TIME", header::END_TIME),
    ("TIME_LIMIT", header::TIME_LIMIT),
    ("OPENING", header::OPENING),
    ("TIME", header::TIME_LIMIT),
    ("TIME+", "先手持ち時間"),
    ("TIME-", "後手持ち時間"),
    ("NOTE", header::NOTE),
];

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}
