//! Lines of USI moves: `startpos moves 7g7f ...`, `sfen ... moves ...`, with or without `position`
//! before them; a bare SFEN or bare moves are read as well. One line, one game.

use std::fmt::Write;
use std::io::{self, BufRead};

use shogi::{Color, HandKind, Move, MoveTextError, Position, Setup};

use crate::builder::{Builder, Messages};
use crate::encoding::Encoding;
use crate::ending::Ending;
use crate::format::{Encodings, Evidence, FormatSpec, Games};
use crate::game::{Game, Step};
use crate::lines::{Chunk, Lines};
use crate::loss::{Loss, Losses};
use crate::names::NamedStart;
use crate::problem::{Place, Problem, ReadError, Warning, WarningKind};

/// Lines of USI moves.
pub(crate) static USI: FormatSpec = FormatSpec {
    name: "usi",
    extensions: &[("sfen", Encoding::Utf8), ("usi", Encoding::Utf8)],
    also_read: &[],
    encodings: Encodings::Only(Encoding::Utf8),
    games: Games::Many { next: next_line, separator: "" },
    evidence: |text| Evidence::of_first_line(text, is_usi),
    read,
    write: |game, _, losses| write(game, losses),
    encoding_remark: None,
};

/// Takes the next line that is neither blank nor a remark with `#`.
fn next_line(lines: &mut Lines<dyn BufRead + '_>, limit: usize) -> io::Result<Option<Chunk>> {
    loop {
        let mut bytes = Vec::new();
        if lines.read_line(&mut bytes, limit)?.is_none() {
            return Ok(None);
        }
        let is_too_long = bytes.len() > limit;
        let content = bytes.trim_ascii();
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        if content.is_empty() || content.starts_with(b"#") {
            continue;
        }
        return Ok(Some(Chunk { line: lines.number(), bytes, is_too_long, unseparated: None }));
    }
}

/// Is this a line of USI moves or an SFEN?
fn is_usi(line: &str) -> bool {
    let line = crate::text::trim(line);
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    matches!(first, "position" | "startpos" | "sfen" | "moves")
        || is_board(first)
        || (first.parse::<Move>().is_ok() && line.split_ascii_whitespace().all(is_move_word))
}

fn is_board(word: &str) -> bool {
    word.matches('/').count() == 8 && word.is_ascii()
}

fn is_move_word(word: &str) -> bool {
    word.parse::<Move>().is_ok() || ending(word).is_some()
}

fn ending(word: &str) -> Option<Ending> {
    Some(match word {
        "resign" => Ending::Resign,
        "win" => Ending::Declaration,
        "timeout" => Ending::TimeUp,
        "rep_draw" | "draw" => Ending::Sennichite,
        "interrupt" => Ending::Interrupted,
        _ => return None,
    })
}

/// Reads one line.
fn read(line: &str, number: usize, messages: Messages) -> Result<(Game, Vec<Warning>), ReadError> {
    let place = Place::Line(number);
    let mut words = line.split_ascii_whitespace().peekable();
    words.next_if_eq(&"position");
    let setup = match words.peek().copied() {
        Some("startpos") => {
            words.next();
            None
        }
        Some(word) if word == "sfen" || is_board(word) => {
            words.next_if_eq(&"sfen");
            let mut sfen = String::new();
            while let Some(word) = words.next_if(|&word| word != "moves" && !is_move_word(word)) {
                let _ = write!(sfen, "{word} ");
            }
            let setup: Setup = sfen
                .trim_end()
                .parse()
                .map_err(|error| messages.error(&place, &sfen, Problem::Sfen(error)))?;
            Some(setup)
        }
        Some("moves") => None,
        Some(word) if is_move_word(word) => None,
        _ => return Err(messages.error(&place, line, Problem::NotARecord)),
    };
    let setup = setup.or_else(|| NamedStart::from_jkf("HIRATE").map(NamedStart::setup));
    let mut builder = Builder::new(setup.unwrap_or_else(Setup::empty), messages, &place);
    words.next_if_eq(&"moves");
    for word in words {
        if let Some(ending) = ending(word) {
            builder.end(ending, &place)?;
            continue;
        }
        match builder.position(word, &place)?.parse_legal_move(word) {
            Ok(mv) => builder.play(mv, &place)?,
            Err(error) => match repaired(word, builder.position(word, &place)?) {
                Some(mv) => {
                    let meant = format!("taken for {mv}");
                    builder.warn(&place, WarningKind::Garbled, word, &meant);
                    builder.play(mv, &place)?;
                }
                None => {
                    let problem = match error {
                        MoveTextError::Malformed(_) => {
                            Problem::NotAMove("expected a move such as 7g7f, 8h2b+ or P*5e")
                        }
                        MoveTextError::Illegal(mv, why) => Problem::Illegal(mv, why),
                    };
                    return Err(builder.error(&place, word, problem));
                }
            },
        }
    }
    Ok((builder.game, builder.messages.warnings))
}

/// Moves in the wrong case, as some programs write them.
fn repaired(word: &str, position: &Position) -> Option<Move> {
    let mut text = word.trim_end_matches(',').to_ascii_lowercase();
    if text.as_bytes().get(1) == Some(&b'*') {
        text = text[..1].to_ascii_uppercase() + &text[1..];
    }
    position.parse_legal_move(&text).ok()
}

/// The start as an SFEN, without the pieces in hand that SFEN has no place for.
fn sfen_start(setup: &Setup, losses: &mut Losses) -> Setup {
    let mut setup = setup.clone();
    for color in Color::ALL {
        losses.add_many(Loss::Hand, usize::from(setup.kings_in_hand(color)));
        setup.set_kings_in_hand(color, 0);
        for kind in HandKind::ALL {
            let (held, most) = (setup.hand(color, kind), kind.in_set());
            losses.add_many(Loss::Hand, usize::from(held.saturating_sub(most)));
            setup.set_hand(color, kind, held.min(most));
        }
    }
    setup
}

/// A game as a line, without `position`.
fn write(game: &Game, losses: &mut Losses) -> String {
    let is_even = NamedStart::of(game.start()).is_some_and(|start| start.jkf == "HIRATE");
    let mut text = if is_even {
        "startpos".to_owned()
    } else {
        format!("sfen {}", sfen_start(game.start(), losses))
    };
    let mut separator = " moves";
    for mv in game.moves() {
        let _ = write!(text, "{separator} {mv}");
        separator = "";
    }
    text.push('\n');
    losses.add_many(Loss::Variations, game.variations());
    losses.add_many(Loss::Headers, game.headers.iter().count());
    for (_, node) in game.nodes() {
        losses.add_many(Loss::Comments, node.comments.len());
        losses.add_many(Loss::Times, usize::from(node.time.is_some()));
        losses.add_many(Loss::End, usize::from(matches!(node.step(), Step::End(_))));
    }
    text
}
