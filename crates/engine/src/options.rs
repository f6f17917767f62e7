//! The options, under the names that users of YaneuraOu know; the defaults are ours.

mod entries;

use std::fmt;

use search::{RecipeName, Switches, Tunable, UnknownTechnique, tunable, tunables};
use shogi::{DeclarationRule, NonPromotions};

use crate::time::TimeContext;
use entries::ENTRIES;

/// What can be set. `docs/usi-options.md` has the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the hash table in megabytes.
    pub hash_mb: usize,
    /// The user will let the engine think in the opponent's time.
    pub ponder: bool,
    /// Searching threads.
    pub threads: usize,
    /// How many best lines are shown.
    pub lines: usize,
    /// Milliseconds a move is expected to lose on the way; kept before the flag, too.
    pub network_delay: u64,
    /// Milliseconds before the flag that are not touched, unless the clock is very short.
    pub network_delay2: u64,
    /// The same in addition in byoyomi.
    pub byoyomi_margin: u64,
    /// Milliseconds a move takes at least.
    pub minimum_thinking_time: u64,
    /// Percent of the ordinary time for a move.
    pub slow_mover: u64,
    /// The engine resigns when it is so many hundredths of a pawn behind.
    pub resign_value: i32,
    /// The most nodes that a look for mate takes before the search; 0: none.
    pub root_mate_nodes: u64,
    /// The game is drawn after this many plies.
    pub max_moves_to_draw: Option<u32>,
    /// The entering-king rule, if there is one.
    pub declaration: Option<DeclarationRule>,
    /// Folder with a network called nn.bin; empty: none.
    pub eval_dir: String,
    /// A network file, which goes before the folder; empty: none.
    pub eval_file: String,
    /// What the network's output is divided by.
    pub fv_scale: u16,
    /// Does the engine play from its book, if it has one?
    pub own_book: bool,
    /// Folder of the book.
    pub book_dir: String,
    /// A book file, in that folder unless it says where; empty: none.
    pub book_file: String,
    /// The book is used up to this move number.
    pub book_moves: u32,
    /// How much worse than the best move of the book another may be, in hundredths of a pawn.
    pub book_eval_diff: i32,
    /// What a move of the book must be worth at least, for Black and for White.
    pub book_eval_limit: [i32; 2],
    /// How deep a move of the book must have been searched.
    pub book_depth_limit: i32,
    /// Are moves of the book chosen as often as their counts say?
    pub book_counts: bool,
    /// Does the book know a position under another move number?
    pub ignore_book_ply: bool,
    /// Does the book know a position with the colours exchanged?
    pub flipped_book: bool,
    /// Milliseconds between two lines shown.
    pub pv_interval: u64,
    /// For analysis: every line is shown, the engine does not resign.
    pub consideration: bool,
    /// While pondering, think about all replies instead of the expected one.
    pub stochastic_ponder: bool,
    /// What a draw is worth to the engine as Black and as White, in hundredths of a pawn.
    pub draw_value: [i32; 2],
    /// Are moves without promotion considered that are never better but for uchifuzume?
    pub non_promotions: NonPromotions,
    /// Which system searches.
    pub recipe: RecipeName,
    /// Techniques that are switched off.
    pub off: Switches,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 256,
            ponder: false,
            threads: 1,
            lines: 1,
            network_delay: 30,
            network_delay2: 50,
            byoyomi_margin: 0,
            minimum_thinking_time: 0,
            slow_mover: 100,
            resign_value: entries::NEVER_RESIGN,
            root_mate_nodes: entries::ROOT_MATE_NODES,
            max_moves_to_draw: None,
            declaration: Some(DeclarationRule::Points27),
            eval_dir: String::new(),
            eval_file: String::new(),
            fv_scale: 16,
            own_book: true,
            book_dir: "book".to_owned(),
            book_file: String::new(),
            book_moves: 16,
            book_eval_diff: 30,
            book_eval_limit: [0, -140],
            book_depth_limit: 0,
            book_counts: false,
            ignore_book_ply: false,
            flipped_book: true,
            pv_interval: 300,
            consideration: false,
            stochastic_ponder: false,
            draw_value: [-2; 2],
            non_promotions: NonPromotions::Useful,
            recipe: RecipeName::default(),
            off: Switches::ALL_ON,
        }
    }
}

/// The options that scores depend on: what was stored under others is not believed. (Switches change
/// what is searched, not what a score means.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoreAssumptions {
    recipe: RecipeName,
    declaration: Option<DeclarationRule>,
    max_moves_to_draw: Option<u32>,
    draw_value: [i32; 2],
    non_promotions: NonPromotions,
}

impl Options {
    pub(crate) fn score_assumptions(&self) -> ScoreAssumptions {
        ScoreAssumptions {
            recipe: self.recipe,
            declaration: self.declaration,
            max_moves_to_draw: self.max_moves_to_draw,
            draw_value: self.draw_value,
            non_promotions: self.non_promotions,
        }
    }

    /// The score at which the engine resigns, if it ever does.
    pub(crate) fn resign_at(&self) -> Option<i32> {
        (self.resign_value <= entries::WORST_SCORE).then_some(-self.resign_value)
    }

    /// Sets the option of this name (its case does not matter) to a value given as text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(entry) = entries::entry(name) else { return set_number(name, value) };
        let setting = entry.kind.read(value).map_err(|expected| OptionError::BadValue {
            name: entry.name,
            value: value.to_owned(),
            expected,
        })?;
        (entry.set)(self, setting).map_err(|error| OptionError::Technique(entry.name, error))
    }

    /// What there is to set, in the order in which a GUI should show it.
    pub fn descriptions() -> impl Iterator<Item = OptionDescription> {
        let options =
            ENTRIES.iter().map(|entry| OptionDescription { name: entry.name, kind: entry.kind });
        options.chain(tunables().into_iter().map(describe_number))
    }

    /// The options that decide about time, for a move after `plies` plies.
    pub(crate) fn time_context(&self, plies: u64, is_first_move: bool) -> TimeContext {
        TimeContext {
            delay: self.network_delay,
            reserve: self.network_delay2,
            byoyomi_margin: self.byoyomi_margin,
            minimum: self.minimum_thinking_time,
            slow_mover: self.slow_mover,
            ponders: self.ponder,
            plies,
            is_first_move,
            max_plies: self.max_moves_to_draw.map(u64::from),
        }
    }
}

/// A number of the search as an option; there are none but in a build for tuning.
fn describe_number(number: &'static Tunable) -> OptionDescription {
    let range = number.range();
    OptionDescription {
        name: number.name(),
        kind: OptionKind::Spin {
            default: number.default().into(),
            min: (*range.start()).into(),
            max: (*range.end()).into(),
        },
    }
}

fn set_number(name: &str, value: &str) -> Result<(), OptionError> {
    let number = tunable(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let value = value.parse().map_err(|_| OptionError::BadValue {
        name: number.name(),
        value: value.to_owned(),
        expected: format!("a number in {:?}", number.range()),
    })?;
    number.set(value);
    Ok(())
}

/// An option as a GUI needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDescription {
    /// Its name.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check(bool),
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: &'static str,
        /// All of them.
        words: &'static [&'static str],
    },
    /// Any text.
    Text(&'static str),
    /// The name of a file.
    File(&'static str),
}

impl OptionKind {
    /// The setting that a text stands for, or what was expected.
    fn read(self, value: &str) -> Result<Setting<'_>, String> {
        match self {
            Self::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" => Ok(Setting::Check(true)),
                "false" => Ok(Setting::Check(false)),
                _ => Err("true or false".to_owned()),
            },
            Self::Spin { min, max, .. } => match value.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Setting::Number(number)),
                _ => Err(format!("a number from {min} to {max}")),
            },
            Self::Combo { words, .. } => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(value))
                .map(|&word| Setting::Text(word))
                .ok_or_else(|| format!("one of {}", words.join(", "))),
            Self::Text(_) | Self::File(_) => {
                Ok(Setting::Text(if value == "<empty>" { "" } else { value }))
            }
        }
    }
}

/// A value that its option's type allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Setting<'a> {
    Check(bool),
    Number(i64),
    Text(&'a str),
}

impl Setting<'_> {
    fn is_on(self) -> bool {
        self == Self::Check(true)
    }

    fn number(self) -> i64 {
        match self {
            Self::Number(number) => number,
            _ => 0,
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is none of this name.
    Unknown(String),
    /// The value is not of the option's type, or out of range.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// A name that is not one of a technique.
    Technique(&'static str, UnknownTechnique),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no option {name:?}"),
            Self::BadValue { name, value, expected } => {
                write!(f, "option {name}: expected {expected}, found {value:?}")
            }
            Self::Technique(name, error) => write!(f, "option {name}: {error}"),
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests;
