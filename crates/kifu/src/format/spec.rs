//! The description of a format: one [`FormatSpec`] each, in the module of the format.

use std::io::{self, BufRead};

use crate::builder::Messages;
use crate::encoding::Encoding;
use crate::game::Game;
use crate::lines::{Chunk, Lines};
use crate::loss::Losses;
use crate::problem::{ReadError, Warning};

/// Everything that depends on the format of a record, so that a new format needs no other place.
pub(crate) struct FormatSpec {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The extensions of file names, and the encoding that each stands for. An extension that two
    /// formats have belongs to the earlier one in the table. New files get the first extension for
    /// their encoding, or else the first of all.
    pub(crate) extensions: &'static [(&'static str, Encoding)],
    /// The extensions of files that the format's reader takes and its writer does not make.
    pub(crate) also_read: &'static [&'static str],
    /// The encodings that the format is written in.
    pub(crate) encodings: Encodings,
    /// The number of games in a file.
    pub(crate) games: Games,
    /// Finds the lines of a text that speak for the format.
    pub(crate) evidence: fn(&str) -> Option<Evidence>,
    /// Reads one game.
    pub(crate) read: ReadGame,
    /// Writes the text of a game; the encoding is only named in it.
    pub(crate) write: fn(&Game, Encoding, &mut Losses) -> String,
    /// Writes a remark that names the encoding, for formats that usually go without. Rare texts
    /// need it: those with many half-width kana look like another encoding.
    pub(crate) encoding_remark: Option<fn(Encoding) -> String>,
}

/// The encodings that a format is written in.
#[derive(Clone, Copy)]
pub(crate) enum Encodings {
    /// The format's rules allow this one only.
    Only(Encoding),
    /// Any encoding will do, and this one is usual.
    Usually(Encoding),
}

/// Reads the text of one game that starts on the line with this number.
pub(crate) type ReadGame = fn(&str, usize, Messages) -> Result<(Game, Vec<Warning>), ReadError>;

/// Takes the lines of the next game, none at the end of the file. Of a game that is longer than the
/// limit, no more than that is kept.
pub(crate) type NextGame = fn(&mut Lines<dyn BufRead + '_>, usize) -> io::Result<Option<Chunk>>;

/// The number of games in a file.
pub(crate) enum Games {
    /// One game fills the file, which is read whole.
    One,
    /// A file may hold several games, which are read one by one.
    Many {
        /// Finds where a game ends.
        next: NextGame,
        /// The text between two games; it may be empty if a game ends with its line.
        separator: &'static str,
    },
}

/// The lines of a text that speak for a format.
#[derive(Clone, Copy)]
pub(crate) struct Evidence {
    /// The first such line, from 0.
    pub(crate) first_line: usize,
    /// The number of such lines; one may count twice.
    pub(crate) lines: usize,
    /// Does the first such line decide, if no line before it speaks for another format?
    pub(crate) is_decisive: bool,
}

impl Evidence {
    /// Later lines are not looked at.
    pub(crate) const LINES: usize = 400;

    /// Adds up the weights of the lines of a text; none if all are zero.
    pub(crate) fn of_lines(text: &str, weight: impl Fn(&str) -> usize) -> Option<Self> {
        let mut found: Option<Self> = None;
        for (index, line) in text.lines().take(Self::LINES).enumerate() {
            let weight = weight(line.trim_end_matches('\r'));
            if weight > 0 {
                let first = Self { first_line: index, lines: 0, is_decisive: false };
                found.get_or_insert(first).lines += weight;
            }
        }
        found
    }

    /// The first line that `speaks` for a format decides.
    pub(crate) fn of_first_line(text: &str, speaks: impl Fn(&str) -> bool) -> Option<Self> {
        let mut lines = text.lines().take(Self::LINES);
        let first_line = lines.position(|line| speaks(line.trim_end_matches('\r')))?;
        Some(Self { first_line, lines: 1, is_decisive: true })
    }
}
