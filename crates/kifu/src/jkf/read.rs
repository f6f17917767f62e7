//! Reads JKF.

use serde_json::{Map, Value};
use shogi::{Color, File, HandKind, Piece, PieceKind, Rank, Setup, Square};

use crate::builder::{Builder, Messages};
use crate::ending::Ending;
use crate::game::{ClockTime, Game, Headers, NodeId, header};
use crate::names::{NamedStart, csa_kind};
use crate::notation::{MoveText, Words};
use crate::problem::{Place, Problem, ReadError, Warning, WarningKind};

/// Reads one game from decoded text.
pub(super) fn read(text: &str, messages: Messages) -> Result<(Game, Vec<Warning>), ReadError> {
    let root: Value = serde_json::from_str(text).map_err(|error| {
        messages.error(&Place::Line(error.line()), "", Problem::Json(error.to_string()))
    })?;
    let top = Place::Element("JKF".to_owned());
    let wrong = |reason: &str| messages.error(&top, "", Problem::Json(reason.to_owned()));
    let Some(record) = root.as_object() else { return Err(wrong("expected an object")) };
    let Some(moves) = record.get("moves").and_then(Value::as_array) else {
        return Err(wrong("expected an array \"moves\""));
    };
    let setup = start(record).map_err(&wrong)?;
    let mut reader =
        Reader { builder: Builder::new(setup, messages.clone(), &top), has_illegal_end: false };
    reader.builder.game.headers = headers(record);
    reader.line(moves, "moves")?;
    reader.unknown_keys(record, &["header", "initial", "moves"], "JKF");
    reader.builder.note_missing_end(&top);
    Ok((reader.builder.game, reader.builder.messages.warnings))
}

fn headers(record: &Map<String, Value>) -> Headers {
    let mut headers = Headers::default();
    let Some(pairs) = record.get("header").and_then(Value::as_object) else { return headers };
    for (name, value) in pairs {
        let name = match name.as_str() {
            // The start position says it.
            name if crate::kakinoki::speaks_of_start(name) => continue,
            "下手" => header::BLACK,
            "上手" => header::WHITE,
            other => other,
        };
        match value {
            Value::String(text) => headers.push(name, text),
            Value::Null => {}
            other => headers.push(name, &other.to_string()),
        }
    }
    headers
}

fn start(record: &Map<String, Value>) -> Result<Setup, &'static str> {
    let by_header = || {
        let name = record.get("header")?.get("手合割")?.as_str()?;
        NamedStart::from_japanese(name)
    };
    let initial = match record.get("initial") {
        None | Some(Value::Null) => {
            let named = by_header().or_else(|| NamedStart::from_jkf("HIRATE"));
            return named.map(NamedStart::setup).ok_or("expected a start position");
        }
        Some(initial) => initial,
    };
    if let Some(data) = initial.get("data").filter(|data| data.is_object()) {
        return setup(data);
    }
    let preset = initial.get("preset").and_then(Value::as_str).ok_or("expected a preset")?;
    NamedStart::from_jkf(preset).map(NamedStart::setup).ok_or("expected a known preset or data")
}

fn color(value: &Value) -> Option<Color> {
    match value.as_u64()? {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}

fn kind(value: &Value) -> Option<PieceKind> {
    match value.as_str()?.as_bytes() {
        &[first, second] => csa_kind([first, second]),
        _ => None,
    }
}

fn setup(data: &Value) -> Result<Setup, &'static str> {
    let mut setup = Setup::empty();
    setup.turn = data.get("color").and_then(color).unwrap_or(Color::Black);
    let board = data.get("board").and_then(Value::as_array).ok_or("expected a board")?;
    for (x, column) in board.iter().enumerate() {
        let column = column.as_array().ok_or("expected nine columns of nine squares")?;
        for (y, cell) in column.iter().enumerate() {
            let (Some(file), Some(rank)) = (File::from_index(x), Rank::from_index(y)) else {
                return Err("expected nine columns of nine squares");
            };
            let Some(kind_value) = cell.get("kind") else { continue };
            let piece = kind(kind_value).zip(cell.get("color").and_then(color));
            let (kind, color) = piece.ok_or("expected a piece with colour and kind")?;
            setup.set(Square::new(file, rank), Some(Piece::new(color, kind)));
        }
    }
    let hands = data.get("hands").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (color, hand) in Color::ALL.into_iter().zip(hands) {
        for (name, count) in hand.as_object().into_iter().flatten() {
            let held = kind(&Value::String(name.clone())).filter(|kind| !kind.is_promoted());
            let count = count.as_u64().and_then(|count| u8::try_from(count).ok());
            let (Some(kind), Some(count)) = (held, count) else {
                return Err("expected pieces in hand with their counts");
            };
            crate::board::add_to_hand(&mut setup, color, kind, count);
        }
    }
    Ok(setup)
}

/// A square `{"x": 7, "y": 6}`.
fn square(value: &Value) -> Option<Square> {
    let index = |key| value.get(key)?.as_u64()?.checked_sub(1).map(|index| index as usize);
    Some(Square::new(File::from_index(index("x")?)?, Rank::from_index(index("y")?)?))
}

fn milliseconds(value: &Value) -> Option<u64> {
    let part = |key: &str| value.get(key).map_or(Some(0.0), Value::as_f64);
    let seconds = part("h")? * 3600.0 + part("m")? * 60.0 + part("s")?;
    (0.0..1e12).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

struct Reader {
    builder: Builder,
    /// Did the current line end with an illegal move?
    has_illegal_end: bool,
}

impl Reader {
    /// Reads a line of steps; forks are read behind it, so that the line comes first in the tree.
    fn line(&mut self, steps: &[Value], path: &str) -> Result<(), ReadError> {
        self.has_illegal_end = false;
        let mut forks: Vec<(NodeId, &Value, String)> = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let name = format!("{path}[{index}]");
            let place = Place::Element(name.clone());
            let before = self.builder.cursor();
            let is_start = index == 0 && path == "moves";
            self.step(step, steps.get(index + 1), &place, is_start)?;
            if let Some(others) = step.get("forks").filter(|forks| !forks.is_null()) {
                forks.push((before, others, name));
            }
        }
        for (before, others, name) in forks {
            for (number, fork) in others.as_array().into_iter().flatten().enumerate() {
                let path = format!("{name}.forks[{number}]");
                let Some(steps) = fork.as_array() else {
                    let problem = Problem::Json("expected an array of moves".to_owned());
                    return Err(self.builder.error(&Place::Element(path), "", problem));
                };
                self.builder.go_back_to(before);
                self.line(steps, &path)?;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        step: &Value,
        next: Option<&Value>,
        place: &Place,
        is_start: bool,
    ) -> Result<(), ReadError> {
        if let Some(text) = step.get("move").filter(|value| !value.is_null()) {
            if let Err(error) = self.play(text, place) {
                self.illegal_end(error, text, next, place)?;
            }
        } else if let Some(word) = step.get("special").and_then(Value::as_str) {
            // Behind an illegal move the end stands already.
            if !(self.has_illegal_end && word.contains("ILLEGAL")) {
                let ending = Ending::from_word(word, self.builder.turn());
                self.builder.end(ending, place)?;
            }
        } else if !is_start && !step.as_object().is_some_and(Map::is_empty) {
            let has_comments = step.get("comments").is_some();
            if !has_comments {
                self.builder.unread(place, &step.to_string());
            }
        }
        self.comments(step);
        if let Some(time) = step.get("time").filter(|value| !value.is_null()) {
            let spent = time.get("now").and_then(milliseconds);
            match spent {
                Some(spent_ms) => {
                    let total_ms = time.get("total").and_then(milliseconds);
                    self.builder.set_time(ClockTime { spent_ms, total_ms });
                }
                None => {
                    let meant = "the time cannot be read; kept as a comment";
                    self.builder.warn(place, WarningKind::Time, &time.to_string(), meant);
                    self.builder.comment(&time.to_string());
                }
            }
        }
        if let Some(object) = step.as_object() {
            let known = ["move", "special", "comments", "time", "forks"];
            let name = place.to_string();
            self.unknown_keys(object, &known, &name);
        }
        Ok(())
    }

    /// A move that cannot be played may be the one that lost the game: then the next step says so.
    fn illegal_end(
        &mut self,
        error: ReadError,
        text: &Value,
        next: Option<&Value>,
        place: &Place,
    ) -> Result<(), ReadError> {
        let word = next.and_then(|next| next.get("special")).and_then(Value::as_str);
        if self.builder.is_ended()
            || !error.problem.is_illegal_move()
            || !word.is_some_and(|word| word.contains("ILLEGAL"))
        {
            return Err(error);
        }
        let read = self.move_text(text).map_or_else(|_| text.to_string(), |text| text.to_string());
        let meant = "the illegal move that lost the game; kept as a comment";
        self.builder.warn(place, WarningKind::IllegalEnd, &read, meant);
        self.builder.end(Ending::IllegalLoss, place)?;
        self.builder.comment(&format!("反則手：{read}"));
        self.has_illegal_end = true;
        Ok(())
    }

    fn comments(&mut self, step: &Value) {
        for comment in step.get("comments").and_then(Value::as_array).into_iter().flatten() {
            match comment {
                Value::String(text) if text.is_empty() => self.builder.comment(""),
                Value::String(text) => {
                    text.lines().for_each(|line| self.builder.comment(line));
                }
                other => self.builder.comment(&other.to_string()),
            }
        }
    }

    fn unknown_keys(&mut self, object: &Map<String, Value>, known: &[&str], path: &str) {
        for (key, value) in object {
            if !known.contains(&key.as_str()) {
                let read = format!("{key}: {value}");
                self.builder.unread(&Place::Element(path.to_owned()), &read);
            }
        }
    }

    fn play(&mut self, value: &Value, place: &Place) -> Result<(), ReadError> {
        let read = value.to_string();
        self.builder.position(&read, place)?;
        let parsed = self.move_text(value);
        let text = parsed
            .map_err(|expected| self.builder.error(place, &read, Problem::NotAMove(expected)))?;
        self.builder.play_text(&text, &read, place)
    }

    /// The move as if it were written in Japanese: what JKF leaves out is found like there.
    fn move_text(&self, value: &Value) -> Result<MoveText, &'static str> {
        let from = match value.get("from") {
            None | Some(Value::Null) => None,
            Some(from) => Some(square(from).ok_or("expected an origin with x and y")?),
        };
        let same = value.get("same").and_then(Value::as_bool) == Some(true);
        let to = match value.get("to") {
            Some(to) if !to.is_null() => {
                crate::notation::Destination::Square(square(to).ok_or("expected x and y")?)
            }
            _ if same => crate::notation::Destination::Same,
            _ => return Err("expected a destination"),
        };
        let named = value.get("piece").and_then(kind);
        let position = self.builder.board();
        let on_board = from.and_then(|from| position?.piece_on(from));
        let kind =
            named.or_else(|| on_board.map(Piece::kind)).ok_or("expected a piece such as FU")?;
        let relative = value.get("relative").and_then(Value::as_str).unwrap_or_default();
        let mut words = Words::NONE;
        for letter in relative.chars() {
            words = words.with(match letter {
                'L' => Words::LEFT,
                'C' => Words::STRAIGHT,
                'R' => Words::RIGHT,
                'U' => Words::UP,
                'M' => Words::SIDEWAYS,
                'D' => Words::DOWN,
                _ => Words::NONE,
            });
        }
        let turn = self.builder.turn();
        let held = |kind: HandKind| position.is_some_and(|at| at.hand(turn).has(kind));
        let is_drop = from.is_none()
            && (relative.contains('H')
                || (relative.is_empty() && named.is_some_and(|k| k.in_hand().is_some_and(held))));
        Ok(MoveText {
            mark: value.get("color").and_then(color),
            to,
            kind,
            words,
            promotes: value.get("promote").and_then(Value::as_bool),
            is_drop,
            from,
        })
    }
}
