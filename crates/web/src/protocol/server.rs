//! What the server says.

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::arena::ArenaState;
use super::error::Failure;
use super::game::GameState;
use super::position::{Line, MoveText, Pos, Rule};
use super::review::{Facts, ReviewMoment, ReviewPly, ReviewSummary};
use super::solve::{JudgeOutcome, SolveKind, UnknownReason, VerdictOutcome};

/// The engine behind the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct EngineName {
    /// The name and version.
    pub name: String,
    /// A network evaluates positions.
    pub network: bool,
}

/// The most that a session may ask for, and what the server can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Caps {
    /// The threads of a search.
    pub threads: u32,
    /// The memory of a hash table in megabytes.
    pub hash_mb: u32,
    /// The lines.
    pub lines: u32,
    /// The engines that search at a time.
    pub engines: u32,
    /// Whole games can be analysed.
    pub review: bool,
    /// There are results files to watch.
    pub arena: bool,
}

/// The settings of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct Prefs {
    /// The number of lines.
    pub lines: u32,
    /// The threads of a search.
    pub threads: u32,
    /// The memory of the hash table in megabytes.
    pub hash_mb: u32,
    /// The rule for entered kings in analysis.
    pub rule: Rule,
    /// The page is visible.
    pub visible: bool,
}

/// The kind of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// The analysis of a position.
    Analyse,
    /// The analysis of a whole game.
    Review,
    /// A question to a solver.
    Solve,
}

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// The job waits until another session's search ends.
    Queued,
    /// The engine gets ready.
    Preparing,
    /// The job runs.
    Running,
}

/// Why a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum DoneReason {
    /// Its limit was reached.
    Limit,
    /// The page stopped it.
    Stopped,
    /// Another job took its place.
    Cancelled,
    /// It found what it looked for.
    Found,
    /// It failed.
    Error,
}

/// The subject of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeCode {
    /// The engine says something about its files or memory; `text` has it.
    Engine,
    /// Analysis ended because it ran for as long as it may.
    AnalysisTime,
    /// Analysis gave way to another session.
    GaveWay,
    /// The engine failed and was started again.
    EngineRestarted,
    /// The game could not be saved; `text` says why.
    NotSaved,
    /// The server stops.
    Stopping,
}

/// What a page needs after it has connected.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SessionState {
    /// The game of the session.
    pub game: Option<GameState>,
    /// The number of the running job.
    pub job: Option<u64>,
    /// The settings.
    pub prefs: Prefs,
}

/// What the server says. An answer to a request repeats its `id`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "t", rename_all_fields = "camelCase")]
#[allow(clippy::large_enum_variant)]
pub enum ServerMessage {
    /// The answer to `hello`.
    #[serde(rename = "welcome")]
    Welcome {
        /// The version of the protocol.
        v: u32,
        /// The session.
        session: String,
        /// The build of the page that the server holds.
        build: String,
        /// The engine.
        engine: EngineName,
        /// The limits.
        caps: Caps,
        /// The session asked for was not found; the page may restore its game.
        fresh: bool,
    },
    /// Everything the screen needs after connecting.
    #[serde(rename = "state")]
    State(SessionState),
    /// The page should answer with `pong`.
    #[serde(rename = "ping")]
    Ping {
        /// A number.
        n: u64,
    },
    /// The settings granted.
    #[serde(rename = "prefs")]
    Prefs(Prefs),
    /// A position.
    #[serde(rename = "pos")]
    Pos {
        /// The position.
        pos: Pos,
    },
    /// Why a move is illegal.
    #[serde(rename = "why")]
    Why {
        /// The rule in kebab case, such as `nifu`; none if the move is legal.
        code: Option<String>,
    },
    /// A move that was read.
    #[serde(rename = "move")]
    Move {
        /// The move in USI.
        usi: String,
        /// The move in words.
        text: MoveText,
    },
    /// The game.
    #[serde(rename = "game")]
    Game(GameState),
    /// A good move.
    #[serde(rename = "hint")]
    Hint {
        /// The plies of the game.
        ply: u32,
        /// The move in USI.
        usi: String,
        /// The move in words.
        text: MoveText,
    },
    /// A job began or changed its state.
    #[serde(rename = "job")]
    Job {
        /// The number of the job.
        job: u64,
        /// The kind.
        kind: JobKind,
        /// The state.
        state: JobState,
    },
    /// All lines of the search; they replace those before.
    #[serde(rename = "info")]
    Info {
        /// The number of the job.
        job: u64,
        /// The lines, best first.
        lines: Vec<Line>,
        /// The nodes searched.
        nodes: u64,
        /// The nodes a second.
        nps: u64,
        /// The part of the hash table in use, in thousandths.
        hashfull: u32,
        /// The milliseconds since the search began.
        ms: u64,
    },
    /// What is known of the analysed position beside its lines.
    #[serde(rename = "facts")]
    Facts {
        /// The number of the job.
        job: u64,
        /// The facts; those that are null keep what was said before.
        facts: Facts,
    },
    /// A ply of an analysed game.
    #[serde(rename = "ply")]
    Ply {
        /// The number of the job.
        job: u64,
        /// The ply.
        ply: ReviewPly,
    },
    /// A moment of an analysed game.
    #[serde(rename = "moment")]
    Moment {
        /// The number of the job.
        job: u64,
        /// The moment.
        moment: ReviewMoment,
    },
    /// The head of an analysed game.
    #[serde(rename = "summary")]
    Summary {
        /// The number of the job.
        job: u64,
        /// The summary.
        summary: ReviewSummary,
    },
    /// How far a job is.
    #[serde(rename = "progress")]
    Progress {
        /// The number of the job.
        job: u64,
        /// The parts done.
        done: u32,
        /// All parts.
        total: u32,
        /// The milliseconds that the rest will take, if that can be said.
        eta_ms: Option<u64>,
    },
    /// A solver works.
    #[serde(rename = "solving")]
    Solving {
        /// The number of the job.
        job: u64,
        /// The nodes searched, if the solver tells.
        nodes: Option<u64>,
        /// The milliseconds since it began.
        ms: u64,
        /// A mate in at most this many plies has been found; it may not be verified yet.
        best: Option<u32>,
    },
    /// The answer of a solver.
    #[serde(rename = "verdict")]
    Verdict {
        /// The number of the job.
        job: u64,
        /// The question.
        kind: SolveKind,
        /// The answer.
        outcome: VerdictOutcome,
        /// Why nothing is proved.
        reason: Option<UnknownReason>,
        /// The plies of the mate or hisshi.
        plies: Option<u32>,
        /// No shorter mate exists.
        shortest: bool,
        /// The line in USI.
        line: Vec<String>,
        /// The line in words.
        text: Vec<MoveText>,
    },
    /// The judgement of a try.
    #[serde(rename = "judged")]
    Judged {
        /// The name of the problem.
        problem: String,
        /// The judgement.
        outcome: JudgeOutcome,
        /// The try in words.
        tried: MoveText,
        /// The reply in USI.
        reply: Option<String>,
        /// The reply in words.
        text: Option<MoveText>,
        /// The plies of the mate that remain after the reply.
        mate_in: Option<u32>,
        /// The position after the reply, or after the try if there is none.
        pos: Option<Pos>,
    },
    /// A job ended.
    #[serde(rename = "done")]
    Done {
        /// The number of the job; 0 answers a stop when nothing ran.
        job: u64,
        /// The reason.
        reason: DoneReason,
    },
    /// A match.
    #[serde(rename = "arena")]
    Arena {
        /// The number of messages about the match before this one.
        seq: u64,
        /// The match.
        state: ArenaState,
    },
    /// Something the user should know.
    #[serde(rename = "notice")]
    Notice {
        /// The subject.
        code: NoticeCode,
        /// More about it, in English.
        text: Option<String>,
    },
    /// A request failed.
    #[serde(rename = "error")]
    Error(Failure),
}
