//! Builds a game move by move while a file is read, and keeps the warnings.

use std::sync::Arc;

use shogi::{Color, Move, Position, Setup, SetupError, Square};

use crate::ending::Ending;
use crate::game::{ClockTime, Game, NodeId, Step};
use crate::notation::{MoveText, Refusal};
use crate::problem::{Place, Problem, Quoted, ReadError, Warning, WarningKind};
use crate::replay::Route;

/// The file and the place in it that messages name.
#[derive(Clone, Debug)]
pub(crate) struct Messages {
    file: Arc<str>,
    pub(crate) warnings: Vec<Warning>,
}

/// The most warnings of one game that are kept; a file of garbage has no more to say after that.
const MOST_WARNINGS: usize = 10_000;

impl Messages {
    pub(crate) fn new(file: Arc<str>) -> Self {
        Self { file, warnings: Vec::new() }
    }

    pub(crate) fn warn(&mut self, place: &Place, kind: WarningKind, read: &str, meant: &str) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Warning {
                file: Arc::clone(&self.file),
                place: place.clone(),
                kind,
                read: shortened(read),
                meant: meant.to_owned(),
            });
        }
    }

    pub(crate) fn error(&self, place: &Place, read: &str, problem: Problem) -> ReadError {
        ReadError {
            file: Arc::clone(&self.file),
            place: place.clone(),
            read: shortened(read),
            problem,
        }
    }
}

/// Messages quote the beginning of long lines.
fn shortened(text: &str) -> String {
    crate::text::trim(text).chars().take(200).collect()
}

/// A game under construction: the tree, and the position at the end of the line being read.
pub(crate) struct Builder {
    pub(crate) game: Game,
    pub(crate) messages: Messages,
    /// The board at the cursor; an error if no move can be played from the start.
    position: Result<Position, SetupError>,
    cursor: NodeId,
    /// The place of each node in the file.
    places: Vec<Place>,
    /// The last node of every line read so far.
    leaves: Vec<NodeId>,
    /// The first node of the current line that no other line shares.
    line_start: NodeId,
    /// Where the move before the start went, if the file says so.
    previous: Option<Square>,
}

impl Builder {
    pub(crate) fn new(setup: Setup, mut messages: Messages, place: &Place) -> Self {
        if let Err(error) = Position::try_from(setup.clone()) {
            let meant = format!("a diagram that cannot be played from: {error}");
            messages.warn(place, WarningKind::Diagram, "", &meant);
        }
        Self {
            position: setup.for_study(),
            game: Game::new(setup),
            messages,
            cursor: NodeId::ROOT,
            places: vec![place.clone()],
            leaves: Vec::new(),
            line_start: NodeId::ROOT,
            previous: None,
        }
    }

    pub(crate) fn set_previous(&mut self, square: Option<Square>) {
        self.previous = square;
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.turn(self.cursor)
    }

    /// The board at the cursor, if moves can be played on it.
    pub(crate) fn board(&self) -> Option<&Position> {
        self.position.as_ref().ok()
    }

    /// The board on which the text `read` is to be played.
    pub(crate) fn position(&self, read: &str, place: &Place) -> Result<&Position, ReadError> {
        self.position.as_ref().map_err(|error| self.error(place, read, Problem::Setup(*error)))
    }

    pub(crate) fn cursor(&self) -> NodeId {
        self.cursor
    }

    pub(crate) fn is_ended(&self) -> bool {
        matches!(self.game.node(self.cursor).step(), Step::End(_))
    }

    /// Moves played on the current line.
    pub(crate) fn ply(&self) -> u32 {
        self.game.node(self.cursor).ply() - u32::from(self.is_ended())
    }

    /// Where the last move went.
    pub(crate) fn last_square(&self) -> Option<Square> {
        let last = self.position.as_ref().ok().and_then(Position::last_move);
        last.map(Move::to).or(self.previous)
    }

    pub(crate) fn warn(&mut self, place: &Place, kind: WarningKind, read: &str, meant: &str) {
        self.messages.warn(place, kind, read, meant);
    }

    pub(crate) fn error(&self, place: &Place, read: &str, problem: Problem) -> ReadError {
        self.messages.error(place, read, problem)
    }

    /// Plays a legal move at the end of the line.
    pub(crate) fn play(&mut self, mv: Move, place: &Place) -> Result<(), ReadError> {
        self.resume(place);
        self.add(Step::Move(mv), place)?;
        if let Ok(position) = &mut self.position {
            position.play(mv);
        }
        Ok(())
    }

    fn add(&mut self, step: Step, place: &Place) -> Result<(), ReadError> {
        let added = self.game.add(self.cursor, step);
        self.cursor =
            added.map_err(|error| self.error(place, "", Problem::Io(error.to_string())))?;
        self.places.push(place.clone());
        Ok(())
    }

    /// Turns an end behind which moves follow into a comment of the move before it.
    fn resume(&mut self, place: &Place) {
        if !self.is_ended() {
            return;
        }
        let Some(node) = self.game.remove_last() else { return };
        self.places.pop();
        let parent = node.parent().unwrap_or(NodeId::ROOT);
        self.cursor = parent;
        if let Step::End(ending) = node.step() {
            let word = ending.kif_word().to_owned();
            let meant = format!("the game goes on at line {place}; kept as a comment");
            self.warn(place, WarningKind::EndInside, &word, &meant);
            let comments = &mut self.game.node_mut(parent).comments;
            comments.push(word);
            comments.extend(node.comments.iter().cloned());
        }
    }

    /// Ends the current line.
    pub(crate) fn end(&mut self, ending: Ending, place: &Place) -> Result<(), ReadError> {
        if self.is_ended() {
            let kept = format!("{}", Quoted(ending.kif_word()));
            let meant = format!("the line has ended already; kept {kept} as a comment");
            self.warn(place, WarningKind::EndInside, ending.kif_word(), &meant);
            self.comment(ending.kif_word());
            return Ok(());
        }
        if let Ending::Other(word) = &ending {
            self.warn(place, WarningKind::UnknownEnd, word, "kept as the end of the line");
        }
        self.add(Step::End(ending), place)
    }

    /// Replaces the end of the current line.
    pub(crate) fn change_end(&mut self, ending: Ending) {
        if self.is_ended() {
            self.game.replace_ending(self.cursor, ending);
        }
    }

    pub(crate) fn ending(&self) -> Option<&Ending> {
        match self.game.node(self.cursor).step() {
            Step::End(ending) => Some(ending),
            _ => None,
        }
    }

    pub(crate) fn comment(&mut self, text: &str) {
        self.game.node_mut(self.cursor).comments.push(text.to_owned());
    }

    pub(crate) fn set_time(&mut self, time: ClockTime) {
        self.game.node_mut(self.cursor).time = Some(time);
    }

    pub(crate) fn has_time(&self) -> bool {
        self.game.node(self.cursor).time.is_some()
    }

    /// A line that means nothing: kept as a comment, never dropped without a word.
    pub(crate) fn unread(&mut self, place: &Place, line: &str) {
        self.warn(place, WarningKind::UnreadLine, line, "kept as a comment");
        self.comment(crate::text::trim(line));
    }

    /// Plays the move that a Japanese text means.
    pub(crate) fn play_text(
        &mut self,
        text: &MoveText,
        line: &str,
        place: &Place,
    ) -> Result<(), ReadError> {
        let first_try = text.resolve(self.position(line, place)?, self.last_square());
        let reading = match first_try {
            Ok(reading) => {
                // A piece called by its promoted name has most likely promoted before.
                let is_named_promoted = reading.repairs.contains(&WarningKind::MissingPromotion)
                    && text.promotes.is_none()
                    && text.kind.is_promoted();
                if is_named_promoted && self.promote_earlier(text, place, line) {
                    text.resolve(self.position(line, place)?, self.last_square())
                } else {
                    Ok(reading)
                }
            }
            Err(refusal) => {
                let is_mended = (text.kind.is_promoted()
                    && self.promote_earlier(text, place, line))
                    || self.flip_start(text, place, line);
                if is_mended {
                    text.resolve(self.position(line, place)?, self.last_square())
                } else {
                    Err(refusal)
                }
            }
        };
        let reading =
            reading.map_err(|refusal| self.error(place, line, Refusal::into_problem(refusal)))?;
        for repair in reading.repairs {
            let meant = crate::notation::kif(self.position(line, place)?, reading.mv, None);
            self.warn(place, repair, line, &format!("taken for {meant}"));
        }
        self.play(reading.mv, place)
    }

    /// The named piece stands unpromoted on its origin: looks for the move of the current line at
    /// which 成 must have been forgotten. There must be exactly one such move with which the text
    /// becomes legal.
    fn promote_earlier(&mut self, text: &MoveText, place: &Place, line: &str) -> bool {
        let own: Vec<NodeId> = self
            .game
            .path(self.cursor)
            .into_iter()
            .filter(|&id| id >= self.line_start && self.game.node(id).mv().is_some())
            .collect();
        let mut found: Option<(NodeId, Move, Position)> = None;
        for &id in own.iter().rev().take(200) {
            let Some(mv) = self.game.node(id).mv() else { continue };
            let Some(from) = mv.from().filter(|_| !mv.is_promotion()) else { continue };
            let promoted = Move::promotion(from, mv.to());
            if let Some(position) = self.replay(id, promoted) {
                let same = self.last_square();
                let reading = text.resolve(&position, same);
                if reading.is_ok_and(|reading| reading.repairs.is_empty()) {
                    if found.is_some() {
                        return false;
                    }
                    found = Some((id, promoted, position));
                }
            }
        }
        let Some((id, promoted, position)) = found else { return false };
        let earlier = self.places[id.index()].clone();
        let meant = format!("with 成, because line {place} reads {}", Quoted(line));
        let read = self.game.node(id).mv().map(|mv| mv.to_string()).unwrap_or_default();
        self.warn(&earlier, WarningKind::MissingPromotion, &read, &meant);
        self.game.replace_move(id, promoted);
        self.position = Ok(position);
        true
    }

    /// The position at the end of the line if the move at `changed` were another one; none if that
    /// makes a move illegal.
    fn replay(&self, changed: NodeId, mv: Move) -> Option<Position> {
        let path = self.game.path(self.cursor);
        let at = path.iter().position(|&id| id == changed)?;
        let mut position = self.position.as_ref().ok()?.clone();
        for &id in path[at..].iter().rev() {
            if self.game.node(id).mv().is_some() {
                position.take_back();
            }
        }
        for &id in &path[at..] {
            let next = if id == changed { Some(mv) } else { self.game.node(id).mv() };
            let Some(next) = next else { continue };
            if !position.is_legal(next) {
                return None;
            }
            position.play(next);
        }
        Some(position)
    }

    /// The very first move is not legal: with the other side to move it may be.
    fn flip_start(&mut self, text: &MoveText, place: &Place, line: &str) -> bool {
        if self.game.len() > 1 || text.mark.is_some_and(|mark| mark == self.turn()) {
            return false;
        }
        let mut setup = self.game.start().clone();
        setup.turn = !setup.turn;
        let Ok(position) = setup.for_study() else { return false };
        if text.resolve(&position, self.previous).is_err() {
            return false;
        }
        self.game.set_start_turn(setup.turn);
        self.position = Ok(position);
        let meant = format!("{} is to move at the start", side_name(setup.turn));
        self.warn(place, WarningKind::Turn, line, &meant);
        true
    }

    /// Goes back to where a variation branches off, before move number `ply`. Records list the
    /// variations of the last line first; if the first move does not fit there, the lines before
    /// are tried.
    pub(crate) fn branch(
        &mut self,
        ply: u32,
        fits: impl Fn(&Position, Option<Square>) -> bool,
    ) -> Branch {
        let (origin, line_start) = (self.cursor, self.line_start);
        self.leaves.push(origin);
        let mut tried = Vec::new();
        for age in 0..self.leaves.len().min(MOST_LINES_TRIED) {
            let leaf = self.leaves[self.leaves.len() - 1 - age];
            let Some(at) = self.ancestor_at(leaf, ply.saturating_sub(1)) else { continue };
            if tried.contains(&at) {
                continue;
            }
            self.go_back_to(at);
            let previous = self.last_square();
            if self.position.as_ref().is_ok_and(|position| fits(position, previous)) {
                return if age == 0 || tried.is_empty() { Branch::Last } else { Branch::Earlier };
            }
            tried.push(at);
        }
        match tried.first() {
            Some(&at) => {
                self.go_back_to(at);
                Branch::Last
            }
            None => {
                self.go_back_to(origin);
                self.line_start = line_start;
                Branch::Nowhere
            }
        }
    }

    fn ancestor_at(&self, leaf: NodeId, ply: u32) -> Option<NodeId> {
        let mut at = leaf;
        loop {
            let node = self.game.node(at);
            if node.ply() == ply && !matches!(node.step(), Step::End(_)) {
                return Some(at);
            }
            at = node.parent()?;
        }
    }

    /// Goes to a node that another line branches off from.
    pub(crate) fn go_back_to(&mut self, at: NodeId) {
        if let Ok(position) = &mut self.position {
            Route::between(&self.game, self.cursor, at).follow(position);
        }
        self.cursor = at;
        self.line_start = NodeId::from_index(self.game.len());
    }

    /// Says so if the record stops without an end.
    pub(crate) fn note_missing_end(&mut self, place: &Place) {
        let last = self.game.main_line().last().unwrap_or(NodeId::ROOT);
        if !matches!(self.game.node(last).step(), Step::End(_)) {
            let meant = "the record does not say how the game ended; it may be cut off";
            self.warn(place, WarningKind::NoEnd, "", meant);
        }
    }
}

/// The most lines that are looked through for the start of a variation.
const MOST_LINES_TRIED: usize = 64;

/// Where a variation was hung.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branch {
    /// On the line read last, where it belongs.
    Last,
    /// On an earlier line, because it fits only there.
    Earlier,
    /// No line is long enough.
    Nowhere,
}

pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
