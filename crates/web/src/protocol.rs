//! The messages between page and server, protocol version 1.
//!
//! Everything that lives goes through one WebSocket as JSON objects whose field `t` names the
//! message; files and lists go through REST. The TypeScript of these types in
//! `ui/src/protocol/protocol.ts` is written by a test of this module.

mod arena;
mod client;
mod error;
mod game;
mod position;
mod rest;
mod review;
mod server;
mod solve;
mod tree;
#[cfg(test)]
mod typescript;

pub use arena::{
    ArenaEnding, ArenaFile, ArenaGame, ArenaPoint, ArenaSprt, ArenaStanding, ArenaState,
};
pub use client::{
    AnalyseLimit, ClientMessage, GameStart, PrefsWish, Request, ReviewEffort, SavedClock,
    SavedPosition,
};
pub use error::{ErrorCode, Failure};
pub use game::{Clock, GamePhase, GameState, Human, PlayedMove, TimeControl, Undone};
pub use position::{
    Bound, King, Kings, Line, MoveText, Natural, Over, OverReason, Pos, Rule, Score, Side, Unmet,
};
pub use rest::{
    ErrorBody, ErrorDetail, GameList, GameSummary, GamesPage, Health, LossCount, Losses, Problem,
    ProblemKind, ProblemSet, ReadGame, ReadRecords, ReadWarning,
};
pub use review::{
    Facts, MoveClass, ReviewMoment, ReviewPlayer, ReviewPly, ReviewSummary, Sentence, Strength,
    TermValue, ThreatFact, Words,
};
pub use server::{
    Caps, DoneReason, EngineName, JobKind, JobState, NoticeCode, Prefs, ServerMessage, SessionState,
};
pub use solve::{JudgeOutcome, SolveKind, UnknownReason, VerdictOutcome};
pub use tree::{Tree, TreeEvaluation, TreeNode};

/// The version of the protocol.
pub const VERSION: u32 = 1;
