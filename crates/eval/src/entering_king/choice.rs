//! The choice of an entering-king term by a text, as options and commands have it.
//!
//! Source:  E (entering king 2012): the sets of table 2, the factors and the king's rank of table 4
//! Here:    any set can be multiplied, and any can be used with the king's rank

use std::fmt;
use std::str::FromStr;

use super::weights::{EnteringKing, Preset, StepWeights};

/// The greatest factor of a set of weights.
const MOST_TIMES: i16 = 100;
/// The word for no term.
const OFF: &str = "off";
/// The word for the weights that the weights file has.
const FILE: &str = "file";
/// The word before a set that is used with the king's rank.
const RANK: &str = "rank:";

/// The entering-king term that an evaluator is asked to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermChoice {
    /// No term.
    Off,
    /// A set of weights.
    On {
        /// One of the learned sets; none stands for the set of the weights file.
        preset: Option<Preset>,
        /// The factor of the set.
        times: i16,
        /// Is the king's rank counted in place of the steps that lie open?
        by_rank: bool,
    },
}

/// The term as the weights file has it.
impl Default for TermChoice {
    fn default() -> Self {
        Self::On { preset: None, times: 1, by_rank: false }
    }
}

impl TermChoice {
    /// The text of the default.
    pub const DEFAULT: &'static str = FILE;

    /// Returns the term, where `of_file` are the weights of the weights file; none if all weights
    /// are zero.
    pub fn term(self, of_file: StepWeights) -> Option<EnteringKing> {
        let Self::On { preset, times, by_rank } = self else { return None };
        let weights = preset.map_or(of_file, Preset::weights).times(times);
        let term = if by_rank { EnteringKing::Rank } else { EnteringKing::Steps };
        (weights != StepWeights::ZERO).then(|| term(weights))
    }
}

impl fmt::Display for TermChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::On { preset, times, by_rank } = self else { return f.write_str(OFF) };
        let set = preset.map_or(FILE, Preset::name);
        write!(f, "{}{set}", if *by_rank { RANK } else { "" })?;
        if *times == 1 { Ok(()) } else { write!(f, "*{times}") }
    }
}

/// The error of a text that is no term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTerm(String);

impl fmt::Display for UnknownTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets = Preset::ALL.map(|(name, _)| name).join(", ");
        write!(
            f,
            "expected {OFF}, {FILE} or a set ({sets}), with *K behind it for K times the weights and \
             {RANK} before it for the king's rank, found {:?}",
            self.0
        )
    }
}

impl std::error::Error for UnknownTerm {}

impl FromStr for TermChoice {
    type Err = UnknownTerm;

    fn from_str(text: &str) -> Result<Self, UnknownTerm> {
        let unknown = || UnknownTerm(text.to_owned());
        if text == OFF {
            return Ok(Self::Off);
        }
        let ranked = text.strip_prefix(RANK);
        let rest = ranked.unwrap_or(text);
        let (set, times) = match rest.split_once('*') {
            Some((set, times)) => (set, times.parse().map_err(|_| unknown())?),
            None => (rest, 1),
        };
        if !(1..=MOST_TIMES).contains(&times) {
            return Err(unknown());
        }
        let preset = match set {
            FILE => None,
            _ => Some(set.parse().map_err(|_| unknown())?),
        };
        Ok(Self::On { preset, times, by_rank: ranked.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for text in ["off", "file", "both", "winner*4", "rank:random_both", "rank:file*10"] {
            assert_eq!(text.parse::<TermChoice>().unwrap().to_string(), text);
        }
        assert_eq!(TermChoice::DEFAULT.parse(), Ok(TermChoice::default()));
        for text in ["", "on", "both*0", "both*101", "both*x", "both*", "rank:", "rank:off", "*2"] {
            assert!(text.parse::<TermChoice>().is_err(), "{text}");
        }
    }

    #[test]
    fn terms_are_the_papers() {
        let file = StepWeights([7, 6, 5, 4, 3, 2, 1]);
        let term = |text: &str| text.parse::<TermChoice>().unwrap().term(file);
        assert_eq!(term("off"), None);
        assert_eq!(term("file"), Some(EnteringKing::Steps(file)));
        let both = Preset::Both.weights();
        assert_eq!(term("both*4"), Some(EnteringKing::Steps(both.times(4))));
        assert_eq!(term("rank:both"), Some(EnteringKing::Rank(both)));
        assert_eq!(TermChoice::default().term(StepWeights::ZERO), None);
    }
}
