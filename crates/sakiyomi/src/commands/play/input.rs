//! The commands that the user may type at the board.

use std::path::PathBuf;

/// One line at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Any other word: a move, perhaps.
    Move(String),
    Hint,
    Back,
    Resign,
    Declare,
    Board,
    Moves,
    /// To a file, or to the terminal.
    Save(Option<PathBuf>),
    Help,
    Quit,
    Nothing,
}

pub(super) const HELP: &str = "You can type:
  7g7f 8h2b+ P*5e   play a move: from and to, + to promote, or a piece to drop
  ７六歩 同銀        or write it in Japanese
  hint              what the engine would play for you
  back              take back your last move
  moves             all legal moves
  board             show the board again
  declare           declare a win with an entered king (27-point rule)
  resign            give up
  save [FILE]       write the game to a file (.kif .kifu .ki2 .ki2u .csa .jkf .json, else a
                    USI line), or show it as a USI line
  quit              leave";

impl Input {
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "hint" => Self::Hint,
            "back" | "undo" => Self::Back,
            "resign" => Self::Resign,
            "declare" | "win" => Self::Declare,
            "board" => Self::Board,
            "moves" => Self::Moves,
            "save" => Self::Save(Some(rest.trim()).filter(|name| !name.is_empty()).map(Into::into)),
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        assert_eq!(Input::parse(" 7g7f \n"), Input::Move("7g7f".to_owned()));
        assert_eq!(Input::parse("Back"), Input::Back);
        assert_eq!(Input::parse("save my game.usi"), Input::Save(Some("my game.usi".into())));
        assert_eq!(Input::parse("save"), Input::Save(None));
        assert_eq!(Input::parse("\n"), Input::Nothing);
    }
}
