//! Reads KIF and KI2.

use shogi::{Color, Position};

use crate::builder::{Branch, Builder, Messages};
use crate::ending::Ending;
use crate::game::{Game, NodeId};
use crate::names::NamedStart;
use crate::notation::MoveText;
use crate::problem::{Place, Problem, ReadError, Warning, WarningKind};
use crate::text::{is_blank, number, trim, trim_start};

use super::headers::{Preface, PrefaceLine};
use super::{summary, times};

const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];

/// Reads one game from decoded text. `first_line` is the number of its first line in the file.
pub(super) fn read(
    text: &str,
    first_line: usize,
    messages: Messages,
) -> Result<(Game, Vec<Warning>), ReadError> {
    let mut reader = Reader::Preface(Box::new(Opening::new(messages, first_line)));
    let mut place = Place::Line(first_line);
    for (index, line) in text.lines().enumerate() {
        place = Place::Line(first_line + index);
        reader = reader.line(line.trim_end_matches('\r'), &place)?;
    }
    let mut moves = reader.into_moves(&place)?;
    moves.finish(&place)
}

/// A file is headers and a board first, then moves.
enum Reader {
    Preface(Box<Opening>),
    Moves(Box<Moves>),
}

impl Reader {
    fn line(self, line: &str, place: &Place) -> Result<Self, ReadError> {
        match self {
            Self::Preface(mut opening) => {
                if opening.line(line, place)? {
                    return Ok(Self::Preface(opening));
                }
                let mut moves = opening.start(place)?;
                moves.line(line, place)?;
                Ok(Self::Moves(Box::new(moves)))
            }
            Self::Moves(mut moves) => {
                moves.line(line, place)?;
                Ok(Self::Moves(moves))
            }
        }
    }

    fn into_moves(self, place: &Place) -> Result<Moves, ReadError> {
        match self {
            Self::Preface(opening) => opening.start(place),
            Self::Moves(moves) => Ok(*moves),
        }
    }
}

/// The part of the file before the moves.
struct Opening {
    messages: Messages,
    preface: Preface,
    comments: Vec<String>,
    first: Place,
    board_place: Option<Place>,
}

impl Opening {
    fn new(messages: Messages, first_line: usize) -> Self {
        Self {
            messages,
            preface: Preface::default(),
            comments: Vec::new(),
            first: Place::Line(first_line),
            board_place: None,
        }
    }

    /// Takes a line; false if the moves begin with it.
    fn line(&mut self, line: &str, place: &Place) -> Result<bool, ReadError> {
        let start = trim(line);
        if start.is_empty() || start.starts_with('#') || is_moves_heading(start) {
            return Ok(true);
        }
        if let Some(comment) = comment_of(line) {
            self.comments.push(comment.to_owned());
            return Ok(true);
        }
        if is_move_line(start) || start.starts_with("まで") || start.starts_with("変化") {
            return Ok(false);
        }
        match self.preface.read(line) {
            PrefaceLine::Taken => {
                if start.starts_with(['|', '｜']) && self.board_place.is_none() {
                    self.board_place = Some(place.clone());
                }
                Ok(true)
            }
            PrefaceLine::Bad(expected) => {
                Err(self.messages.error(place, line, Problem::Board(expected)))
            }
            PrefaceLine::Other if garbled_move(start).is_some() => Ok(false),
            PrefaceLine::Other => {
                self.messages.warn(place, WarningKind::UnreadLine, line, "kept as a comment");
                self.comments.push(start.to_owned());
                Ok(true)
            }
        }
    }

    /// The start position is known: moves can follow.
    fn start(self: Box<Self>, place: &Place) -> Result<Moves, ReadError> {
        let Self { mut messages, preface, comments, first, board_place } = *self;
        let board = &preface.board;
        let mut start_place = first;
        let setup = if board.has_rows() {
            if let Some(place) = board_place {
                start_place = place;
            }
            let setup = board.finish();
            let setup = setup
                .map_err(|expected| messages.error(&start_place, "", Problem::Board(expected)))?;
            if let Some(named) = preface.named
                && named.jkf != "HIRATE"
                && named.setup() != setup
            {
                let meant = "another board is drawn, which is taken";
                messages.warn(&start_place, WarningKind::Handicap, named.japanese, meant);
            }
            setup
        } else {
            if board.has_hands_only() {
                let meant = "there is no board to these hands; not used";
                messages.warn(place, WarningKind::Start, "持駒", meant);
            }
            named_setup(&preface, &mut messages, &start_place)
        };
        let mut builder = Builder::new(setup, messages, &start_place);
        builder.game.headers = preface.headers;
        for comment in comments {
            builder.comment(&comment);
        }
        let previous = preface.previous.as_deref().and_then(|text| MoveText::parse(text).ok());
        builder.set_previous(previous.and_then(|(text, _)| text.target(None).ok()));
        Ok(Moves { builder, offset: None, branch_pending: None, illegal: None, illegal_moves: 0 })
    }
}

/// The start by its name, or the even game.
fn named_setup(preface: &Preface, messages: &mut Messages, place: &Place) -> shogi::Setup {
    let mut setup = match (preface.named, &preface.handicap) {
        (Some(named), _) => named.setup(),
        (None, Some(name)) if !name.is_empty() => {
            let meant = "not a known handicap and no board is drawn; taken for 平手";
            messages.warn(place, WarningKind::Handicap, name, meant);
            even()
        }
        _ => even(),
    };
    if preface.board.has_turn() {
        setup.turn = preface.board.setup().turn;
    }
    setup.move_number = preface.board.setup().move_number;
    setup
}

fn even() -> shogi::Setup {
    NamedStart::from_jkf("HIRATE").map_or_else(shogi::Setup::empty, NamedStart::setup)
}

/// `手数----指手---------消費時間--`
fn is_moves_heading(line: &str) -> bool {
    line.strip_prefix("手数").is_some_and(|rest| rest.starts_with(['-', '－', '―', 'ー', '─']))
}

/// The text of a comment or bookmark line.
fn comment_of(line: &str) -> Option<&str> {
    let start = trim_start(line);
    if let Some(comment) = start.strip_prefix('*').or_else(|| start.strip_prefix('＊')) {
        return Some(comment);
    }
    start.starts_with('&').then_some(start)
}

/// A numbered move or a row of marked moves.
fn is_move_line(start: &str) -> bool {
    if start.starts_with(MARKS) {
        return true;
    }
    numbered(start).is_some_and(|(_, rest)| {
        MoveText::parse(rest).is_ok()
            || Ending::from_kif_word(word_of(rest)).is_some()
            || summary::of_side(rest, Color::Black).is_some()
    })
}

/// The number before a move, and the rest. ASCII digits end where full-width ones begin, so that
/// `1７六歩` is understood.
fn numbered(start: &str) -> Option<(u32, &str)> {
    let ascii = start.bytes().take_while(u8::is_ascii_digit).count();
    let (value, rest) = if ascii > 0 {
        (start[..ascii].parse().ok()?, &start[ascii..])
    } else {
        let (value, rest) = number(start)?;
        rest.starts_with(is_blank).then_some((value, rest))?
    };
    let rest = rest.strip_prefix("手目").unwrap_or(rest);
    Some((value, trim_start(rest).trim_start_matches(['.', ':', '：', '．'])))
}

/// The first word, up to a blank or a parenthesis.
fn word_of(text: &str) -> &str {
    let text = trim_start(text);
    let end = text.find(|c| is_blank(c) || matches!(c, '(' | '（' | '+')).unwrap_or(text.len());
    &text[..end]
}

/// A move with an origin or 打 behind at most six characters of rubbish: a line whose number was
/// damaged.
fn garbled_move(start: &str) -> Option<(MoveText, &str)> {
    let starts = start.char_indices().map(|(at, _)| at).take(7);
    starts.into_iter().find_map(|at| {
        let (text, rest) = MoveText::parse(&start[at..]).ok()?;
        let is_clear = text.from.is_some() || text.is_drop;
        let behind = trim_start(rest);
        (is_clear && (behind.is_empty() || behind.starts_with(['(', '（', '+'])))
            .then_some((text, rest))
    })
}

/// The moves being read.
struct Moves {
    builder: Builder,
    /// Numbers in the file minus moves played; most files start at 1 whatever the start is.
    offset: Option<u32>,
    /// A variation whose first move has not been seen: its number and its place.
    branch_pending: Option<(u32, Place, String)>,
    /// An illegal move that may be the reason for the end of the line.
    illegal: Option<Illegal>,
    /// Illegal moves at the end of the line: the file counts them.
    illegal_moves: u32,
}

struct Illegal {
    error: ReadError,
    read: String,
}

impl Moves {
    fn line(&mut self, line: &str, place: &Place) -> Result<(), ReadError> {
        let start = trim(line);
        if start.is_empty() || start.starts_with('#') || is_moves_heading(start) {
            return Ok(());
        }
        if let Some(comment) = comment_of(line) {
            self.start_branch_anywhere();
            self.builder.comment(comment);
            return Ok(());
        }
        if self.illegal.is_some() && self.after_illegal(start, place)? {
            return Ok(());
        }
        if let Some(rest) = start.strip_prefix("変化") {
            self.illegal_moves = 0;
            return self.variation(rest, line, place);
        }
        if start.starts_with("まで") {
            self.start_branch_anywhere();
            return self.summary(line, place);
        }
        if start.starts_with(MARKS) {
            return self.row(start, line, place);
        }
        if let Some((value, rest)) = numbered(start) {
            return self.numbered(value, rest, line, place);
        }
        if let Some((text, rest)) = garbled_move(start) {
            let meant = "the number is damaged, the rest is a move";
            self.builder.warn(place, WarningKind::Garbled, line, meant);
            return self.play(&text, rest, line, place);
        }
        self.start_branch_anywhere();
        self.late_line(start, line, place);
        Ok(())
    }

    /// A line that is neither a move nor a comment: a header at the end of the file, or unread.
    /// A header that describes the start position comes too late and is not read.
    fn late_line(&mut self, start: &str, line: &str, place: &Place) {
        let is_short =
            crate::text::split_colon(start).is_some_and(|(name, _)| name.chars().count() <= 12);
        let mut late = Preface::default();
        if is_short && start.contains('：') && matches!(late.read(start), PrefaceLine::Taken) {
            let mut headers = late.headers.iter();
            if let (Some((name, value)), None) = (headers.next(), headers.next()) {
                self.builder.game.headers.push(name, value);
                return;
            }
        }
        self.builder.unread(place, line);
    }

    /// `変化：9手`
    fn variation(&mut self, rest: &str, line: &str, place: &Place) -> Result<(), ReadError> {
        self.start_branch_anywhere();
        let rest = rest.trim_start_matches(|c| is_blank(c) || matches!(c, '：' | ':'));
        match number(rest) {
            Some((ply, _)) => {
                let ply = ply.saturating_sub(self.offset.unwrap_or(0));
                self.branch_pending = Some((ply, place.clone(), line.to_owned()));
                Ok(())
            }
            None => Err(self.builder.error(
                place,
                line,
                Problem::NotAMove("expected the number of the move that the variation replaces"),
            )),
        }
    }

    /// Goes to where the pending variation begins; `text` is its first move.
    fn start_branch(&mut self, text: &MoveText) -> Result<(), ReadError> {
        let Some((ply, place, line)) = self.branch_pending.take() else { return Ok(()) };
        let fits = |position: &Position, previous| text.resolve(position, previous).is_ok();
        self.branch(ply, fits, &place, &line)
    }

    fn branch(
        &mut self,
        ply: u32,
        fits: impl Fn(&Position, Option<shogi::Square>) -> bool,
        place: &Place,
        line: &str,
    ) -> Result<(), ReadError> {
        match self.builder.branch(ply, fits) {
            Branch::Last => Ok(()),
            Branch::Earlier => {
                let meant = "fits only on an earlier line than the last, and is put there";
                self.builder.warn(place, WarningKind::Variation, line, meant);
                Ok(())
            }
            Branch::Nowhere => Err(self.builder.error(place, line, Problem::NoBranch(ply))),
        }
    }

    /// A variation without a move: an end or a comment follows.
    fn start_branch_anywhere(&mut self) {
        if let Some((ply, place, line)) = self.branch_pending.take()
            && self.branch(ply, |_, _| true, &place, &line).is_err()
        {
            let meant = "no line is that long; read on at the last one";
            self.builder.warn(&place, WarningKind::Variation, &line, meant);
        }
    }

    /// A row of KI2 moves: each begins with a mark.
    fn row(&mut self, start: &str, line: &str, place: &Place) -> Result<(), ReadError> {
        let mut at = 0;
        while at < start.len() {
            let mark = start[at..].chars().next().map_or(1, char::len_utf8);
            let end = start[at + mark..].find(MARKS).map_or(start.len(), |end| at + mark + end);
            let piece = trim(&start[at..end]);
            at = end;
            let bare = trim(piece.trim_start_matches(MARKS));
            if self.illegal.is_some() && self.after_illegal(bare, place)? {
                continue;
            }
            if let Some(ending) = Ending::from_kif_word(bare) {
                self.start_branch_anywhere();
                self.builder.end(ending, place)?;
                continue;
            }
            let (text, rest) = MoveText::parse(piece).map_err(|expected| {
                self.builder.error(place, piece, Problem::NotAMove(expected))
            })?;
            self.play(&text, rest, if piece.is_empty() { line } else { piece }, place)?;
        }
        Ok(())
    }

    /// `  12 ７六歩(77)   ( 0:16/00:00:16)+`
    fn numbered(
        &mut self,
        value: u32,
        rest: &str,
        line: &str,
        place: &Place,
    ) -> Result<(), ReadError> {
        match MoveText::parse(rest) {
            Ok((text, rest)) => {
                self.start_branch(&text)?;
                self.check_number(value, line, place);
                self.play(&text, rest, line, place)
            }
            Err(expected) => {
                if let Some((ending, after)) = summary::of_side(rest, self.builder.turn()) {
                    self.start_branch_anywhere();
                    self.check_number(value, line, place);
                    self.builder.end(ending, place)?;
                    self.rest_of_line(after, line, place);
                    return Ok(());
                }
                let word = word_of(rest);
                let is_word =
                    !word.is_empty() && !word.starts_with(|c| crate::text::digit(c).is_some());
                let ending = Ending::from_kif_word(word)
                    .or_else(|| is_word.then(|| Ending::from_word(word, self.builder.turn())));
                let Some(ending) = ending else {
                    return Err(self.builder.error(place, line, Problem::NotAMove(expected)));
                };
                // A damaged move is not an end: it has a piece, an origin or a square in it.
                if matches!(ending, Ending::Other(_)) && looks_like_move(rest) {
                    return Err(self.builder.error(place, line, Problem::NotAMove(expected)));
                }
                self.start_branch_anywhere();
                self.check_number(value, line, place);
                self.builder.end(ending, place)?;
                let after = trim_start(rest);
                self.rest_of_line(&after[word.len()..], line, place);
                Ok(())
            }
        }
    }

    fn check_number(&mut self, value: u32, line: &str, place: &Place) {
        let played = self.builder.ply() + 1;
        let first = self.builder.game.start().move_number;
        let offset = *self.offset.get_or_insert_with(|| {
            // Counting from the move number of the start is as good as counting from 1.
            if value == first && played == 1 { first - 1 } else { 0 }
        });
        if value != played.saturating_add(offset) {
            let meant = format!("counted as move {}", played.saturating_add(offset));
            self.builder.warn(place, WarningKind::MoveNumber, line, &meant);
        }
    }

    fn play(
        &mut self,
        text: &MoveText,
        rest: &str,
        line: &str,
        place: &Place,
    ) -> Result<(), ReadError> {
        self.start_branch(text)?;
        if let Err(error) = self.builder.play_text(text, line, place) {
            // Perhaps the move that lost the game: the next line tells.
            if error.problem.is_illegal_move() && !self.builder.is_ended() {
                let word = trim(line).to_owned();
                self.illegal = Some(Illegal { error, read: word });
                return Ok(());
            }
            return Err(error);
        }
        self.rest_of_line(rest, line, place);
        Ok(())
    }

    /// The line behind an illegal move: only an end for that reason may follow.
    fn after_illegal(&mut self, start: &str, place: &Place) -> Result<bool, ReadError> {
        let Some(Illegal { error, read }) = self.illegal.take() else { return Ok(false) };
        let word = numbered(start).map_or(start, |(_, rest)| word_of(rest));
        let is_end =
            start.contains("反則") || Ending::from_kif_word(word) == Some(Ending::IllegalLoss);
        if !is_end {
            return Err(error);
        }
        let meant = "the illegal move that lost the game; kept as a comment";
        self.builder.warn(place, WarningKind::IllegalEnd, &read, meant);
        self.builder.end(Ending::IllegalLoss, place)?;
        self.builder.comment(&format!("反則手：{read}"));
        self.illegal_moves = 1;
        Ok(!start.starts_with("まで"))
    }

    /// Times and the mark of a branch behind a move.
    fn rest_of_line(&mut self, rest: &str, line: &str, place: &Place) {
        let mut rest = trim_start(rest);
        if let Some((time, after)) = times::read(rest) {
            match time {
                Ok(Some(time)) => self.builder.set_time(time),
                Ok(None) => {}
                Err(()) => {
                    let meant = "the time cannot be read; kept as a comment";
                    self.builder.warn(place, WarningKind::Time, line, meant);
                    self.builder.comment(rest);
                }
            }
            rest = trim_start(after);
        }
        let rest = trim(rest.trim_start_matches(['+', '＋']));
        if !rest.is_empty() {
            let meant = format!("kept {rest:?} as a comment");
            self.builder.warn(place, WarningKind::UnreadLine, line, &meant);
            self.builder.comment(rest);
        }
    }

    /// `まで104手で後手の勝ち`
    fn summary(&mut self, line: &str, place: &Place) -> Result<(), ReadError> {
        let turn = self.builder.turn();
        let Some(summary) = summary::read(line, turn) else { return Ok(()) };
        let played = self.builder.ply() + self.illegal_moves;
        if summary.moves.is_some_and(|moves| {
            moves != played && moves != played.saturating_add(self.offset.unwrap_or(0))
        }) {
            let meant = format!("{played} moves were read");
            self.builder.warn(place, WarningKind::MoveCount, line, &meant);
        }
        let Some(ending) = summary.ending else { return Ok(()) };
        match self.builder.ending() {
            None => self.builder.end(ending, place),
            Some(known) if *known == ending || matches!(known, Ending::Other(_)) => Ok(()),
            // Words of the closing line that only repeat who won say nothing new.
            Some(known) if known.result(turn) == ending.result(turn) => Ok(()),
            Some(known) => {
                let meant = format!("{} is taken", known.kif_word());
                self.builder.warn(place, WarningKind::Result, line, &meant);
                self.builder.comment(trim(line));
                Ok(())
            }
        }
    }

    fn finish(&mut self, place: &Place) -> Result<(Game, Vec<Warning>), ReadError> {
        self.start_branch_anywhere();
        if let Some(illegal) = self.illegal.take() {
            return Err(illegal.error);
        }
        if self.builder.game.is_empty()
            && self.builder.game.headers.is_empty()
            && self.builder.game.node(NodeId::ROOT).comments.is_empty()
            && self.builder.messages.warnings.iter().any(|w| w.kind != WarningKind::Diagram)
        {
            return Err(self.builder.error(place, "", Problem::NotARecord));
        }
        self.builder.note_missing_end(place);
        let game = std::mem::take(&mut self.builder.game);
        Ok((game, std::mem::take(&mut self.builder.messages.warnings)))
    }
}

/// Is there part of a move in it, so that it cannot be an end word?
fn looks_like_move(text: &str) -> bool {
    let has_origin = text.contains('(') && text.contains(')') && {
        let inner = text.split('(').nth(1).and_then(|rest| rest.split(')').next());
        inner.is_some_and(|inner| {
            inner.chars().count() == 2 && inner.chars().all(|c| crate::text::digit(c).is_some())
        })
    };
    let first = text.trim_start_matches(is_blank).chars().next();
    has_origin || first == Some('同') || text.contains('打')
}
