//! The text of one move, taken apart without looking at a position.

use std::fmt;

use shogi::{Color, File, PieceKind, Rank, Square};

use super::relative::Words;
use crate::names::{japanese_kind, japanese_name};
use crate::text::{coordinate, is_blank, narrow, trim_start};

/// The destination of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    Square(Square),
    /// 同: where the last move went.
    Same,
}

/// A move as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveText {
    /// ▲ or △ before the move.
    pub(crate) mark: Option<Color>,
    pub(crate) to: Destination,
    /// The name of the piece.
    pub(crate) kind: PieceKind,
    /// 右左直上寄引.
    pub(crate) words: Words,
    /// 成 or 不成, if one is written.
    pub(crate) promotes: Option<bool>,
    /// 打, or the origin (00).
    pub(crate) is_drop: bool,
    /// The origin in parentheses.
    pub(crate) from: Option<Square>,
}

/// The side whose mark this is.
pub(crate) fn mark(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' => Some(Color::Black),
        '△' | '☖' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// A square from two characters of any script.
pub(crate) fn square(file: char, rank: char) -> Option<Square> {
    let file = File::from_index(coordinate(file)? as usize - 1)?;
    let rank = Rank::from_index(coordinate(rank)? as usize - 1)?;
    Some(Square::new(file, rank))
}

impl MoveText {
    /// Takes a move off the start of a text; gives the rest. The error says what was expected.
    pub(crate) fn parse(text: &str) -> Result<(Self, &str), &'static str> {
        let mut rest = trim_start(text);
        let mark = rest.chars().next().and_then(mark);
        if mark.is_some() {
            rest = trim_start(skip(rest, 1));
        }
        let (to, after) = destination(rest)?;
        rest = trim_start(after);
        let Some((kind, after)) = japanese_kind(rest) else {
            return Err("expected the name of a piece");
        };
        let mut parsed =
            Self { mark, to, kind, words: Words::NONE, promotes: None, is_drop: false, from: None };
        rest = parsed.suffixes(after);
        if let Some((origin, after)) = origin(trim_start(rest)) {
            match origin {
                Origin::Hand => parsed.is_drop = true,
                Origin::Square(from) => parsed.from = Some(from),
            }
            rest = after;
            // Some write 成 behind the origin.
            if parsed.promotes.is_none() {
                rest = parsed.suffixes(rest);
            }
        }
        Ok((parsed, rest))
    }

    /// Reads 右左直上寄引打成不成 in any order.
    fn suffixes<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        loop {
            let after_blanks = trim_start(rest);
            if let Some(after) =
                crate::text::strip_any(after_blanks, &["不成", "成らず", "ならず", "生"])
            {
                self.promotes = Some(false);
                rest = after;
            } else if let Some(after) = after_blanks.strip_prefix('成') {
                self.promotes = Some(true);
                rest = after.strip_prefix('り').unwrap_or(after);
            } else if let Some(after) = after_blanks.strip_prefix('打') {
                self.is_drop = true;
                rest = after.strip_prefix('ち').unwrap_or(after);
            } else if let Some(word) = after_blanks.chars().next().and_then(Words::from_char) {
                self.words = self.words.with(word);
                rest = skip(after_blanks, 1);
                rest = crate::text::strip_any(rest, &["る", "く"]).unwrap_or(rest);
            } else {
                return rest;
            }
        }
    }
}

/// The move as in a KIF file, whether or not it can be played.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Destination::Square(to) => f.write_str(&super::square_name(to))?,
            Destination::Same => f.write_str("同　")?,
        }
        write!(f, "{}{}", japanese_name(self.kind), self.words.text())?;
        match (self.promotes, self.from) {
            (Some(true), _) => f.write_str("成")?,
            (None | Some(false), None) if self.is_drop => f.write_str("打")?,
            _ => {}
        }
        match self.from {
            Some(from) => write!(f, "({}{})", from.file().index() + 1, from.rank().index() + 1),
            None => Ok(()),
        }
    }
}

/// Without the first `count` characters.
fn skip(text: &str, count: usize) -> &str {
    let mut chars = text.chars();
    chars.by_ref().take(count).for_each(drop);
    chars.as_str()
}

fn destination(text: &str) -> Result<(Destination, &str), &'static str> {
    let same = |text| crate::text::strip_any(text, &["同", "仝", "々"]);
    if let Some(after) = same(text) {
        // 同２四歩 names the square as well.
        let after = trim_start(after);
        return Ok(match two_coordinates(after) {
            Some((to, rest)) => (Destination::Square(to), rest),
            None => (Destination::Same, after),
        });
    }
    let (to, rest) =
        two_coordinates(text).ok_or("expected a file and a rank, or 同, and a piece")?;
    // ２四同歩 as well.
    Ok((Destination::Square(to), same(trim_start(rest)).unwrap_or(rest)))
}

fn two_coordinates(text: &str) -> Option<(Square, &str)> {
    let file = text.chars().next()?;
    let rest = trim_start(skip(text, 1));
    let rank = rest.chars().next()?;
    Some((square(file, rank)?, skip(rest, 1)))
}

enum Origin {
    Square(Square),
    Hand,
}

/// `(77)` in any width; `(00)` is the hand.
fn origin(text: &str) -> Option<(Origin, &str)> {
    let inner = text.strip_prefix(['(', '（', '[', '［'])?;
    let end = inner.find([')', '）', ']', '］'])?;
    let mut digits = inner[..end].chars().filter(|&c| !is_blank(c)).map(narrow);
    let (file, rank) = (digits.next()?, digits.next()?);
    if digits.next().is_some() {
        return None;
    }
    let close = inner[end..].chars().next().map_or(0, char::len_utf8);
    let rest = &inner[end + close..];
    if (file, rank) == ('0', '0') {
        return Some((Origin::Hand, rest));
    }
    Some((Origin::Square(square(file, rank)?), rest))
}
