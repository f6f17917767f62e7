//! The replies that an engine sends to a GUI.

mod info;
mod option;

use std::fmt;

use engine::{Answer, Event, MateAnswer};
use shogi::{Action, Move, ParseMoveError};

pub use info::InfoLine;
pub use option::{OptionLine, OptionType};

/// The answer to `go mate`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checkmate {
    /// The moves of the mate.
    Moves(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// No mate was found in time.
    Timeout,
    /// The engine cannot look for mates.
    NotImplemented,
}

/// One line from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name`: the engine's name.
    IdName(String),
    /// `id author`: the engine's author.
    IdAuthor(String),
    /// `option`: one of the engine's options.
    Option(OptionLine),
    /// `usiok`: the introduction is complete.
    UsiOk,
    /// `readyok`: all files are loaded.
    ReadyOk,
    /// `info`: news of the search.
    Info(InfoLine),
    /// `bestmove`: the answer to `go`.
    BestMove {
        /// The action that the engine takes.
        action: Action,
        /// The reply that the engine would ponder on.
        ponder: Option<Move>,
    },
    /// `checkmate`: the answer to `go mate`.
    Checkmate(Checkmate),
}

/// The reason why a line is not a reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyError {
    /// The first word is not a reply.
    Unknown(String),
    /// More words are needed after this one.
    Missing(&'static str),
    /// This text is not a move.
    Move(String, ParseMoveError),
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown reply {word:?}"),
            Self::Missing(word) => write!(f, "expected more behind {word:?}"),
            Self::Move(text, error) => write!(f, "{text:?} is not a move: {error}"),
        }
    }
}

impl std::error::Error for ReplyError {}

impl Reply {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, ReplyError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Ok(Self::IdName(name.trim().to_owned())),
                Some(("author", author)) => Ok(Self::IdAuthor(author.trim().to_owned())),
                _ => Err(ReplyError::Missing("id")),
            },
            "option" => {
                OptionLine::parse(rest).map(Self::Option).ok_or(ReplyError::Missing("option"))
            }
            "usiok" => Ok(Self::UsiOk),
            "readyok" => Ok(Self::ReadyOk),
            "info" => Ok(Self::Info(InfoLine::parse(rest))),
            "bestmove" => best_move(rest),
            "checkmate" => checkmate(rest).map(Self::Checkmate),
            other => Err(ReplyError::Unknown(other.to_owned())),
        }
    }

    /// Translates an event of the engine into a line of the protocol.
    pub fn from_event(event: Event) -> Self {
        match event {
            Event::Info(info) => Self::Info(info.into()),
            Event::MateProgress(progress) => Self::Info(progress.into()),
            Event::Note(text) => Self::Info(InfoLine::note(text)),
            Event::Answer(Answer { action, ponder, .. }) => Self::BestMove { action, ponder },
            Event::Mate(MateAnswer::Found(moves)) => Self::Checkmate(Checkmate::Moves(moves)),
            Event::Mate(MateAnswer::None) => Self::Checkmate(Checkmate::NoMate),
            Event::Mate(MateAnswer::Timeout) => Self::Checkmate(Checkmate::Timeout),
        }
    }
}

fn best_move(rest: &str) -> Result<Reply, ReplyError> {
    let mut words = rest.split_whitespace();
    let text = words.next().ok_or(ReplyError::Missing("bestmove"))?;
    let action = text.parse().map_err(|error| ReplyError::Move(text.to_owned(), error))?;
    // Engines write many different things if they have no reply to ponder on.
    let ponder = match words.next() {
        Some("ponder") => words.next().and_then(|mv| mv.parse().ok()),
        _ => None,
    };
    Ok(Reply::BestMove { action, ponder })
}

fn checkmate(rest: &str) -> Result<Checkmate, ReplyError> {
    match rest {
        "nomate" => Ok(Checkmate::NoMate),
        "timeout" => Ok(Checkmate::Timeout),
        "notimplemented" => Ok(Checkmate::NotImplemented),
        "" => Err(ReplyError::Missing("checkmate")),
        moves => moves
            .split_whitespace()
            .map(|mv| mv.parse().map_err(|error| ReplyError::Move(mv.to_owned(), error)))
            .collect::<Result<_, _>>()
            .map(Checkmate::Moves),
    }
}

/// Writes the line as an engine sends it.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name {name}"),
            Self::IdAuthor(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "option {option}"),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::BestMove { action, ponder: None } => write!(f, "bestmove {action}"),
            Self::BestMove { action, ponder: Some(ponder) } => {
                write!(f, "bestmove {action} ponder {ponder}")
            }
            Self::Checkmate(Checkmate::Moves(moves)) => {
                f.write_str("checkmate")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::Checkmate(Checkmate::NoMate) => f.write_str("checkmate nomate"),
            Self::Checkmate(Checkmate::Timeout) => f.write_str("checkmate timeout"),
            Self::Checkmate(Checkmate::NotImplemented) => f.write_str("checkmate notimplemented"),
        }
    }
}

#[cfg(test)]
mod tests;
