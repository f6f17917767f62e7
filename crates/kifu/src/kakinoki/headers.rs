//! Header lines `名前：値` of KIF and KI2 files: what describes the start is taken out, the rest is
//! kept.

use shogi::Color;

use crate::board::BoardText;
use crate::game::{Headers, header};
use crate::names::NamedStart;
use crate::text::{is_blank, narrow, split_colon, trim};

/// The lines before the first move, as far as they have been read.
#[derive(Default)]
pub(super) struct Preface {
    pub(super) headers: Headers,
    pub(super) board: BoardText,
    /// The handicap by name.
    pub(super) named: Option<&'static NamedStart>,
    /// 手合割 as written, and whether its name is known.
    pub(super) handicap: Option<String>,
    /// The sides were called 下手 and 上手.
    pub(super) is_handicap_talk: bool,
    /// The move before the start, from `手数＝56  ▲２五銀  まで`.
    pub(super) previous: Option<String>,
}

/// The kinds of lines met in a preface.
pub(super) enum PrefaceLine {
    Taken,
    /// Not a line of a preface.
    Other,
    /// A line of the board that cannot be read, with the text that was expected.
    Bad(&'static str),
}

impl Preface {
    /// Takes a line if it belongs before the moves.
    pub(super) fn read(&mut self, line: &str) -> PrefaceLine {
        let start = trim(line);
        if start.starts_with(['|', '｜']) {
            return self
                .board
                .read_row(start)
                .map_or_else(PrefaceLine::Bad, |()| PrefaceLine::Taken);
        }
        if is_board_frame(start) {
            return PrefaceLine::Taken;
        }
        if let Some(turn) = turn_line(start) {
            self.board.set_turn(turn);
            return PrefaceLine::Taken;
        }
        if let Some(rest) = crate::text::strip_any(start, &["手数＝", "手数="]) {
            if let Some((number, rest)) = crate::text::number(trim(rest)) {
                self.board.set_move_number(number.saturating_add(1));
                self.previous = Some(rest.to_owned());
            }
            return PrefaceLine::Taken;
        }
        match split_colon(start) {
            Some((name, value)) if is_header_name(name) => self.read_header(trim(name), value),
            _ => PrefaceLine::Other,
        }
    }

    fn read_header(&mut self, name: &str, value: &str) -> PrefaceLine {
        if let Some(color) = hand_of(name) {
            self.is_handicap_talk |= name.starts_with(['上', '下']);
            return self
                .board
                .read_hand(color, value)
                .map_or_else(PrefaceLine::Bad, |()| PrefaceLine::Taken);
        }
        match name {
            _ if is_handicap(name) => {
                let value = trim(value);
                self.named = NamedStart::from_japanese(value);
                self.handicap = Some(value.to_owned());
            }
            "先手" | "下手" | "後手" | "上手" => {
                self.is_handicap_talk |= name.starts_with(['上', '下']);
                // One line for both players, as Gekisashi copies it: `先手: A / 後手: B`.
                let (value, other) = match value.split_once('/') {
                    Some((own, rest)) if opponent(name, rest).is_some() => {
                        (own, opponent(name, rest))
                    }
                    _ => (value, None),
                };
                let is_black = matches!(name, "先手" | "下手");
                let name = if is_black { header::BLACK } else { header::WHITE };
                self.headers.push(name, trim(value));
                if let Some(other) = other {
                    let name = if is_black { header::WHITE } else { header::BLACK };
                    self.headers.push(name, other);
                }
            }
            _ => self.headers.push(name, value.trim_end_matches(is_blank)),
        }
        PrefaceLine::Taken
    }
}

/// The name of the other player in the second half of a line for both.
fn opponent<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    let (other, value) = split_colon(text)?;
    let is_other = match name {
        "先手" | "下手" => matches!(trim(other), "後手" | "上手"),
        _ => matches!(trim(other), "先手" | "下手"),
    };
    is_other.then(|| trim(value))
}

/// The line of file numbers, or a border.
fn is_board_frame(line: &str) -> bool {
    let line: String = line.chars().map(narrow).filter(|&c| !is_blank(c)).collect();
    line == "987654321" || (line.starts_with("+--") && line.chars().all(|c| "+-".contains(c)))
}

fn turn_line(line: &str) -> Option<Color> {
    match line {
        "先手番" | "下手番" => Some(Color::Black),
        "後手番" | "上手番" => Some(Color::White),
        _ => None,
    }
}

/// Whose hand the header holds.
fn hand_of(name: &str) -> Option<Color> {
    let side = crate::text::strip_any(name, &["先手", "下手"]).map(|rest| (Color::Black, rest));
    let side = side.or_else(|| {
        crate::text::strip_any(name, &["後手", "上手"]).map(|rest| (Color::White, rest))
    });
    let (color, rest) = side?;
    let rest = rest.strip_prefix('の').unwrap_or(rest);
    matches!(rest, "持駒" | "持ち駒" | "持ちごま").then_some(color)
}

fn is_handicap(name: &str) -> bool {
    matches!(name, "手合割" | "手合" | "手合い割")
}

/// Is it a header that describes the start position?
pub(crate) fn speaks_of_start(name: &str) -> bool {
    let name = trim(name);
    is_handicap(name) || hand_of(name).is_some()
}

/// Names are short and have no marks of moves in them.
fn is_header_name(name: &str) -> bool {
    let name = trim(name);
    !name.is_empty()
        && name.chars().count() <= 30
        && !name.starts_with(['▲', '△', '☗', '☖', '▼', '▽', '*', '&', '|'])
}
