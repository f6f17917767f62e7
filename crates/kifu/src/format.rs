//! The formats of game records: names, extensions, recognition by content.

use std::fmt;
use std::str::FromStr;

use crate::encoding::Encoding;
use crate::text::{digit, trim};
use crate::usi;

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// KIF: numbered moves with origins.
    Kif,
    /// KI2: rows of moves as in books.
    Ki2,
    /// CSA 2.2 (any version when read).
    Csa,
    /// CSA 3.0 (any version when read).
    Csa3,
    /// JSON Kifu Format.
    Jkf,
    /// Lines of USI moves.
    Usi,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Kif, Self::Ki2, Self::Csa, Self::Csa3, Self::Jkf, Self::Usi];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kif => "kif",
            Self::Ki2 => "ki2",
            Self::Csa => "csa",
            Self::Csa3 => "csa3",
            Self::Jkf => "jkf",
            Self::Usi => "usi",
        }
    }

    /// Format and encoding that a file name's extension stands for.
    pub fn from_extension(extension: &str) -> Option<(Self, Encoding)> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "kif" => (Self::Kif, Encoding::ShiftJis),
            "kifu" => (Self::Kif, Encoding::Utf8),
            "ki2" => (Self::Ki2, Encoding::ShiftJis),
            "ki2u" => (Self::Ki2, Encoding::Utf8),
            "csa" => (Self::Csa, Encoding::ShiftJis),
            "jkf" | "json" => (Self::Jkf, Encoding::Utf8),
            "usi" | "sfen" => (Self::Usi, Encoding::Utf8),
            _ => return None,
        })
    }

    /// The extension of files in this format and encoding.
    pub const fn extension(self, encoding: Encoding) -> &'static str {
        match (self, encoding) {
            (Self::Kif, Encoding::Utf8) => "kifu",
            (Self::Kif, _) => "kif",
            (Self::Ki2, Encoding::Utf8) => "ki2u",
            (Self::Ki2, _) => "ki2",
            (Self::Csa | Self::Csa3, _) => "csa",
            (Self::Jkf, _) => "jkf",
            (Self::Usi, _) => "sfen",
        }
    }

    /// The encoding that is written if nothing else is asked for.
    pub const fn usual_encoding(self) -> Encoding {
        match self {
            Self::Kif | Self::Ki2 | Self::Csa => Encoding::ShiftJis,
            Self::Csa3 | Self::Jkf | Self::Usi => Encoding::Utf8,
        }
    }

    /// Can a file hold several games?
    pub const fn holds_many(self) -> bool {
        matches!(self, Self::Csa | Self::Csa3 | Self::Usi)
    }

    /// The format of a text by its first lines; none if nothing in it looks like a record.
    pub fn detect(text: &str) -> Option<Self> {
        let start = text.trim_start_matches(crate::text::is_blank);
        if start.starts_with('{') {
            return Some(Self::Jkf);
        }
        let (mut kif, mut ki2, mut csa) = (0, 0, 0);
        for line in text.lines().take(LINES_LOOKED_AT) {
            let line = line.trim_end_matches('\r');
            if usi::is_usi(line) && (kif, ki2, csa) == (0, 0, 0) {
                return Some(Self::Usi);
            }
            csa += usize::from(is_csa(line));
            ki2 += usize::from(trim(line).starts_with(['▲', '△', '☗', '☖']));
            kif += usize::from(is_kif(line));
        }
        // Headers are common to KIF and KI2, and comments of CSA files may look like them.
        match (csa, ki2, kif) {
            (0, 0, 0) => None,
            (csa, ki2, kif) if csa > ki2 + kif => Some(Self::Csa),
            (_, ki2, _) if ki2 > 0 && !text.lines().any(is_numbered_move) => Some(Self::Ki2),
            _ => Some(Self::Kif),
        }
    }
}

/// So many lines decide.
const LINES_LOOKED_AT: usize = 400;

fn is_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    match bytes {
        [b'V', b'1'..=b'9', ..]
        | [b'P', b'I' | b'+' | b'-', ..]
        | [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..]
        | [b'N', b'+' | b'-', ..]
        | [b'%', b'A'..=b'Z' | b'+' | b'-', ..]
        | [b'+' | b'-', b'0'..=b'9', b'0'..=b'9', b'1'..=b'9', b'1'..=b'9', ..] => true,
        [b'$', ..] => line.contains(':'),
        [b'T', rest @ ..] => !rest.is_empty() && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

fn is_numbered_move(line: &str) -> bool {
    let line = trim(line);
    let rest = line.trim_start_matches(|c| digit(c).is_some());
    let is_numbered = rest.len() < line.len() && rest.starts_with(crate::text::is_blank);
    is_numbered
        && (crate::notation::MoveText::parse(rest).is_ok()
            || crate::Ending::from_kif_word(rest.split(['(', '（']).next().unwrap_or(rest))
                .is_some())
}

fn is_kif(line: &str) -> bool {
    let start = trim(line);
    const KNOWN: [&str; 12] = [
        "開始日時",
        "終了日時",
        "手合割",
        "先手",
        "後手",
        "上手",
        "下手",
        "棋戦",
        "手数",
        "変化",
        "まで",
        "表題",
    ];
    KNOWN.iter().any(|word| start.starts_with(word))
        || start.starts_with("#KIF")
        || start.starts_with("#KI2")
        || is_numbered_move(line)
        || (start.contains('：') && !start.starts_with(['\'', '*', '#']))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not that of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a format, one of:")?;
        Format::ALL.iter().try_for_each(|format| write!(f, " {format}"))?;
        f.write_str(", and kifu and ki2u for UTF-8")
    }
}

impl std::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_lowercase();
        let named = Self::ALL.into_iter().find(|format| format.name() == text);
        named.or_else(|| Some(Self::from_extension(&text)?.0)).ok_or(ParseFormatError)
    }
}
