//! The game at the board: whose turn it is, what was typed, how it ends.

use super::input::{HELP, Input};
use super::opponent::Opponent;
use crate::failure::Failure;
use engine::ShownScore;
use kifu::{Ending, Format, NodeId, Step, header};
use shogi::{Action, Color, DeclarationRule, DiagramStyle, GameEnd, GameRules, Move, Position};
use std::ffi::OsStr;
use std::io::{BufRead, Read, Write};
use std::path::{Path, PathBuf};

const DECLARATION: DeclarationRule = DeclarationRule::Points27;
/// The rules of a game at the board.
const RULES: GameRules = GameRules { max_moves: None, declaration: Some(DECLARATION) };
/// Longer input is read as two lines, neither of which is a move.
const LONGEST_LINE: u64 = 1 << 16;

pub(super) struct BoardGame {
    start: Position,
    position: Position,
    user: Color,
    style: DiagramStyle,
    opponent: Opponent,
    /// How the game has ended, if it has.
    ending: Option<Ending>,
    /// Files that hold this game.
    saved: Vec<PathBuf>,
}

/// Does the game go on?
enum Next {
    GoesOn,
    Leave,
}

impl BoardGame {
    pub(super) fn new(
        start: Position,
        user: Color,
        style: DiagramStyle,
        opponent: Opponent,
    ) -> Self {
        Self {
            position: start.clone(),
            start,
            user,
            style,
            opponent,
            ending: None,
            saved: Vec::new(),
        }
    }

    /// Plays until the user leaves. When a game has ended, it can still be saved or taken back.
    pub(super) fn play(
        &mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        writeln!(out, "You are {}. Type a move such as 7g7f, or help.", name(self.user))?;
        self.show(out)?;
        loop {
            if self.ending.is_none() {
                self.end_by_rule(out)?;
            }
            let is_over = self.ending.is_some();
            if !is_over && self.position.turn() != self.user {
                self.opponent_moves(out)?;
                continue;
            }
            write!(out, "{} > ", if is_over { "game over" } else { "your move" })?;
            out.flush()?;
            let mut line = Vec::new();
            let read = input.take(LONGEST_LINE).read_until(b'\n', &mut line);
            let read = read
                .map_err(|error| Failure::Failed(format!("the input cannot be read: {error}")))?;
            if read == 0 {
                writeln!(out)?;
                return Ok(());
            }
            match self.answer(Input::parse(&String::from_utf8_lossy(&line)), out)? {
                Next::GoesOn => {}
                Next::Leave => return Ok(()),
            }
        }
    }

    fn answer(&mut self, input: Input, out: &mut dyn Write) -> Result<Next, Failure> {
        match input {
            Input::Nothing => {}
            Input::Quit => return Ok(Next::Leave),
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Board => self.show(out)?,
            Input::Save(name) => self.save(name.as_deref(), out)?,
            Input::Back => self.back(out)?,
            _ if self.ending.is_some() => writeln!(out, "The game is over; back, save or quit.")?,
            Input::Moves => {
                let mut moves: Vec<String> =
                    self.position.legal_moves().iter().map(ToString::to_string).collect();
                moves.sort();
                writeln!(out, "{}", moves.join(" "))?;
            }
            Input::Hint => self.hint(out)?,
            Input::Resign => {
                writeln!(out, "You resign.")?;
                self.ending = Some(Ending::Resign);
            }
            Input::Declare => self.declare(out)?,
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

    /// Ends the game if the rules say so.
    fn end_by_rule(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(end) = self.position.end_of_game(&RULES) {
            let (told, ending) = ended(end, self.position.turn());
            writeln!(out, "{told}")?;
            self.ending = Some(ending);
        }
        Ok(())
    }

    fn opponent_moves(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let answer = self.opponent.think(&self.position)?;
        match answer.action {
            Action::Play(mv) => {
                let named = self.named(mv);
                self.position.play(mv);
                self.show(out)?;
                writeln!(out, "Sakiyomi plays {named}{}.", scored(answer.score))?;
            }
            Action::Resign => {
                writeln!(out, "Sakiyomi resigns.")?;
                self.ending = Some(Ending::Resign);
            }
            Action::Declare => {
                writeln!(out, "Sakiyomi declares a win with an entered king.")?;
                self.ending = Some(Ending::Declaration);
            }
        }
        Ok(())
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

    /// Takes moves back until it is the user's turn again; if the user resigned or
    /// declared, only that is taken back.
    fn back(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if matches!(self.ending, Some(Ending::Resign | Ending::Declaration))
            && self.position.turn() == self.user
        {
            self.ending = None;
            return self.show(out);
        }
        let played = self.position.plies_played();
        let plies = if self.position.turn() == self.user { 2 } else { 1 };
        if played < plies {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(());
        }
        for _ in 0..plies {
            self.position.take_back();
        }
        self.ending = None;
        self.show(out)
    }

    /// Declares a win if it holds. By the rules a wrong declaration would lose; here the user is
    /// only told which condition is not met.
    fn declare(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.position.end_by_declaration(&RULES).is_some() {
            writeln!(out, "You declare a win with an entered king, and it holds.")?;
            self.ending = Some(Ending::Declaration);
            return Ok(());
        }
        if let Some(count) = self.position.point_count(DECLARATION, self.user) {
            let (points, needed) = (count.points, count.points_to_win);
            let king = if count.king_in_camp { "there" } else { "not there" };
            writeln!(
                out,
                "Not yet: {points} points of {needed}, {} pieces of 10 in the enemy camp, king {king}{}.",
                count.pieces,
                if count.in_check { ", in check" } else { "" },
            )?;
        }
        Ok(())
    }

    /// The game so far, with its end.
    fn record(&self) -> kifu::Game {
        let moves: Vec<Move> = self.position.moves_played().collect();
        let mut game = kifu::Game::from_moves(&self.start, &moves);
        for (color, key) in [(Color::Black, header::BLACK), (Color::White, header::WHITE)] {
            game.headers.set(key, if color == self.user { "You" } else { "Sakiyomi" });
        }
        if let Some(ending) = &self.ending {
            let last = game.main_line().last().unwrap_or(NodeId::ROOT);
            // A line of this length has room for its end, and has none yet.
            let _ = game.add(last, Step::End(ending.clone()));
        }
        game
    }

    /// Writes the game to a file, in the format that its name stands for, or shows it.
    fn save(&mut self, name: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.record();
        let extension = name.and_then(Path::extension).and_then(OsStr::to_str);
        let (format, encoding) = extension
            .and_then(Format::from_extension)
            .unwrap_or((Format::Usi, kifu::Encoding::Utf8));
        let written = kifu::write(&game, format, encoding);
        let Some(name) = name else {
            write!(out, "{}", String::from_utf8_lossy(&written.bytes))?;
            return Ok(());
        };
        let shown = name.display();
        if name.exists() && !self.saved.iter().any(|saved| saved == name) {
            writeln!(out, "{shown} is there already and not of this game; choose another name.")?;
            return Ok(());
        }
        match std::fs::write(name, written.bytes) {
            Ok(()) if written.losses.is_empty() => writeln!(out, "Saved to {shown}.")?,
            Ok(()) => {
                writeln!(out, "Saved to {shown}; {format} cannot carry {}.", written.losses)?;
            }
            Err(error) => {
                writeln!(out, "{shown}: cannot be written: {error}")?;
                return Ok(());
            }
        }
        self.saved.push(name.to_owned());
        Ok(())
    }
}

/// An end by the rules, for people and for the record.
fn ended(end: GameEnd, turn: Color) -> (String, Ending) {
    match end {
        GameEnd::NoLegalMove { loser } => {
            (format!("{} has no move; {} wins.", name(loser), name(!loser)), Ending::Mate)
        }
        GameEnd::PerpetualCheck { loser } => {
            let ending = if loser == turn { Ending::IllegalLoss } else { Ending::IllegalWin };
            (format!("Perpetual check: {} wins.", name(!loser)), ending)
        }
        GameEnd::Sennichite => {
            ("The same position for the fourth time: a draw.".to_owned(), Ending::Sennichite)
        }
        GameEnd::MaxMoves => ("That was the last move: a draw.".to_owned(), Ending::MaxMoves),
        GameEnd::Declaration { winner } => {
            (format!("{} wins with an entered king.", name(winner)), Ending::Declaration)
        }
        GameEnd::NoContest => ("The game has no result.".to_owned(), Ending::Jishogi),
    }
}

/// A score for people, from the side that has just moved.
fn scored(score: Option<ShownScore>) -> String {
    match score {
        Some(ShownScore::Centipawns(value)) => format!(" ({:+.1} pawns)", f64::from(value) / 100.0),
        Some(ShownScore::Mate { wins: true, plies: Some(1) | None }) => " (mate)".to_owned(),
        Some(ShownScore::Mate { wins: true, plies: Some(plies) }) => {
            format!(" (mate in {plies} plies)")
        }
        Some(ShownScore::Mate { wins: false, plies: Some(plies) }) => {
            format!(" (mated in {plies} plies)")
        }
        Some(ShownScore::Mate { wins: false, plies: None }) => " (mated)".to_owned(),
        None => String::new(),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_by_perpetual_check_is_named_for_people_and_for_the_record() {
        let end = GameEnd::PerpetualCheck { loser: Color::Black };
        let told = "Perpetual check: White wins.".to_owned();
        assert_eq!(ended(end, Color::Black), (told.clone(), Ending::IllegalLoss));
        assert_eq!(ended(end, Color::White), (told, Ending::IllegalWin));
    }
}
