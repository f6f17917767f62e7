//! Reads CSA: one game of a file, which may hold several.

use shogi::{Color, File, Move, Position, Rank, Square};

use crate::builder::{Builder, Messages, side_name};
use crate::ending::Ending;
use crate::game::{ClockTime, Game, Headers, header};
use crate::names::csa_kind;
use crate::problem::{Place, Problem, ReadError, Warning, WarningKind};

use super::KEYWORDS;
use super::position::Start;

/// Reads one game from decoded text. `first_line` is the number of its first line in the file.
pub(super) fn read(
    text: &str,
    first_line: usize,
    messages: Messages,
) -> Result<(Game, Vec<Warning>), ReadError> {
    let mut reader = Reader {
        preface: Some(Preface { messages, ..Preface::new() }),
        builder: None,
        illegal: None,
        blank: None,
        has_noted_blank: false,
    };
    let mut place = Place::Line(first_line);
    for (index, line) in text.lines().enumerate() {
        place = Place::Line(first_line + index);
        reader.line(line.trim_end_matches('\r'), &place)?;
    }
    reader.finish(&place)
}

struct Preface {
    messages: Messages,
    headers: Headers,
    comments: Vec<String>,
    start: Start,
    start_place: Option<Place>,
    turn: Option<Color>,
}

impl Preface {
    fn new() -> Self {
        Self {
            messages: Messages::new("".into()),
            headers: Headers::default(),
            comments: Vec::new(),
            start: Start::default(),
            start_place: None,
            turn: None,
        }
    }
}

struct Reader {
    /// The part of the file before the moves, until they begin.
    preface: Option<Preface>,
    builder: Option<Builder>,
    /// An illegal move that may be the reason for the end.
    illegal: Option<(ReadError, String)>,
    /// A blank line that may turn out to stand among the moves.
    blank: Option<Place>,
    has_noted_blank: bool,
}

/// A move as it is written: `+7776FU`.
struct Statement {
    sign: Option<Color>,
    from: Option<Square>,
    to: Square,
    kind: shogi::PieceKind,
}

fn statement(text: &str) -> Option<Statement> {
    let bytes = text.trim_ascii().as_bytes();
    let (sign, rest) = match bytes.first()? {
        b'+' => (Some(Color::Black), &bytes[1..]),
        b'-' => (Some(Color::White), &bytes[1..]),
        _ => (None, bytes),
    };
    let square = |file: u8, rank: u8| {
        let file = File::from_index(usize::from(file.wrapping_sub(b'1')))?;
        let rank = Rank::from_index(usize::from(rank.wrapping_sub(b'1')))?;
        Some(Square::new(file, rank))
    };
    let &[from_file, from_rank, to_file, to_rank, first, second] = rest else { return None };
    let from = match (from_file, from_rank) {
        (b'0', b'0') => None,
        (file, rank) => Some(square(file, rank)?),
    };
    let kind = csa_kind([first.to_ascii_uppercase(), second.to_ascii_uppercase()])?;
    Some(Statement { sign, from, to: square(to_file, to_rank)?, kind })
}

impl Statement {
    /// The legal move that is meant, and how the text was stretched.
    fn resolve(&self, position: &Position) -> Result<(Move, Option<WarningKind>), Problem> {
        let literal = self.literal(position);
        if let Some(mv) = literal.filter(|&mv| position.is_legal(mv)) {
            return Ok((mv, None));
        }
        // One of origin and name may be wrong: the only legal reading counts.
        let mut readings: Vec<(Move, WarningKind)> = Vec::new();
        for mv in &position.legal_moves() {
            if mv.to() != self.to {
                continue;
            }
            let kind_after = position.piece_after(mv).map(|piece| piece.kind());
            if mv.from() == self.from && self.from.is_some() {
                readings.push((mv, WarningKind::PieceName));
            } else if kind_after == Some(self.kind) {
                readings.push((mv, WarningKind::Origin));
            }
        }
        match readings[..] {
            [(mv, repair)] => Ok((mv, Some(repair))),
            [] => Err(match literal {
                Some(mv) => match position.parse_legal_move(&mv.to_string()) {
                    Err(shogi::MoveTextError::Illegal(mv, why)) => Problem::Illegal(mv, why),
                    _ => Problem::NoReading,
                },
                None => Problem::NoReading,
            }),
            _ => Err(Problem::Ambiguous(readings.into_iter().map(|(mv, _)| mv).collect())),
        }
    }

    /// The move as written, legal or not. The name is that of the piece behind the move.
    fn literal(&self, position: &Position) -> Option<Move> {
        let Some(from) = self.from else {
            let kind = self.kind.in_hand().filter(|kind| kind.kind() == self.kind)?;
            return Some(Move::drop(kind, self.to));
        };
        if from == self.to {
            return None;
        }
        match position.piece_on(from).map(|piece| piece.kind()) {
            Some(kind) if kind != self.kind && kind.promoted() == self.kind => {
                Some(Move::promotion(from, self.to))
            }
            Some(kind) if kind != self.kind => None,
            _ => Some(Move::normal(from, self.to)),
        }
    }
}

/// `T12` or `T12.345`, in milliseconds.
fn time(text: &str) -> Option<u64> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(digits.parse().ok()?)
}

impl Reader {
    fn line(&mut self, line: &str, place: &Place) -> Result<(), ReadError> {
        if line.trim().is_empty() {
            self.blank = self.blank.take().or_else(|| Some(place.clone()));
            return Ok(());
        }
        self.note_blank_line();
        if let Some(comment) = line.strip_prefix('\'') {
            self.comment(comment, place);
            return Ok(());
        }
        // Names and headers may contain commas; other lines may hold several statements.
        if line.starts_with(['N', '$']) {
            return self.statement(line, line, place);
        }
        let mut rest = line;
        while !rest.is_empty() {
            if let Some(comment) = rest.strip_prefix('\'') {
                self.comment(comment, place);
                break;
            }
            let (head, tail) = rest.split_once(',').unwrap_or((rest, ""));
            if !head.trim().is_empty() {
                self.statement(head, line, place)?;
            }
            rest = tail.trim_start();
        }
        Ok(())
    }

    /// Says once that a blank line stands among the moves.
    fn note_blank_line(&mut self) {
        let Some(builder) = self.builder.as_mut().filter(|builder| !builder.is_ended()) else {
            self.blank = None;
            return;
        };
        if let Some(place) = self.blank.take()
            && !self.has_noted_blank
        {
            self.has_noted_blank = true;
            let meant = "nothing; is a line missing?";
            builder.warn(&place, WarningKind::BlankLine, "", meant);
        }
    }

    fn statement(&mut self, text: &str, line: &str, place: &Place) -> Result<(), ReadError> {
        if self.illegal.is_some() && !text.starts_with('T') {
            return self.after_illegal(text, place);
        }
        let bytes = text.as_bytes();
        match bytes {
            [b'+' | b'-'] => self.turn(text, place),
            [b'+' | b'-', b' ' | b'\t', ..] if text[1..].trim().is_empty() => {
                self.turn(text, place)
            }
            [b'+' | b'-', ..] => self.play(text, line, place),
            [b'0'..=b'9', ..] if statement(text).is_some() => self.play(text, line, place),
            [b'T', rest @ ..] if rest.first().is_some_and(u8::is_ascii_digit) => {
                self.time(&text[1..], line, place);
                Ok(())
            }
            [b'%', ..] => self.end(&text[1..], place),
            [b'N', b'+' | b'-', ..] => {
                let name = if bytes[1] == b'+' { header::BLACK } else { header::WHITE };
                self.headers().set(name, text[2..].trim_end());
                Ok(())
            }
            [b'$', ..] if text.contains(':') => {
                self.keyword(&text[1..]);
                Ok(())
            }
            [b'V', b'0'..=b'9', ..] if self.preface.is_some() => Ok(()),
            [b'P', ..] if self.preface.is_some() => self.position(&text[1..], line, place),
            _ => {
                self.unread(line, place);
                Ok(())
            }
        }
    }

    fn headers(&mut self) -> &mut Headers {
        match (&mut self.builder, &mut self.preface) {
            (Some(builder), _) => &mut builder.game.headers,
            (None, preface) => &mut preface.get_or_insert_with(Preface::new).headers,
        }
    }

    /// `EVENT:value`
    fn keyword(&mut self, text: &str) {
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let known = KEYWORDS.iter().find(|(keyword, _)| *keyword == key);
        let name = known.map_or_else(
            || if key.is_ascii() { format!("${key}") } else { key.to_owned() },
            |(_, name)| (*name).to_owned(),
        );
        self.headers().set(&name, value.trim_end());
    }

    fn position(&mut self, text: &str, line: &str, place: &Place) -> Result<(), ReadError> {
        let Some(preface) = &mut self.preface else { return Ok(()) };
        preface.start_place.get_or_insert_with(|| place.clone());
        let read = preface.start.read(text);
        read.map_err(|expected| preface.messages.error(place, line, Problem::Board(expected)))
    }

    fn turn(&mut self, text: &str, place: &Place) -> Result<(), ReadError> {
        let color = if text.starts_with('+') { Color::Black } else { Color::White };
        match &mut self.preface {
            Some(preface) if preface.turn.is_none() => {
                preface.turn = Some(color);
                Ok(())
            }
            _ => {
                self.unread(text, place);
                Ok(())
            }
        }
    }

    /// The builder; the first call ends the preface.
    fn builder(&mut self, first: Option<Color>, place: &Place) -> Result<&mut Builder, ReadError> {
        if let Some(preface) = self.preface.take() {
            let Preface { mut messages, headers, comments, start, start_place, turn } = preface;
            let at = start_place.unwrap_or_else(|| place.clone());
            if !start.is_given {
                let meant = "no start position is given; taken for the even game";
                messages.warn(&at, WarningKind::Start, "", meant);
            }
            let turn = turn.or(first).unwrap_or(Color::Black);
            let setup = start
                .finish(turn)
                .map_err(|expected| messages.error(&at, "", Problem::Board(expected)))?;
            let mut builder = Builder::new(setup, messages, &at);
            builder.game.headers = headers;
            for comment in comments {
                builder.comment(&comment);
            }
            self.builder = Some(builder);
        }
        match &mut self.builder {
            Some(builder) => Ok(builder),
            None => unreachable!("the preface makes the builder"),
        }
    }

    fn play(&mut self, text: &str, line: &str, place: &Place) -> Result<(), ReadError> {
        let parsed = statement(text);
        let sign = parsed.as_ref().and_then(|statement| statement.sign);
        let builder = self.builder(sign, place)?;
        let Some(parsed) = parsed else {
            let expected = "expected a sign, origin, destination and piece such as +7776FU";
            return Err(builder.error(place, text, Problem::NotAMove(expected)));
        };
        let turn = builder.turn();
        match parsed.resolve(builder.position(line, place)?) {
            Ok((mv, repair)) => {
                if let Some(repair) = repair {
                    let position = builder.position(line, place)?;
                    let meant = crate::notation::kif(position, mv, None);
                    builder.warn(place, repair, text, &format!("taken for {meant}"));
                }
                if sign != Some(turn) {
                    let meant = format!("a move of {}", side_name(turn));
                    builder.warn(place, WarningKind::Turn, text, &meant);
                }
                builder.play(mv, place)
            }
            Err(problem) => {
                let error = builder.error(place, line, problem);
                if error.problem.is_illegal_move() && !builder.is_ended() {
                    self.illegal = Some((error, text.trim().to_owned()));
                    return Ok(());
                }
                Err(error)
            }
        }
    }

    /// Behind an illegal move only an end for that reason may follow.
    fn after_illegal(&mut self, text: &str, place: &Place) -> Result<(), ReadError> {
        let Some((error, read)) = self.illegal.take() else { return Ok(()) };
        if !text.starts_with('%') || !text.contains("ILLEGAL") {
            return Err(error);
        }
        let builder = self.builder(None, place)?;
        let meant = "the illegal move that lost the game; kept as a comment";
        builder.warn(place, WarningKind::IllegalEnd, &read, meant);
        builder.end(Ending::IllegalLoss, place)?;
        builder.comment(&format!("反則手：{read}"));
        Ok(())
    }

    fn time(&mut self, text: &str, line: &str, place: &Place) {
        if self.illegal.is_some() {
            return;
        }
        let Some(builder) = self.builder.as_mut().filter(|builder| !builder.game.is_empty()) else {
            self.unread(line, place);
            return;
        };
        match time(text) {
            Some(_) if builder.has_time() => {
                let meant = "the move has a time already; is a move missing? Kept as a comment";
                builder.warn(place, WarningKind::Time, line, meant);
                builder.comment(line.trim());
            }
            Some(spent_ms) => builder.set_time(ClockTime { spent_ms, total_ms: None }),
            None => {
                builder.warn(place, WarningKind::Time, line, "cannot be read; kept as a comment");
                builder.comment(line.trim());
            }
        }
    }

    fn end(&mut self, word: &str, place: &Place) -> Result<(), ReadError> {
        let word = word.trim();
        let builder = self.builder(None, place)?;
        let ending = Ending::from_word(&format!("%{word}"), builder.turn());
        builder.end(ending, place)
    }

    fn comment(&mut self, text: &str, place: &Place) {
        if text.strip_prefix("CSA encoding=").or(text.strip_prefix("encoding=")).is_some()
            && self.preface.is_some()
        {
            return;
        }
        if let Some(keyword) = text.strip_prefix('$').filter(|keyword| keyword.contains(':')) {
            match (keyword.strip_prefix("END:"), &mut self.builder) {
                // How an end without a CSA word is written.
                (Some(word), Some(builder)) if builder.is_ended() => {
                    builder.change_end(Ending::from_word(word, builder.turn()));
                }
                _ => self.keyword(keyword),
            }
            return;
        }
        let is_lost_move = text.len() >= 6
            && statement(text.get(..6).unwrap_or_default()).is_some()
            || text.get(..7).is_some_and(|head| statement(head).is_some_and(|s| s.sign.is_some()));
        let comment = text.strip_prefix('*').unwrap_or(text);
        match (&mut self.builder, &mut self.preface) {
            (Some(builder), _) => {
                if is_lost_move {
                    let meant = "a comment that looks like a move whose sign was lost";
                    builder.warn(place, WarningKind::UnreadLine, text, meant);
                }
                builder.comment(comment);
            }
            (None, preface) => {
                preface.get_or_insert_with(Preface::new).comments.push(comment.to_owned());
            }
        }
    }

    fn unread(&mut self, line: &str, place: &Place) {
        match (&mut self.builder, &mut self.preface) {
            (Some(builder), _) => builder.unread(place, line),
            (None, preface) => {
                let preface = preface.get_or_insert_with(Preface::new);
                let meant = "kept as a comment";
                preface.messages.warn(place, WarningKind::UnreadLine, line, meant);
                preface.comments.push(line.trim().to_owned());
            }
        }
    }

    fn finish(mut self, place: &Place) -> Result<(Game, Vec<Warning>), ReadError> {
        if let Some((error, _)) = self.illegal.take() {
            return Err(error);
        }
        if let Some(preface) = &self.preface
            && !preface.start.is_given
            && preface.headers.is_empty()
        {
            return Err(preface.messages.error(place, "", Problem::NotARecord));
        }
        let builder = self.builder(None, place)?;
        builder.note_missing_end(place);
        let game = std::mem::take(&mut builder.game);
        Ok((game, std::mem::take(&mut builder.messages.warnings)))
    }
}
