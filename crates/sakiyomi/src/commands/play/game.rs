//! The game at the board: whose turn it is, what was typed, how it ends.

use super::input::{HELP, Input};
use super::opponent::Opponent;
use crate::failure::Failure;
use engine::ShownScore;
use kifu::Format;
use shogi::{
    Action, Color, DeclarationResult, DeclarationRule, DiagramStyle, Move, Position, Repetition,
};
use std::ffi::OsStr;
use std::io::{BufRead, Write};
use std::path::Path;

const RULE: DeclarationRule = DeclarationRule::Points27;

pub(super) struct Game {
    start: Position,
    position: Position,
    user: Color,
    style: DiagramStyle,
    opponent: Opponent,
}

/// Does the game go on?
enum Next {
    GoesOn,
    Leave,
}

impl Game {
    pub(super) fn new(
        start: Position,
        user: Color,
        style: DiagramStyle,
        opponent: Opponent,
    ) -> Self {
        Self { position: start.clone(), start, user, style, opponent }
    }

    /// Plays until the user leaves. When a game has ended, it can still be saved or taken back.
    pub(super) fn play(
        &mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        writeln!(out, "You are {}. Type a move such as 7g7f, or help.", name(self.user))?;
        let mut is_over = false;
        self.show(out)?;
        loop {
            if !is_over && let Some(end) = self.end() {
                writeln!(out, "{end}")?;
                is_over = true;
            }
            if !is_over && self.position.turn() != self.user {
                is_over = self.opponent_moves(out)?;
                continue;
            }
            write!(out, "{} > ", if is_over { "game over" } else { "your move" })?;
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line).map_or(true, |length| length == 0) {
                writeln!(out)?;
                return Ok(());
            }
            match self.answer(Input::parse(&line), &mut is_over, out)? {
                Next::GoesOn => {}
                Next::Leave => return Ok(()),
            }
        }
    }

    fn answer(
        &mut self,
        input: Input,
        is_over: &mut bool,
        out: &mut dyn Write,
    ) -> Result<Next, Failure> {
        match input {
            Input::Nothing => {}
            Input::Quit => return Ok(Next::Leave),
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Board => self.show(out)?,
            Input::Save(name) => self.save(name.as_deref(), out)?,
            Input::Back => {
                *is_over = false;
                self.back(out)?;
            }
            _ if *is_over => writeln!(out, "The game is over; back, save or quit.")?,
            Input::Moves => {
                let mut moves: Vec<String> =
                    self.position.legal_moves().iter().map(ToString::to_string).collect();
                moves.sort();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Input::Hint => self.hint(out)?,
            Input::Resign => {
                writeln!(out, "You resign.")?;
                *is_over = true;
            }
            Input::Declare => *is_over = self.declare(out)?,
            Input::Move(text) => match self.read_move(&text) {
                Ok(mv) => {
                    self.position.play(mv);
                    self.show(out)?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
        }
        Ok(Next::GoesOn)
    }

    /// A move in USI notation, or in Japanese.
    fn read_move(&self, text: &str) -> Result<Move, String> {
        if text.is_ascii() {
            self.position.parse_legal_move(text).map_err(|error| error.to_string())
        } else {
            kifu::notation::read(text, &self.position).map_err(|error| error.to_string())
        }
    }

    /// The move as people write it: in USI notation and in Japanese.
    fn named(&self, mv: Move) -> String {
        let previous = self.position.last_move().map(Move::to);
        format!("{mv} {}", kifu::notation::japanese(&self.position, mv, previous))
    }

    fn show(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "\n{}", self.position.diagram(self.style))?;
        Ok(())
    }

    /// How the game has ended by rule, if it has.
    fn end(&self) -> Option<String> {
        let turn = self.position.turn();
        if !self.position.has_legal_move() {
            return Some(format!("{} has no move; {} wins.", name(turn), name(!turn)));
        }
        self.position.fourfold_repetition().map(|result| match result {
            Repetition::Win => format!("Perpetual check: {} wins.", name(turn)),
            Repetition::Loss => format!("Perpetual check: {} wins.", name(!turn)),
            _ => "The same position for the fourth time: a draw.".to_owned(),
        })
    }

    /// Is the game over?
    fn opponent_moves(&mut self, out: &mut dyn Write) -> Result<bool, Failure> {
        let answer = self.opponent.think(&self.position)?;
        match answer.action {
            Action::Play(mv) => {
                let named = self.named(mv);
                self.position.play(mv);
                self.show(out)?;
                writeln!(out, "Sakiyomi plays {named}{}.", scored(answer.score))?;
                Ok(false)
            }
            Action::Resign => {
                writeln!(out, "Sakiyomi resigns.")?;
                Ok(true)
            }
            Action::Declare => {
                writeln!(out, "Sakiyomi declares a win with an entered king.")?;
                Ok(true)
            }
        }
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let answer = self.opponent.think(&self.position)?;
        match answer.action {
            Action::Play(mv) => {
                writeln!(out, "Perhaps {}{}.", self.named(mv), scored(answer.score))?;
            }
            Action::Resign => writeln!(out, "There is nothing left to play.")?,
            Action::Declare => writeln!(out, "You may declare a win.")?,
        }
        Ok(())
    }

    /// Takes moves back until it is the user's turn again.
    fn back(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let played = self.position.plies_played();
        let plies = if self.position.turn() == self.user { 2 } else { 1 };
        if played < plies {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(());
        }
        for _ in 0..plies {
            self.position.take_back();
        }
        self.show(out)
    }

    /// Is the game over? A declaration that does not hold would lose by the rules; here it is
    /// only told what is missing.
    fn declare(&self, out: &mut dyn Write) -> Result<bool, Failure> {
        if self.position.declaration(RULE) == Some(DeclarationResult::Win) {
            writeln!(out, "You declare a win with an entered king, and it holds.")?;
            return Ok(true);
        }
        if let Some(count) = self.position.point_count(RULE, self.user) {
            let (points, needed) = (count.points, count.points_to_win);
            let king = if count.king_in_camp { "there" } else { "not there" };
            writeln!(
                out,
                "Not yet: {points} points of {needed}, {} pieces of 10 in the enemy camp, king {king}{}.",
                count.pieces,
                if count.in_check { ", in check" } else { "" },
            )?;
        }
        Ok(false)
    }

    /// Writes the game to a file, in the format that its name stands for, or shows it.
    fn save(&self, name: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
        let moves: Vec<Move> = self.position.moves_played().collect();
        let game = kifu::Game::from_moves(&self.start, &moves);
        let extension = name.and_then(Path::extension).and_then(OsStr::to_str);
        let (format, encoding) = extension
            .and_then(Format::from_extension)
            .unwrap_or((Format::Usi, kifu::Encoding::Utf8));
        let bytes = kifu::write(&game, format, encoding).bytes;
        let Some(name) = name else {
            write!(out, "{}", String::from_utf8_lossy(&bytes))?;
            return Ok(());
        };
        match std::fs::write(name, bytes) {
            Ok(()) => writeln!(out, "Saved to {}.", name.display())?,
            Err(error) => writeln!(out, "{}: cannot be written: {error}", name.display())?,
        }
        Ok(())
    }
}

/// A score for people, from the side that has just moved.
fn scored(score: Option<ShownScore>) -> String {
    match score {
        Some(ShownScore::Centipawns(value)) => format!(" ({:+.1} pawns)", f64::from(value) / 100.0),
        Some(ShownScore::Mate(plies)) if plies > 0 => format!(" (mate in {plies} plies)"),
        Some(ShownScore::Mate(plies)) => format!(" (mated in {} plies)", -plies),
        None => String::new(),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
