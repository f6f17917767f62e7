//! What a page may ask for, in numbers. Everything that comes from a page is held against these.

use std::time::Duration;

/// The bytes of a message from the page.
pub(crate) const MESSAGE_BYTES: usize = 256 << 10;
/// The messages a second that a page may send in the long run.
pub(crate) const MESSAGES_A_SECOND: f64 = 30.0;
/// The messages that may come at once.
pub(crate) const MESSAGE_BURST: f64 = 60.0;
/// The messages beyond the rate after which the socket is closed.
pub(crate) const MESSAGES_TOO_MANY: u32 = 60;
/// The messages that wait for a slow page, besides the newest lines of the engine: enough for all
/// plies of a long game that was analysed.
pub(crate) const OUTBOX: usize = 4_096;
/// The bytes of the messages that wait.
pub(crate) const OUTBOX_BYTES: usize = 4 << 20;
/// The bytes of an HTTP body.
pub(crate) const BODY_BYTES: usize = 2 << 20;
/// The time in which the head of an HTTP request must arrive.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(10);
/// The time in which an HTTP request must be answered.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(30);
/// The time in which a connected page must say hello, and in which a message must go out.
pub(crate) const SOCKET_TIME: Duration = Duration::from_secs(10);
/// The connections at a time, of all pages and other programs.
pub(crate) const CONNECTIONS: usize = 256;
/// The time between two pings.
pub(crate) const PING: Duration = Duration::from_secs(15);
/// A page that has said nothing for this long is gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(45);
/// The bytes of an SFEN.
pub(crate) const SFEN_BYTES: usize = 256;
/// The moves of a line.
pub(crate) const MOVES: usize = 2_000;
/// The bytes of a move in any notation.
pub(crate) const MOVE_BYTES: usize = 64;
/// The lines of an analysis.
pub(crate) const LINES: u32 = 5;
/// The nodes of a record.
pub(crate) const RECORD_NODES: usize = 5_000;
/// The games of a file.
pub(crate) const RECORD_GAMES: usize = 500;
/// The time for reading a file of records.
pub(crate) const RECORD_TIME: Duration = Duration::from_secs(2);
/// The time between two messages with lines of the engine.
pub(crate) const NEWS: u64 = 200;
/// The milliseconds that an analysis without a limit may take.
pub(crate) const ANALYSIS_MS: u64 = 60 * 60 * 1000;
/// The milliseconds for which an analysis goes on when its page is gone.
pub(crate) const GONE_MS: u64 = 30_000;
/// The milliseconds a position must stand still before it is explained.
pub(crate) const EXPLAIN_AFTER_MS: u64 = 500;
/// The nodes of a question of the explainer.
pub(crate) const EXPLAIN_NODES: u64 = 20_000;
/// The milliseconds a job waits before others are asked to give way.
pub(crate) const PATIENCE_MS: u64 = 2_000;
/// The milliseconds that the engine takes for a move without a clock.
pub(crate) const MOVE_MS: u64 = 2_000;
/// The milliseconds that a hint takes.
pub(crate) const HINT_MS: u64 = 1_000;
/// The milliseconds that a move may come late.
pub(crate) const GRACE_MS: u64 = 250;
/// The milliseconds after which an engine that should have answered is stopped.
pub(crate) const LATE_MS: u64 = 5_000;
/// The milliseconds of a question to a solver: what is usual, and the most.
pub(crate) const SOLVE_MS: [u64; 2] = [10_000, 300_000];
/// The memory of a solver in megabytes: of a short question, and of one that was asked for.
pub(crate) const SOLVER_MB: [usize; 2] = [16, 64];
/// The memory in bytes that must be free before another engine is made.
pub(crate) const FREE_MEMORY: u64 = 256 << 20;
/// The saved games.
pub(crate) const SAVED_GAMES: usize = 1_000;
/// The bytes of all saved games.
pub(crate) const SAVED_BYTES: u64 = 200 << 20;
/// The time between two looks at a results file.
pub(crate) const ARENA_POLL: Duration = Duration::from_secs(2);
/// The games of a match in one answer.
pub(crate) const ARENA_PAGE: usize = 200;
