//! The words after `info`.

use std::fmt;

use engine::{Bound, Info, MateProgress, ShownScore};
use shogi::Move;

/// A score in the form of the words after `score`.
struct ScoreText(ShownScore);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ShownScore::Centipawns(value) => write!(f, "cp {value}"),
            ShownScore::Mate { wins: true, plies: Some(plies) } => write!(f, "mate {plies}"),
            ShownScore::Mate { wins: true, plies: None } => f.write_str("mate +"),
            ShownScore::Mate { wins: false, plies: Some(plies) } => write!(f, "mate -{plies}"),
            ShownScore::Mate { wins: false, plies: None } => f.write_str("mate -"),
        }
    }
}

/// The content of an `info` line; any part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The greatest distance from the root reached, in plies.
    pub seldepth: Option<u32>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The number of nodes so far.
    pub nodes: Option<u64>,
    /// The number of nodes per second.
    pub nps: Option<u64>,
    /// The part of the hash table in use, in thousandths.
    pub hashfull: Option<u32>,
    /// The rank of the line, from 1.
    pub multipv: Option<u32>,
    /// The move being searched.
    pub currmove: Option<Move>,
    /// The score from the side to move.
    pub score: Option<ShownScore>,
    /// The kind of bound, if the score is not exact.
    pub bound: Option<Bound>,
    /// The moves of the line (principal variation).
    pub pv: Vec<Move>,
    /// Free text.
    pub string: Option<String>,
}

impl InfoLine {
    /// Makes a line that is a sentence for the user.
    pub fn note(text: String) -> Self {
        Self { string: Some(text), ..Self::default() }
    }

    /// Reads the words after `info`; unknown ones are ignored.
    pub(super) fn parse(rest: &str) -> Self {
        let (rest, string) = split_string(rest);
        let mut line = Self { string: string.map(str::to_owned), ..Self::default() };
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut value = || words.peek().copied();
            match word {
                "depth" => line.depth = value().and_then(|word| word.parse().ok()),
                "seldepth" => line.seldepth = value().and_then(|word| word.parse().ok()),
                "time" => line.time = value().and_then(|word| word.parse().ok()),
                "nodes" => line.nodes = value().and_then(|word| word.parse().ok()),
                "nps" => line.nps = value().and_then(|word| word.parse().ok()),
                "hashfull" => line.hashfull = value().and_then(|word| word.parse().ok()),
                "multipv" => line.multipv = value().and_then(|word| word.parse().ok()),
                "currmove" => line.currmove = value().and_then(|word| word.parse().ok()),
                "cp" => {
                    let number = value().and_then(|word| word.parse().ok());
                    line.score = number.map(ShownScore::Centipawns);
                }
                "mate" => line.score = value().and_then(mate),
                "lowerbound" => line.bound = Some(Bound::Lower),
                "upperbound" => line.bound = Some(Bound::Upper),
                "pv" => {
                    while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                        line.pv.push(mv);
                        words.next();
                    }
                }
                _ => {}
            }
        }
        line
    }
}

/// Splits off the text after the word `string`, which ends with the line.
fn split_string(rest: &str) -> (&str, Option<&str>) {
    if let Some(text) = rest.strip_prefix("string ") {
        return ("", Some(text));
    }
    match rest.split_once(" string ") {
        Some((before, text)) => (before, Some(text)),
        None => (rest, None),
    }
}

fn mate(word: &str) -> Option<ShownScore> {
    match word {
        "+" => Some(ShownScore::Mate { wins: true, plies: None }),
        "-" => Some(ShownScore::Mate { wins: false, plies: None }),
        _ => {
            let (wins, digits) = match word.strip_prefix('-') {
                Some(digits) => (false, digits),
                None => (true, word.strip_prefix('+').unwrap_or(word)),
            };
            Some(ShownScore::Mate { wins, plies: Some(digits.parse().ok()?) })
        }
    }
}

impl From<Info> for InfoLine {
    fn from(info: Info) -> Self {
        Self {
            depth: u32::try_from(info.depth).ok(),
            seldepth: u32::try_from(info.deepest).ok(),
            time: Some(info.time_ms),
            nodes: Some(info.nodes),
            nps: Some(info.nodes * 1000 / info.time_ms.max(1)),
            hashfull: u32::try_from(info.hashfull).ok(),
            multipv: info.rank.and_then(|rank| u32::try_from(rank).ok()),
            currmove: None,
            score: Some(info.score),
            bound: Some(info.bound).filter(|&bound| matches!(bound, Bound::Lower | Bound::Upper)),
            pv: info.pv,
            string: None,
        }
    }
}

/// A mate that has been found but may still turn out shorter is a lower bound of the score.
impl From<MateProgress> for InfoLine {
    fn from(progress: MateProgress) -> Self {
        Self {
            depth: Some(progress.deepest.into()),
            seldepth: Some(progress.deepest.into()),
            time: Some(progress.time_ms),
            nodes: Some(progress.nodes),
            nps: Some(progress.nodes * 1000 / progress.time_ms.max(1)),
            hashfull: Some(progress.hashfull),
            score: progress.most.map(|plies| ShownScore::mate_in(plies.into())),
            bound: progress.most.map(|_| Bound::Lower),
            pv: progress.line,
            ..Self::default()
        }
    }
}

/// Writes every part with a blank before it; the moves and the text come last.
impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [
            ("depth", self.depth.map(u64::from)),
            ("seldepth", self.seldepth.map(u64::from)),
            ("time", self.time),
            ("nodes", self.nodes),
            ("nps", self.nps),
            ("hashfull", self.hashfull.map(u64::from)),
            ("multipv", self.multipv.map(u64::from)),
        ];
        for (name, value) in numbers {
            if let Some(value) = value {
                write!(f, " {name} {value}")?;
            }
        }
        if let Some(mv) = self.currmove {
            write!(f, " currmove {mv}")?;
        }
        if let Some(score) = self.score {
            write!(f, " score {}", ScoreText(score))?;
        }
        match self.bound {
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
            _ => {}
        }
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            self.pv.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        match &self.string {
            Some(text) => write!(f, " string {}", text.replace(['\n', '\r'], " ")),
            None => Ok(()),
        }
    }
}
