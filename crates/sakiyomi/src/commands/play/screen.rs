//! The output of the game: one board, redrawn in place on a terminal, with sentences below it.

use super::board::Look;
use super::texts::Texts;
use crate::failure::Failure;
use shogi::{Color, Move, Position};
use std::io::Write;

/// Moves to the upper left corner and clears what is below.
const HOME: &str = "\x1b[H\x1b[J";
/// Clears the line of a sentence that is not needed any more.
const CLEAR_LINE: &str = "\r\x1b[K";

pub(super) struct Screen<'a> {
    out: &'a mut dyn Write,
    look: Look,
    /// A sentence without a line's end stands at the cursor.
    has_passing: bool,
}

impl<'a> Screen<'a> {
    pub(super) fn new(out: &'a mut dyn Write, look: Look) -> Self {
        Self { out, look, has_passing: false }
    }

    pub(super) fn texts(&self) -> Texts {
        self.look.texts
    }

    /// Is the output a terminal, where the board is redrawn in place?
    pub(super) fn is_terminal(&self) -> bool {
        self.look.has_escapes
    }

    pub(super) fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Shows the board and a sentence below it, if there is one.
    pub(super) fn show(
        &mut self,
        position: &Position,
        below: Color,
        used_ms: [u64; 2],
        told: &str,
    ) -> Result<(), Failure> {
        let look = Look { below, ..self.look };
        let top = if self.is_terminal() { HOME } else { "\n" };
        let clock = self.texts().clock(used_ms);
        self.has_passing = false;
        writeln!(self.out, "{top}{}\n{clock}", look.draw(position))?;
        if told.is_empty() { Ok(()) } else { self.say(told) }
    }

    /// Says a sentence.
    pub(super) fn say(&mut self, told: &str) -> Result<(), Failure> {
        if std::mem::take(&mut self.has_passing) {
            write!(self.out, "{CLEAR_LINE}")?;
        }
        writeln!(self.out, "{told}")?;
        Ok(())
    }

    /// Says a sentence that the next one replaces; only a terminal can do that.
    pub(super) fn say_for_now(&mut self, told: &str) -> Result<(), Failure> {
        if self.is_terminal() {
            write!(self.out, "{told}")?;
            self.out.flush()?;
            self.has_passing = true;
        }
        Ok(())
    }

    /// Names the move as people write it: in USI notation, and in Japanese unless only letters are
    /// wanted.
    pub(super) fn named(&self, position: &Position, mv: Move) -> String {
        if self.look.is_ascii {
            return mv.to_string();
        }
        let previous = position.last_move().map(Move::to);
        format!("{mv} {}", kifu::notation::japanese(position, mv, previous))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    fn shown(has_escapes: bool) -> String {
        let mut out = Vec::new();
        let look = Look {
            is_ascii: true,
            has_escapes,
            texts: Texts { language: Language::En, is_handicap: false },
            below: Color::Black,
        };
        let mut screen = Screen::new(&mut out, look);
        screen.show(&Position::startpos(), Color::Black, [61_000, 0], "Welcome.").unwrap();
        screen.say_for_now("thinking").unwrap();
        screen.say("Done.").unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_terminal_is_redrawn_in_place() {
        let text = shown(true);
        assert!(text.starts_with(HOME) && text.ends_with("thinking\r\x1b[KDone.\n"), "{text}");
    }

    #[test]
    fn plain_output_has_no_escapes() {
        let text = shown(false);
        assert!(!text.contains('\x1b') && !text.contains("thinking"), "{text}");
        assert!(text.ends_with("Time used: Black 1:01, White 0:00\nWelcome.\nDone.\n"), "{text}");
    }
}
