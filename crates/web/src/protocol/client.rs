//! What the page says.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::game::{Human, TimeControl, Undone};
use super::position::{Rule, Side};
use super::solve::SolveKind;
use super::tree::Tree;

/// A message of the page. Its `id` comes back with the direct answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Request {
    /// A number of the page's choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// The message.
    #[serde(flatten)]
    pub message: ClientMessage,
}

/// The start of a game: a handicap by name, or any position and moves from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(untagged)]
pub enum GameStart {
    /// A handicap, `even` included.
    Handicap {
        /// The name of the handicap.
        handicap: String,
    },
    /// A position.
    Sfen {
        /// The position in SFEN.
        sfen: String,
        /// The moves from there in USI.
        #[serde(default)]
        moves: Option<Vec<String>>,
    },
}

/// When an analysis ends by itself; one field at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct AnalyseLimit {
    /// The time in milliseconds.
    pub ms: Option<u64>,
    /// The nodes.
    pub nodes: Option<u64>,
    /// The depth in plies.
    pub depth: Option<u32>,
}

/// The effort of the analysis of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ReviewEffort {
    /// The first look.
    Quick,
    /// A minute or so.
    #[default]
    Normal,
    /// As long as it takes.
    Deep,
}

/// Settings that the page asks for; the answer has those granted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct PrefsWish {
    /// The number of lines, 1 to 5.
    pub lines: Option<u32>,
    /// The threads of a search.
    pub threads: Option<u32>,
    /// The memory of the hash table in megabytes.
    pub hash_mb: Option<u32>,
    /// The rule for entered kings in analysis.
    pub rule: Option<Rule>,
    /// The page is visible.
    pub visible: Option<bool>,
}

/// The clocks of a game that is restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedClock {
    /// Black's main time in milliseconds.
    pub black: u64,
    /// White's main time in milliseconds.
    pub white: u64,
}

/// A game from the page's own copy, for a server that was started again and does not have it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SavedPosition {
    /// The number of the game; a copy that the server has itself wins if it is longer.
    pub game: Option<String>,
    /// The start in SFEN.
    pub start: String,
    /// The moves in USI.
    pub moves: Vec<String>,
    /// The time that each move took in milliseconds.
    pub spent_ms: Option<Vec<u64>>,
    /// The moves taken back.
    pub undone: Option<Vec<Undone>>,
    /// The sides that a human plays.
    pub human: Human,
    /// The level, 1 to 10.
    pub level: u8,
    /// The rule for entered kings.
    pub rule: Option<Rule>,
    /// The limit of plies.
    pub max_plies: Option<u32>,
    /// The time of the game.
    pub time: Option<TimeControl>,
    /// The clocks of the last message.
    pub clock: Option<SavedClock>,
    /// Hints are allowed although the clock runs.
    pub friendly: Option<bool>,
    /// The side that resigned, if one has.
    pub resigned: Option<Side>,
}

/// What the page says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(tag = "t", rename_all_fields = "camelCase")]
pub enum ClientMessage {
    /// The first message. Answers: `welcome`, `state`.
    #[serde(rename = "hello")]
    Hello {
        /// The version of the protocol.
        v: u32,
        /// The session to continue.
        session: Option<String>,
        /// The build of the page.
        build: Option<String>,
    },
    /// Settings. Answer: `prefs`.
    #[serde(rename = "prefs")]
    Prefs(PrefsWish),
    /// The answer to `ping`.
    #[serde(rename = "pong")]
    Pong {
        /// The number of the ping.
        n: u64,
    },
    /// A game that the server lost. Answer: `game`.
    #[serde(rename = "session.restore")]
    SessionRestore {
        /// The game.
        game: SavedPosition,
    },
    /// What is there to know of a position? Answer: `pos`.
    #[serde(rename = "position")]
    Position {
        /// The start in SFEN.
        start: String,
        /// The moves from there in USI.
        moves: Vec<String>,
        /// The rule for entered kings.
        rule: Option<Rule>,
    },
    /// Why is a move illegal? Answer: `why`.
    #[serde(rename = "position.why")]
    PositionWhy {
        /// The start in SFEN.
        start: String,
        /// The moves from there in USI.
        moves: Vec<String>,
        /// The move in USI.
        usi: String,
    },
    /// Which move does a text in any notation mean? Answer: `move`.
    #[serde(rename = "position.read")]
    PositionRead {
        /// The start in SFEN.
        start: String,
        /// The moves from there in USI.
        moves: Vec<String>,
        /// The text.
        text: String,
    },
    /// Is an arrangement of pieces a position? Answer: `pos` or `error` with `why`.
    #[serde(rename = "position.check")]
    PositionCheck {
        /// The arrangement in SFEN.
        setup: String,
    },
    /// Starts a game. Answer: `game`.
    #[serde(rename = "game.new")]
    GameNew {
        /// The start.
        start: GameStart,
        /// The sides that a human plays.
        human: Human,
        /// The level, 1 to 10.
        level: u8,
        /// The time; none means no clock.
        time: Option<TimeControl>,
        /// The rule for entered kings.
        rule: Option<Rule>,
        /// The game is a draw after this many plies.
        max_plies: Option<u32>,
        /// Hints are allowed although the clock runs.
        friendly: Option<bool>,
    },
    /// Continues a saved game. Answer: `game`.
    #[serde(rename = "game.open")]
    GameOpen {
        /// The number of the game.
        game: String,
    },
    /// Plays a move. Answer: `game`.
    #[serde(rename = "game.move")]
    GameMove {
        /// The plies before the move; it is the version of the game.
        ply: u32,
        /// The move in USI.
        usi: String,
    },
    /// Takes back to the human's last turn. Answer: `game`.
    #[serde(rename = "game.undo")]
    GameUndo {
        /// The plies of the game.
        ply: u32,
    },
    /// The human resigns. Answer: `game`.
    #[serde(rename = "game.resign")]
    GameResign {
        /// The plies of the game.
        ply: u32,
    },
    /// The human declares a win. Answer: `game`.
    #[serde(rename = "game.declare")]
    GameDeclare {
        /// The plies of the game.
        ply: u32,
    },
    /// Stops the clocks and the engine. Answer: `game`.
    #[serde(rename = "game.pause")]
    GamePause {
        /// The plies of the game.
        ply: u32,
    },
    /// Continues a paused game. Answer: `game`.
    #[serde(rename = "game.resume")]
    GameResume {
        /// The plies of the game.
        ply: u32,
    },
    /// Asks for a good move. Answer: `hint`.
    #[serde(rename = "game.hint")]
    GameHint {
        /// The plies of the game.
        ply: u32,
    },
    /// The page left the game. Answer: `state`.
    #[serde(rename = "game.close")]
    GameClose {},
    /// Analyses a position. Answer: `job`, then `info`, `facts`, `done`.
    #[serde(rename = "analyse.start")]
    AnalyseStart {
        /// The start in SFEN.
        start: String,
        /// The moves from there in USI.
        moves: Vec<String>,
        /// The number of lines; that of the settings if it is missing.
        lines: Option<u32>,
        /// When it ends by itself.
        limit: Option<AnalyseLimit>,
        /// The position after a pass is analysed: what does the other side threaten?
        threat: Option<bool>,
        /// Facts are looked for, too.
        explain: Option<bool>,
    },
    /// Ends the analysis. Answer: `done`, of job 0 if none runs.
    #[serde(rename = "analyse.stop")]
    AnalyseStop {},
    /// Analyses a whole game. Answer: `job`, then `ply`, `moment`, `progress`, `summary`, `done`.
    #[serde(rename = "review.start")]
    ReviewStart {
        /// The game.
        tree: Tree,
        /// The effort.
        effort: Option<ReviewEffort>,
        /// The nodes a position, in place of the effort.
        nodes: Option<u64>,
    },
    /// Ends the analysis of the game. Answer: `done`, of job 0 if none runs.
    #[serde(rename = "review.stop")]
    ReviewStop {},
    /// Asks a solver. Answer: `job`, then `solving`, `verdict`, `done`.
    #[serde(rename = "solve.start")]
    SolveStart {
        /// The question.
        kind: SolveKind,
        /// The start in SFEN.
        start: String,
        /// The moves from there in USI.
        moves: Vec<String>,
        /// The time in milliseconds, at most 300,000.
        limit_ms: Option<u64>,
        /// The shortest mate is proved.
        shortest: Option<bool>,
        /// The plies of a hisshi: 1, 3, 5 or 7.
        plies: Option<u32>,
    },
    /// Ends the question. Answer: `done`, of job 0 if none is asked.
    #[serde(rename = "solve.stop")]
    SolveStop {},
    /// Judges a try at a problem. Answer: `judged`.
    #[serde(rename = "solve.try")]
    SolveTry {
        /// The name of the problem.
        problem: String,
        /// The moves so far in USI; the last one is the solver's.
        moves: Vec<String>,
    },
    /// Watches a results file. Answer: `arena` now and at every change.
    #[serde(rename = "arena.watch")]
    ArenaWatch {
        /// The number of the file.
        n: u32,
    },
    /// Ends the watch.
    #[serde(rename = "arena.unwatch")]
    ArenaUnwatch {},
    /// The engine is not needed for now.
    #[serde(rename = "release")]
    Release {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_name_and_maybe_a_number() {
        let text = r#"{"id":7,"t":"game.move","ply":3,"usi":"7g7f","unknown":[1]}"#;
        let request: Request = serde_json::from_str(text).expect("a message");
        assert_eq!(request.id, Some(7));
        let usi = "7g7f".to_owned();
        assert_eq!(request.message, ClientMessage::GameMove { ply: 3, usi });
        let bare: Request = serde_json::from_str(r#"{"t":"release"}"#).expect("a message");
        assert_eq!(bare, Request { id: None, message: ClientMessage::Release {} });
        assert!(serde_json::from_str::<Request>(r#"{"t":"fly"}"#).is_err());
        assert!(serde_json::from_str::<Request>(r#"{"t":"game.move","ply":-1}"#).is_err());
    }
}
