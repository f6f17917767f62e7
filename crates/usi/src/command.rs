//! The commands that a GUI sends to an engine.

mod go;
mod position;

use std::fmt;

use engine::{Clocks, Go};

pub use go::GoText;
pub use position::{PositionCommand, PositionError, RefusedMove};

/// The result of a game for the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// The engine won.
    Win,
    /// The engine lost.
    Lose,
    /// The game was drawn.
    Draw,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        })
    }
}

/// One line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `usi`: the engine introduces itself.
    Usi,
    /// `isready`: the engine loads its files and says when it is ready.
    IsReady,
    /// `setoption`: changes an option.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value of the option; buttons have none.
        value: Option<String>,
    },
    /// `usinewgame`: a new game begins.
    UsiNewGame,
    /// `position`: the game so far.
    Position(PositionCommand),
    /// `go`: starts a search.
    Go(Go),
    /// `stop`: the engine answers now.
    Stop,
    /// `ponderhit`: the expected move was played. The command may bring clocks, if `go ponder` came
    /// without them.
    PonderHit(Option<Clocks>),
    /// `gameover`: the game has ended.
    GameOver(Option<GameResult>),
    /// `quit`: the engine ends.
    Quit,
}

/// A command, and the words of its line that have no meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The command.
    pub command: Command,
    /// The words that were ignored.
    pub ignored: Vec<String>,
}

/// The words with which a line can begin.
const COMMANDS: [&str; 10] = [
    "usi",
    "isready",
    "setoption",
    "usinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "gameover",
    "quit",
];
/// The commands that other engines understand in USI, and that this program has on its command line.
const PROGRAM_COMMANDS: [&str; 4] = ["bench", "eval", "mate", "perft"];
/// The share of letters by which a mistyped command must agree with the right one.
const ALIKE: f64 = 0.7;

/// The reason why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// The line is empty.
    Empty,
    /// The first word is not a command.
    Unknown(String),
    /// `setoption` came without the name of an option.
    NoOptionName,
    /// `position` came without a position.
    NoPosition,
    /// `go perft` is not a search.
    Perft,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty line is no command"),
            Self::Unknown(word) => write_unknown(word, f),
            Self::NoOptionName => f.write_str("setoption: expected \"name\" and an option's name"),
            Self::NoPosition => f.write_str("position: expected \"startpos\" or \"sfen\""),
            Self::Perft => f.write_str("go perft: the command \"sakiyomi perft\" counts moves"),
        }
    }
}

/// Names the word, its beginning if it is long, and what the user may have meant.
fn write_unknown(word: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    /// The most characters of an unknown word that are repeated.
    const SHOWN: usize = 40;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => return write!(f, "unknown command {:?}...", &word[..end]),
        None => write!(f, "unknown command {word:?}")?,
    }
    if PROGRAM_COMMANDS.contains(&word) {
        return write!(f, "; it is a command of the program: sakiyomi {word}");
    }
    let likeness = |known: &str| strsim::normalized_damerau_levenshtein(word, known);
    let nearest = COMMANDS.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest.filter(|known| likeness(known) >= ALIKE) {
        Some(known) => write!(f, "; did you mean {known}?"),
        None => Ok(()),
    }
}

impl std::error::Error for CommandError {}

impl Command {
    /// Reads a line. Words without meaning are ignored and not refused, because the GUI may be
    /// waiting for an answer.
    pub fn parse(line: &str) -> Result<Parsed, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let words = || rest.split_whitespace();
        let mut ignored = Vec::new();
        let command = match word {
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "setoption" => set_option(rest)?,
            "usinewgame" => Self::UsiNewGame,
            "position" => Self::Position(PositionCommand::parse(rest)?),
            "go" if words().next() == Some("perft") => return Err(CommandError::Perft),
            "go" => Self::Go(go::parse(words(), &mut ignored)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(go::parse(words(), &mut ignored).clocks),
            "gameover" => Self::GameOver(match words().next() {
                Some("win") => Some(GameResult::Win),
                Some("lose") => Some(GameResult::Lose),
                Some("draw") => Some(GameResult::Draw),
                _ => None,
            }),
            "quit" => Self::Quit,
            "" => return Err(CommandError::Empty),
            other => return Err(CommandError::Unknown(other.to_owned())),
        };
        Ok(Parsed { command, ignored })
    }
}

/// Reads `name <n> [value <v>]`; both may contain blanks.
fn set_option(rest: &str) -> Result<Command, CommandError> {
    let rest = rest.trim();
    let named = match rest.split_once(char::is_whitespace) {
        Some(("name", named)) => named.trim(),
        _ => return Err(CommandError::NoOptionName),
    };
    let is_value = |word: &str| word == "value";
    let mut at = 0;
    let value_at = named.split_inclusive(char::is_whitespace).find_map(|word| {
        let start = at;
        at += word.len();
        is_value(word.trim_end()).then_some((start, at))
    });
    let (name, value) = match value_at {
        Some((start, end)) => (&named[..start], Some(named[end..].trim().to_owned())),
        None => (named, None),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    Ok(Command::SetOption { name, value })
}

/// Writes the line as a GUI sends it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value: Some(value) } => {
                let value = if value.is_empty() { "<empty>" } else { value };
                write!(f, "setoption name {name} value {value}")
            }
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::UsiNewGame => f.write_str("usinewgame"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => write!(f, "{}", GoText(go)),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(None) => f.write_str("ponderhit"),
            Self::PonderHit(Some(clocks)) => {
                f.write_str("ponderhit")?;
                go::write_clocks(clocks, f)
            }
            Self::GameOver(None) => f.write_str("gameover"),
            Self::GameOver(Some(result)) => write!(f, "gameover {result}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests;
