//! Writes CSA.

use std::fmt::Write;

use shogi::Color;

use crate::encoding::Encoding;
use crate::ending::Ending;
use crate::game::{Game, NodeId, Step, header};
use crate::loss::{Loss, Losses};
use crate::names::csa_name;

use super::{KEYWORDS, position, sign};

/// The versions of CSA that are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Version {
    /// 2.2, which every program reads.
    V22,
    /// 3.0: encoding line, fractions of seconds.
    V30,
}

/// A remark that names the encoding.
pub(super) fn encoding_remark(encoding: Encoding) -> String {
    format!("'CSA encoding={}", encoding.name().to_ascii_uppercase())
}

/// The main line of a game as CSA text.
pub(super) fn write(
    game: &Game,
    version: Version,
    encoding: Encoding,
    losses: &mut Losses,
) -> String {
    let mut text = String::with_capacity(4096);
    match version {
        Version::V22 => text.push_str("V2.2\n"),
        Version::V30 => {
            let _ = write!(text, "{}\nV3.0\n", encoding_remark(encoding));
        }
    }
    for (color, name) in [(Color::Black, header::BLACK), (Color::White, header::WHITE)] {
        if let Some(player) = game.headers.get(name) {
            let _ = writeln!(text, "N{}{}", sign(color), one_line(player));
        }
    }
    write_headers(game, &mut text);
    position::write(game.start(), &mut text);
    if game.start().move_number > 1 {
        losses.add(Loss::MoveNumber);
    }
    losses.add_many(Loss::Variations, game.variations());
    let mut replay = game.replay();
    for id in game.main_line() {
        let node = game.node(id);
        match (node.step(), replay.position()) {
            (Step::Move(mv), Some(position)) => write_move(position, *mv, &mut text),
            (Step::End(ending), _) => write_end(ending, game.turn(id), &mut text),
            _ => {}
        }
        replay.go_to(id);
        if let Some(time) = node.time {
            let (seconds, fraction) = (time.spent_ms / 1000, time.spent_ms % 1000);
            let _ = match (version, fraction) {
                (Version::V30, 1..) => writeln!(text, "T{seconds}.{fraction:03}"),
                _ => writeln!(text, "T{seconds}"),
            };
            if fraction > 0 && version == Version::V22 {
                losses.add(Loss::Fractions);
            }
        }
        write_comments(game, id, &mut text);
    }
    text
}

fn one_line(value: &str) -> String {
    if value.contains(['\n', '\r']) {
        value.replace('\r', "").replace('\n', "\\n")
    } else {
        value.to_owned()
    }
}

/// Headers that CSA has a keyword for stand behind `$`; others are comments of the same form,
/// which our reader takes for headers again.
fn write_headers(game: &Game, text: &mut String) {
    for (name, value) in game.headers.iter() {
        if matches!(name, header::BLACK | header::WHITE) {
            continue;
        }
        let value = one_line(value);
        let keyword = match name {
            header::TIME_LIMIT if is_time_limit(&value) => Some("TIME_LIMIT"),
            header::TIME_LIMIT if is_time(&value) => Some("TIME"),
            header::TIME_LIMIT => None,
            header::BLACK_TIME_LIMIT | header::WHITE_TIME_LIMIT if !is_time(&value) => None,
            _ => KEYWORDS.iter().find(|(_, known)| *known == name).map(|(keyword, _)| *keyword),
        };
        let _ = match (keyword, name.strip_prefix('$')) {
            (Some(keyword), _) => writeln!(text, "${keyword}:{value}"),
            (None, Some(own)) if own.is_ascii() => writeln!(text, "${}:{value}", one_line(own)),
            (None, _) => writeln!(text, "'${}:{value}", one_line(name)),
        };
    }
}

/// `00:25+00`
fn is_time_limit(value: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    value.split_once('+').is_some_and(|(limit, byoyomi)| {
        digits(byoyomi) && limit.split_once(':').is_some_and(|(h, m)| digits(h) && digits(m))
    })
}

/// `600+0+10`
fn is_time(value: &str) -> bool {
    let parts: Vec<&str> = value.split('+').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<f64>().is_ok())
}

fn write_move(position: &shogi::Position, mv: shogi::Move, text: &mut String) {
    let _ = writeln!(text, "{}", move_text(position, mv));
}

/// `+7776FU`
pub(crate) fn move_text(position: &shogi::Position, mv: shogi::Move) -> String {
    let to = mv.to();
    let (origin, kind) = match mv.from() {
        Some(from) => {
            let kind = position.piece_on(from).map(|piece| piece.kind());
            let kind = kind.map(|kind| if mv.is_promotion() { kind.promoted() } else { kind });
            (format!("{}{}", from.file().index() + 1, from.rank().index() + 1), kind)
        }
        None => ("00".to_owned(), mv.dropped().map(shogi::HandKind::kind)),
    };
    let name = kind.map_or("FU", csa_name);
    let (sign, file, rank) = (sign(position.turn()), to.file().index() + 1, to.rank().index() + 1);
    format!("{sign}{origin}{file}{rank}{name}")
}

fn write_end(ending: &Ending, turn: Color, text: &mut String) {
    match (ending.csa_statement(turn), ending) {
        (Some(statement), _) => {
            let _ = writeln!(text, "{statement}");
        }
        (None, Ending::Other(word)) if word.starts_with('%') && word.is_ascii() => {
            let _ = writeln!(text, "{}", one_line(word));
        }
        (None, _) => {
            let _ = write!(text, "%CHUDAN\n'$END:{}\n", one_line(ending.kif_word()));
        }
    }
}

fn write_comments(game: &Game, id: NodeId, text: &mut String) {
    for comment in &game.node(id).comments {
        for line in comment.split('\n') {
            let _ = writeln!(text, "'*{}", line.trim_end_matches('\r'));
        }
    }
}
