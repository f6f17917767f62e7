//! What is found out about a position or a whole game.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::position::{Line, MoveText, Natural, Score, Side};

/// A short text in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Words {
    /// The Japanese words.
    pub ja: String,
    /// The English words.
    pub en: String,
}

/// How sure a sentence is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// A solver proved it.
    Proved,
    /// A search found it.
    Searched,
    /// It was counted.
    Counted,
}

/// A sentence of the analysis, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Sentence {
    /// The sentence in Japanese.
    pub ja: String,
    /// The sentence in English.
    pub en: String,
    /// How sure it is.
    pub strength: Strength,
    /// The moves in USI that show it on the board: from the shown position in `facts`, from the
    /// position before the move in an analysed game.
    pub evidence: Vec<String>,
}

/// A term of the classic evaluation for both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TermValue {
    /// The name of the term.
    pub name: String,
    /// What it means, in English.
    pub meaning: String,
    /// Black's value in hundredths of a pawn.
    pub black: i32,
    /// White's value in hundredths of a pawn.
    pub white: i32,
}

/// A proved threat or mate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ThreatFact {
    /// The moves in USI; for a threat from the position after a pass.
    pub line: Vec<String>,
    /// The moves in words.
    pub text: Vec<MoveText>,
    /// The plies of the mate.
    pub plies: u32,
}

/// What is known of a position beside its lines. A field that is null was not asked or is not
/// proved.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Facts {
    /// The naturalness of the move that led here.
    pub natural: Option<Natural>,
    /// The side to move mates.
    pub mate: Option<ThreatFact>,
    /// The side that is not to move threatens mate (tsumero).
    pub tsumero: Option<ThreatFact>,
    /// The side to move is in hisshi: it is threatened with mate, and nothing helps.
    pub hisshi: Option<bool>,
    /// The terms of the classic evaluation.
    pub terms: Option<Vec<TermValue>>,
    /// The sentences of the analysis.
    pub sentences: Option<Vec<Sentence>>,
}

/// The class of a move by what it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// 緩手, a loss of 5 points of W.
    Inaccuracy,
    /// 疑問手, a loss of 10 points.
    Dubious,
    /// 悪手, a loss of 20 points.
    Mistake,
    /// 大悪手, a loss of 50 points.
    Blunder,
    /// 好手.
    Good,
    /// 妙手.
    Brilliant,
}

/// A ply of an analysed game: the position after its move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewPly {
    /// The ply; 0 is the start.
    pub ply: u32,
    /// The score of the position.
    pub score: Option<Score>,
    /// The chance of Black to win, in percent.
    pub w: Option<f64>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The nodes of the search.
    pub nodes: Option<u64>,
    /// The best moves in USI from this position.
    pub best: Vec<String>,
    /// The best moves in words.
    pub text: Vec<MoveText>,
    /// What the move lost, in points of W.
    pub loss: Option<f64>,
    /// The class of the move.
    pub class: Option<MoveClass>,
    /// The naturalness of the move.
    pub natural: Option<Natural>,
    /// The progress of the game in percent.
    pub progress: Option<u32>,
    /// Flags of the position: `tsumero`, `hisshi`, `mate`, `check`, `declarable`.
    pub flags: Vec<String>,
    /// What else is true of the move, such as a natural trap or the losing move, in words.
    pub marks: Vec<Words>,
    /// The sentences about the move; a moment has the same.
    pub sentences: Vec<Sentence>,
}

/// A moment of an analysed game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewMoment {
    /// The ply of the move.
    pub ply: u32,
    /// The reasons why it is a moment, as codes.
    pub why: Vec<String>,
    /// The best lines before the move.
    pub lines: Vec<Line>,
    /// The line after the move that was played, from the same position.
    pub played: Option<Line>,
    /// The sentences about it.
    pub sentences: Vec<Sentence>,
}

/// A player in an analysed game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewPlayer {
    /// The side.
    pub side: Side,
    /// The moves that count.
    pub moves: u32,
    /// The mean loss in points of W.
    pub mean_loss: Option<f64>,
    /// The accuracy in percent.
    pub accuracy: Option<f64>,
    /// The number of moves of each class, in the order of `MoveClass`.
    pub counts: [u32; 6],
    /// The castle.
    pub castle: Option<Words>,
    /// The opening.
    pub opening: Option<Words>,
}

/// The head of an analysed game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewSummary {
    /// Black.
    pub black: ReviewPlayer,
    /// White.
    pub white: ReviewPlayer,
    /// The sentences about the game as a whole.
    pub sentences: Vec<Sentence>,
}
