//! What can be wrong with a request. The page words the codes; messages are for logs.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::position::Unmet;

/// The kind of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The text is not JSON, or a field is missing or of the wrong type.
    BadJson,
    /// The page speaks another version of the protocol.
    BadVersion,
    /// There is no message of this name.
    Unknown,
    /// A text, a list or a body is too big.
    TooBig,
    /// Messages come too fast.
    TooFast,
    /// It is not the human's turn.
    NotYourTurn,
    /// The game has gone on since; nothing was changed.
    StalePly,
    /// The move is illegal; `why` names the rule.
    Illegal,
    /// There is no game.
    NoGame,
    /// The game is over.
    GameOver,
    /// The side has no right to declare; `unmet` names the conditions.
    CannotDeclare,
    /// A text is not an SFEN.
    BadSfen,
    /// An arrangement of pieces is not a position; `why` names the reason.
    BadSetup,
    /// A text is not a game record, or a tree is damaged.
    BadRecord,
    /// There is no such session.
    NoSession,
    /// There are as many sessions as the server allows.
    TooManySessions,
    /// No engine can be had now.
    EngineBusy,
    /// The engine failed.
    EngineFailed,
    /// A limit of the server was reached.
    Limit,
    /// There is nothing of this name or number.
    NotFound,
    /// This server cannot do it.
    Unavailable,
    /// The request may not be made from there.
    Forbidden,
    /// Hints are off while the clock runs.
    NoHint,
    /// The text is no move of this position.
    NoMove,
}

/// A failure of a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Failure {
    /// The kind.
    pub code: ErrorCode,
    /// A sentence for logs.
    pub message: String,
    /// The rule that a move or a setup breaks, in kebab case, such as `nifu`.
    pub why: Option<String>,
    /// The conditions of a declaration that do not hold.
    pub unmet: Option<Vec<Unmet>>,
}

impl Failure {
    /// A failure with a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), why: None, unmet: None }
    }

    /// The same failure with the rule that is broken.
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { why: Some(why.into()), ..self }
    }
}
