//! The game at the board: whose turn it is, what was typed, how it ends.

use super::autosave::Autosave;
use super::input::Input;
use super::opponent::Opponent;
use super::reader::{Line, Reader};
use super::screen::Screen;
use super::sheet::Sheet;
use super::typed_move;
use crate::failure::Failure;
use kifu::{Ending, Format};
use shogi::{Action, Color, DeclarationRule, GameEnd, GameRules, Move, Position};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Instant;

const DECLARATION: DeclarationRule = DeclarationRule::Points27;
/// The rules of a game at the board.
const RULES: GameRules = GameRules { max_moves: None, declaration: Some(DECLARATION) };

pub(super) struct BoardGame<'a> {
    sheet: Sheet,
    user: Color,
    opponent: Opponent,
    screen: Screen<'a>,
    autosave: Autosave,
    /// Files that hold this game.
    saved: Vec<PathBuf>,
    /// The time at which the user's turn began.
    turn_began: Instant,
}

/// Does the game go on?
enum Next {
    GoesOn,
    Leave,
}

impl<'a> BoardGame<'a> {
    pub(super) fn new(
        start: Position,
        user: Color,
        opponent: Opponent,
        screen: Screen<'a>,
        autosave: Autosave,
    ) -> Self {
        Self {
            sheet: Sheet::new(start),
            user,
            opponent,
            screen,
            autosave,
            saved: Vec::new(),
            turn_began: Instant::now(),
        }
    }

    /// Plays until the user leaves. When a game has ended, it can still be saved or taken back.
    pub(super) fn play(&mut self, reader: &mut Reader) -> Result<(), Failure> {
        self.welcome()?;
        loop {
            if self.sheet.ending.is_none() {
                self.end_by_rule()?;
            }
            let is_over = self.sheet.ending.is_some();
            if !is_over && self.sheet.position().turn() != self.user {
                self.opponent_moves()?;
                continue;
            }
            let prompt = self.screen.texts().prompt(is_over);
            match reader.read(prompt, self.screen.out())? {
                Line::Text(line) => match self.answer(Input::parse(&line))? {
                    Next::GoesOn => {}
                    Next::Leave => return Ok(()),
                },
                Line::Interrupt => self.autosave.leave(),
                Line::End => {
                    self.screen.say("")?;
                    // What comes from a file or a pipe is there still.
                    if self.screen.is_terminal() {
                        self.autosave.save();
                    }
                    return Ok(());
                }
            }
        }
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let welcome = self.welcome_text();
        self.show(&welcome)?;
        self.turn_began = Instant::now();
        Ok(())
    }

    fn welcome_text(&self) -> String {
        self.screen.texts().welcome(self.user, self.opponent.level().number())
    }

    fn answer(&mut self, input: Input) -> Result<Next, Failure> {
        let texts = self.screen.texts();
        match input {
            Input::Nothing => {}
            Input::Quit => return Ok(Next::Leave),
            Input::Help => self.screen.say(texts.help())?,
            Input::Board => self.show("")?,
            Input::Moves => self.moves()?,
            Input::Save(name) => self.save(name.as_deref())?,
            Input::New(side) => self.new_game(&side)?,
            Input::Back => self.back()?,
            Input::Redo => self.redo()?,
            _ if self.sheet.ending.is_some() => self.screen.say(texts.is_over())?,
            Input::Legal => {
                let legal = self.sheet.position().legal_moves();
                let mut moves: Vec<String> = legal.iter().map(ToString::to_string).collect();
                moves.sort();
                self.screen.say(&moves.join(" "))?;
            }
            Input::Hint => self.hint()?,
            Input::Resign => self.end(Ending::Resign, texts.user_resigns())?,
            Input::Declare => self.declare()?,
            Input::Move(text) => match typed_move::read(&text, self.sheet.position()) {
                Ok(mv) => self.user_moves(mv)?,
                Err(refusal) => self.screen.say(&refusal.text(texts.language))?,
            },
        }
        Ok(Next::GoesOn)
    }

    fn user_moves(&mut self, mv: Move) -> Result<(), Failure> {
        self.sheet.play(mv, elapsed_ms(self.turn_began));
        self.remember();
        // If the engine moves next, a board is drawn after its move; on a terminal one is redrawn
        // in place meanwhile.
        let is_over = self.sheet.position().end_of_game(&RULES).is_some();
        if is_over || self.screen.is_terminal() {
            self.show("")?;
        }
        Ok(())
    }

    /// Names the move as people write it: in USI notation, and in Japanese unless only letters are
    /// wanted.
    fn named(&self, mv: Move) -> String {
        self.screen.named(self.sheet.position(), mv)
    }

    /// Shows the board with a sentence below it.
    fn show(&mut self, told: &str) -> Result<(), Failure> {
        self.screen.show(self.sheet.position(), self.user, self.sheet.used_ms(), told)
    }

    /// Ends the game if the rules say so.
    fn end_by_rule(&mut self) -> Result<(), Failure> {
        if let Some(end) = self.sheet.position().end_of_game(&RULES) {
            let ending = ending_of(end, self.sheet.position().turn());
            self.end(ending, &self.screen.texts().ended(end))?;
        }
        Ok(())
    }

    fn end(&mut self, ending: Ending, told: &str) -> Result<(), Failure> {
        self.sheet.ending = Some(ending);
        self.remember();
        self.screen.say(told)
    }

    /// Lets the game be kept if the user leaves without saving it.
    fn remember(&self) {
        let has_moves = self.sheet.position().plies_played() > 0;
        self.autosave.set(has_moves.then(|| self.sheet.record(self.user)));
    }

    fn opponent_moves(&mut self) -> Result<(), Failure> {
        let texts = self.screen.texts();
        self.screen.say_for_now(texts.thinking())?;
        let began = Instant::now();
        let answer = self.opponent.think(self.sheet.position())?;
        match answer.action {
            Action::Play(mv) => {
                let mut told = texts.plays(&self.named(mv), answer.score);
                if self.screen.is_terminal() && self.sheet.position().plies_played() == 0 {
                    // The board was redrawn before the welcome could be read.
                    told = format!("{}\n{told}", self.welcome_text());
                }
                self.sheet.play(mv, elapsed_ms(began));
                self.remember();
                self.show(&told)?;
            }
            Action::Resign => self.end(Ending::Resign, texts.engine_resigns())?,
            Action::Declare => self.end(Ending::Declaration, texts.engine_declares())?,
        }
        self.turn_began = Instant::now();
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let texts = self.screen.texts();
        self.screen.say_for_now(texts.thinking())?;
        let answer = self.opponent.advise(self.sheet.position())?;
        match answer.action {
            Action::Play(mv) => self.screen.say(&texts.perhaps(&self.named(mv), answer.score)),
            Action::Resign => self.screen.say(texts.nothing_to_play()),
            Action::Declare => self.screen.say(texts.may_declare()),
        }
    }

    /// Takes moves back until it is the user's turn again; if the user resigned or
    /// declared, only that is taken back.
    fn back(&mut self) -> Result<(), Failure> {
        let is_user = self.sheet.position().turn() == self.user;
        if is_user && matches!(self.sheet.ending, Some(Ending::Resign | Ending::Declaration)) {
            self.sheet.ending = None;
        } else if !self.sheet.back(self.user) {
            return self.screen.say(self.screen.texts().nothing_to_take_back());
        }
        self.changed()
    }

    fn redo(&mut self) -> Result<(), Failure> {
        if !self.sheet.redo(self.user) {
            return self.screen.say(self.screen.texts().nothing_to_redo());
        }
        self.changed()
    }

    /// Shows another position of the game, where the user moves next.
    fn changed(&mut self) -> Result<(), Failure> {
        self.remember();
        self.turn_began = Instant::now();
        self.show("")
    }

    /// Starts a new game from the same start, perhaps with the other side.
    fn new_game(&mut self, side: &str) -> Result<(), Failure> {
        self.user = match side.to_ascii_lowercase().as_str() {
            "" => self.user,
            "black" | "先手" => Color::Black,
            "white" | "後手" => Color::White,
            _ => return self.screen.say(&self.screen.texts().not_a_side(side)),
        };
        self.sheet = self.sheet.again();
        self.saved.clear();
        self.remember();
        self.opponent.new_game();
        self.welcome()
    }

    /// Lists the moves so far, as the user reads them.
    fn moves(&mut self) -> Result<(), Failure> {
        let mut position = self.sheet.start().clone();
        let first = position.move_number();
        let mut told = Vec::new();
        for (number, mv) in (first..).zip(self.sheet.moves()) {
            told.push(format!("{number:>4} {}", self.screen.named(&position, mv)));
            position.play(mv);
        }
        match told.is_empty() {
            true => self.screen.say(self.screen.texts().no_moves_yet()),
            false => self.screen.say(&told.join("\n")),
        }
    }

    /// Declares a win if it holds. By the rules a wrong declaration would lose; here the user is
    /// only told which condition is not met.
    fn declare(&mut self) -> Result<(), Failure> {
        let texts = self.screen.texts();
        if self.sheet.position().end_by_declaration(&RULES).is_some() {
            return self.end(Ending::Declaration, texts.user_declares());
        }
        match self.sheet.position().point_count(DECLARATION, self.user) {
            Some(count) => self.screen.say(&texts.not_yet(&count)),
            None => Ok(()),
        }
    }

    /// Writes the game to a file, in the format that its name stands for, or shows it.
    fn save(&mut self, name: Option<&Path>) -> Result<(), Failure> {
        let game = self.sheet.record(self.user);
        let extension = name.and_then(Path::extension).and_then(OsStr::to_str);
        let (format, encoding) = extension
            .and_then(Format::from_extension)
            .unwrap_or((Format::Usi, kifu::Encoding::Utf8));
        let written = kifu::write(&game, format, encoding);
        let Some(name) = name else {
            return self.screen.say(String::from_utf8_lossy(&written.bytes).trim_end());
        };
        let texts = self.screen.texts();
        let shown = name.display().to_string();
        if name.exists() && !self.saved.iter().any(|saved| saved == name) {
            return self.screen.say(&texts.is_other_file(&shown));
        }
        if let Err(error) = std::fs::write(name, written.bytes) {
            return self.screen.say(&texts.cannot_write(&shown, &error));
        }
        self.saved.push(name.to_owned());
        self.autosave.set(None);
        let losses = (!written.losses.is_empty())
            .then(|| format!("{format} cannot carry {}", written.losses));
        self.screen.say(&texts.saved(&shown, losses))
    }
}

fn elapsed_ms(since: Instant) -> u64 {
    since.elapsed().as_millis() as u64
}

/// Names an end by the rules for the record.
fn ending_of(end: GameEnd, turn: Color) -> Ending {
    match end {
        GameEnd::NoLegalMove { .. } => Ending::Mate,
        GameEnd::PerpetualCheck { loser } if loser == turn => Ending::IllegalLoss,
        GameEnd::PerpetualCheck { .. } => Ending::IllegalWin,
        GameEnd::Sennichite => Ending::Sennichite,
        GameEnd::MaxMoves => Ending::MaxMoves,
        GameEnd::Declaration { .. } => Ending::Declaration,
        GameEnd::NoContest => Ending::Jishogi,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_by_perpetual_check_is_named_for_the_record() {
        let end = GameEnd::PerpetualCheck { loser: Color::Black };
        assert_eq!(ending_of(end, Color::Black), Ending::IllegalLoss);
        assert_eq!(ending_of(end, Color::White), Ending::IllegalWin);
    }
}
