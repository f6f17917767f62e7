//! Positions, scores and lines as the page sees them. Scores are always Black's.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that begins an even game.
    Black,
    /// The other side, which gives handicaps.
    White,
}

/// A score from Black's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// The score in hundredths of a pawn.
    Cp(i32),
    /// A mate in this many plies; negative if White mates.
    Mate(i32),
    /// A mate by this side whose length is not known.
    Wins(Side),
}

/// A move in words; USI stands beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MoveText {
    /// The move in Japanese without the mark of the side, such as `２五桂`.
    pub ja: String,
    /// The move in English, such as `N-2e`.
    pub en: String,
}

/// The kind of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// Black's score is at least this.
    Lower,
    /// Black's score is at most this.
    Upper,
}

/// How natural a move is: how often strong programs choose a move of its kind.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Natural {
    /// The probability in percent.
    pub percent: f64,
    /// The rank among the legal moves, from 1.
    pub rank: u32,
    /// The number of legal moves.
    pub of: u32,
    /// The number is an estimate that was not counted from records.
    pub estimate: bool,
}

/// A line of the search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    /// The rank of the line, from 1 for the best.
    pub rank: u32,
    /// The score.
    pub score: Score,
    /// The kind of the score; lines that are not exact never enter bar, graph or class.
    pub bound: Bound,
    /// The chance of Black to win, in percent.
    pub w: f64,
    /// The depth in plies.
    pub depth: i32,
    /// The greatest distance from the root, in plies.
    pub deepest: u32,
    /// The moves in USI.
    pub moves: Vec<String>,
    /// The moves in words.
    pub text: Vec<MoveText>,
    /// The naturalness of the first move.
    pub natural: Option<Natural>,
}

/// Under which rule an entered king wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// No declaration.
    None,
    /// 28 points for Black, 27 for White.
    #[default]
    Points27,
    /// 31 points win, 24 to 30 end the game without result.
    Points24,
    /// As `points27`, less what White gave as a handicap.
    Points27Handicap,
    /// As `points24`, less what White gave as a handicap.
    Points24Handicap,
    /// A king on the other king's start square wins.
    Try,
}

/// A condition of a declaration that does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Unmet {
    /// The king is not in the enemy camp.
    Camp,
    /// The king is in check.
    Check,
    /// Too few pieces are in the enemy camp.
    Pieces,
    /// There are too few points.
    Points,
    /// The side is not to move.
    Turn,
    /// The rule of the game knows no declaration by points.
    Rule,
}

/// How a king stands with a declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct King {
    /// The points.
    pub points: u32,
    /// The points that win.
    pub needed: u32,
    /// The pieces in the enemy camp besides the king; ten are needed.
    pub pieces: u32,
    /// The king is in the enemy camp.
    pub in_camp: bool,
    /// The king is in check.
    pub in_check: bool,
    /// The steps that the king needs to enter the camp, if there is a way.
    pub steps: Option<u32>,
    /// The side may declare now.
    pub may_declare: bool,
    /// The conditions that do not hold.
    pub unmet: Vec<Unmet>,
}

/// Both kings; a side without a king has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Kings {
    /// The rule that counts.
    pub rule: Rule,
    /// Black's king.
    pub black: Option<King>,
    /// White's king.
    pub white: Option<King>,
}

/// The reason why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum OverReason {
    /// The loser has no legal move.
    Mate,
    /// The loser resigned.
    Resign,
    /// The loser's time is up.
    Time,
    /// The same position stood for the fourth time.
    Repetition,
    /// The loser gave check all the time between four equal positions.
    PerpetualCheck,
    /// The winner's declaration holds.
    Declaration,
    /// The loser declared without the right to.
    WrongDeclaration,
    /// A declaration with enough points to end the game, but not to win it.
    NoContest,
    /// As many moves as the game may have were played.
    MaxMoves,
    /// The loser made an illegal move.
    Illegal,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Over {
    /// The winner; none if nobody won.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: OverReason,
}

/// A position with what a board needs to know of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Pos {
    /// The position in SFEN.
    pub sfen: String,
    /// The plies from the start of the line to here.
    pub ply: u32,
    /// The side to move.
    pub turn: Side,
    /// The side to move is in check.
    pub check: bool,
    /// The legal moves in USI, at most 593.
    pub legal: Vec<String>,
    /// The last move in USI.
    pub last: Option<String>,
    /// The last move in words.
    pub text: Option<MoveText>,
    /// How often this position has stood on the board.
    pub repetition: u32,
    /// The end of the game, if the rules end it here.
    pub over: Option<Over>,
    /// The progress of the game in percent.
    pub progress: u32,
    /// The kings.
    pub kings: Kings,
}
