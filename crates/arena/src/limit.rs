//! How long an engine may think: clocks, time per move, nodes, depth; and their text, such as
//! `main=60,byoyomi=2` or `nodes=1000`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A limit for one side; times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Limit {
    /// The clock at the start.
    pub main: Option<u64>,
    /// The time that each move adds to the clock.
    pub increment: Option<u64>,
    /// The time of each move when the clock is at 0 (byoyomi).
    pub byoyomi: Option<u64>,
    /// The time of each move, without a clock.
    pub movetime: Option<u64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Plies of depth.
    pub depth: Option<u32>,
}

impl Limit {
    /// Is there a clock?
    pub fn has_clock(&self) -> bool {
        self.main.is_some() || self.increment.is_some() || self.byoyomi.is_some()
    }

    /// The same games at every run, as far as the engines go.
    pub fn is_repeatable(&self) -> bool {
        !self.has_clock() && self.movetime.is_none()
    }
}

/// Why a text is not a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LimitError {
    /// There is no `=`, or nothing known before it.
    Word(String),
    /// The number behind the `=`.
    Number(String),
    /// Nothing limits the search.
    Empty,
    /// Parts that exclude each other.
    Both(&'static str, &'static str),
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(
                f,
                "limit {word:?}: expected main, inc, byoyomi, movetime (seconds), nodes or depth, \
                 as in main=60,byoyomi=2"
            ),
            Self::Number(word) => write!(f, "limit {word:?}: expected a number above 0"),
            Self::Empty => f.write_str("limit: expected at least one part, such as nodes=1000"),
            Self::Both(one, other) => write!(f, "limit: {one} and {other} exclude each other"),
        }
    }
}

impl std::error::Error for LimitError {}

impl FromStr for Limit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut limit = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, number) =
                part.split_once('=').ok_or_else(|| LimitError::Word(part.to_owned()))?;
            let wrong = || LimitError::Number(part.to_owned());
            match name {
                "main" => limit.main = Some(milliseconds(number, 0).ok_or_else(wrong)?),
                "inc" => limit.increment = Some(milliseconds(number, 1).ok_or_else(wrong)?),
                "byoyomi" => limit.byoyomi = Some(milliseconds(number, 1).ok_or_else(wrong)?),
                "movetime" => limit.movetime = Some(milliseconds(number, 1).ok_or_else(wrong)?),
                "nodes" => limit.nodes = Some(positive(number).ok_or_else(wrong)?),
                "depth" => {
                    let depth = positive(number).and_then(|depth| u32::try_from(depth).ok());
                    limit.depth = Some(depth.ok_or_else(wrong)?);
                }
                _ => return Err(LimitError::Word(part.to_owned())),
            }
        }
        if limit == Self::default() {
            return Err(LimitError::Empty);
        }
        if limit.increment.is_some() && limit.byoyomi.is_some() {
            return Err(LimitError::Both("inc", "byoyomi"));
        }
        if limit.movetime.is_some() && limit.has_clock() {
            return Err(LimitError::Both("movetime", "a clock"));
        }
        if limit.has_clock() && limit.main.unwrap_or(0) == 0 && limit.byoyomi.is_none() {
            // Without a first move's time every game is lost at once.
            return Err(LimitError::Number("main=0".to_owned()));
        }
        Ok(limit)
    }
}

fn milliseconds(seconds: &str, least: u64) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    let sound = seconds.is_finite() && (0.0..=1e9).contains(&seconds);
    sound.then(|| (seconds * 1000.0).round() as u64).filter(|ms| *ms >= least)
}

fn positive(number: &str) -> Option<u64> {
    number.parse().ok().filter(|number| *number > 0)
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: Option<u64>| ms.map(|ms| (ms as f64 / 1000.0).to_string());
        let parts = [
            ("main", seconds(self.main)),
            ("inc", seconds(self.increment)),
            ("byoyomi", seconds(self.byoyomi)),
            ("movetime", seconds(self.movetime)),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
        ];
        let said = parts.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        for (at, (name, value)) in said.enumerate() {
            write!(f, "{}{name}={value}", if at > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl TryFrom<String> for Limit {
    type Error = LimitError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Limit> for String {
    fn from(limit: Limit) -> Self {
        limit.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_both_ways() {
        for text in ["main=60,byoyomi=2", "main=10,inc=0.1", "nodes=1000", "nodes=5,depth=8"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        let limit: Limit = " byoyomi=0.25 ".parse().unwrap();
        assert_eq!((limit.byoyomi, limit.has_clock()), (Some(250), true));
        assert!("nodes=9".parse::<Limit>().unwrap().is_repeatable());
    }

    #[test]
    fn mistakes_are_told() {
        for (text, expected) in [
            ("", LimitError::Empty),
            ("fast", LimitError::Word("fast".to_owned())),
            ("speed=1", LimitError::Word("speed=1".to_owned())),
            ("nodes=0", LimitError::Number("nodes=0".to_owned())),
            ("byoyomi=-1", LimitError::Number("byoyomi=-1".to_owned())),
            ("main=1,inc=1,byoyomi=1", LimitError::Both("inc", "byoyomi")),
            ("main=1,movetime=1", LimitError::Both("movetime", "a clock")),
            ("main=0", LimitError::Number("main=0".to_owned())),
        ] {
            assert_eq!(text.parse::<Limit>(), Err(expected), "{text}");
        }
    }
}
