//! The commands that the user may type at the board.

use std::path::PathBuf;

/// One line at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Any other word: a move, perhaps.
    Move(String),
    Hint,
    Back,
    Redo,
    Resign,
    Declare,
    Board,
    /// The moves so far.
    Moves,
    /// All legal moves.
    Legal,
    /// A new game, perhaps with the name of the user's side.
    New(String),
    /// To a file, or to the terminal.
    Save(Option<PathBuf>),
    Help,
    Quit,
    Nothing,
}

impl Input {
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "hint" | "ヒント" => Self::Hint,
            "back" | "undo" | "待った" => Self::Back,
            "redo" | "進む" => Self::Redo,
            "resign" | "投了" => Self::Resign,
            "declare" | "win" | "宣言" => Self::Declare,
            "board" | "盤面" => Self::Board,
            "moves" | "棋譜" => Self::Moves,
            "legal" | "合法手" => Self::Legal,
            "new" | "新規" => Self::New(rest.to_owned()),
            "save" | "保存" => {
                Self::Save(Some(rest).filter(|name| !name.is_empty()).map(Into::into))
            }
            "help" | "?" | "ヘルプ" => Self::Help,
            "quit" | "exit" | "終了" => Self::Quit,
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
        assert_eq!(Input::parse("new  White"), Input::New("White".to_owned()));
        assert_eq!(Input::parse("待った"), Input::Back);
        assert_eq!(Input::parse("\n"), Input::Nothing);
    }
}
