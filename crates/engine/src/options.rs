//! The options, under the names that users of YaneuraOu know.
//!
//! Source:   YaneuraOu 9.70: names and meanings, and the defaults of `PvInterval`, `ResignValue`,
//!           `SlowMover`, the draw values and most options of the book
//! Here:     the defaults of time and memory, `RootMateNodes`, `RootHisshiNodes`, `Clear_Hash`,
//!           `Level`, `Evaluator`, `EnteringKingTerm`, `Recipe`, `Off` and `RealizationFile`

mod entries;

use std::fmt;

use eval::EvaluatorName;
use eval::entering_king::{TermChoice, UnknownTerm};
use search::{RecipeName, Switches, TableName, Tunable, UnknownTechnique, tunable, tunables};
use shogi::{DeclarationRule, NonPromotions};

use crate::go::Go;
use crate::level::Level;
use crate::root_hisshi;
use crate::time::TimeContext;
use entries::ENTRIES;

/// The options as they are set; `docs/usi-options.md` has a table of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the hash table in megabytes.
    pub hash_mb: usize,
    /// The GUI lets the engine think in the opponent's time.
    pub ponder: bool,
    /// The number of search threads.
    pub threads: usize,
    /// The number of best lines shown (MultiPV).
    pub lines: usize,
    /// The playing strength.
    pub level: Level,
    /// The milliseconds that a move is expected to lose in transmission; the safety margin before
    /// the flag is at least as long.
    pub network_delay: u64,
    /// The safety margin before the flag in milliseconds; it shrinks if the clock is very short.
    pub network_delay2: u64,
    /// The milliseconds added to the safety margin in byoyomi.
    pub byoyomi_margin: u64,
    /// The least time for a move in milliseconds.
    pub minimum_thinking_time: u64,
    /// The percentage of the ordinary time for a move that is used.
    pub slow_mover: u64,
    /// The clock counts whole seconds, so that moves use every second to its end.
    pub round_up_to_full_second: bool,
    /// The node limit of searches whose request has none.
    pub nodes_limit: Option<u64>,
    /// The depth limit of searches whose request has none, in plies.
    pub depth_limit: Option<u32>,
    /// The engine resigns if it is behind by this many hundredths of a pawn.
    pub resign_value: i32,
    /// The node limit of the mate solver before a search; 0 means that it is not used. The recipe
    /// `bonanza` uses neither this solver nor the next.
    pub root_mate_nodes: u64,
    /// The node limit of the hisshi solver before a search, 0 if it is not used; none if the recipe
    /// decides.
    pub root_hisshi_nodes: Option<u64>,
    /// The game is drawn after this many plies, if there is such a limit.
    pub max_moves_to_draw: Option<u32>,
    /// The entering-king rule, if there is one.
    pub declaration: Option<DeclarationRule>,
    /// The evaluator; none means that the files decide, and without one the embedded network.
    pub evaluator: Option<EvaluatorName>,
    /// The entering-king term of evaluators that have one.
    pub entering_king: TermChoice,
    /// The folder with a network called `nn.bin`; empty means none.
    pub eval_dir: String,
    /// The weights file, which takes precedence over the folder; empty means none.
    pub eval_file: String,
    /// The divisor of the network's output.
    pub fv_scale: u16,
    /// The engine plays from its book, if it has one.
    pub own_book: bool,
    /// The folder of the book.
    pub book_dir: String,
    /// The book file, relative to the folder of the book; empty means none.
    pub book_file: String,
    /// Book moves with less than a tenth of all counts are not played.
    pub narrow_book: bool,
    /// The percentage of positions in which the book is ignored.
    pub book_ignore_rate: u64,
    /// The number of moves in the line that is shown with a book move.
    pub book_pv_moves: usize,
    /// The book is used up to this move number.
    pub book_moves: u32,
    /// The greatest difference, in hundredths of a pawn, between the book's best move and one that
    /// is played.
    pub book_eval_diff: i32,
    /// The least value, in hundredths of a pawn, of a book move that Black and White play.
    pub book_eval_limit: [i32; 2],
    /// The least depth to which a book move must have been searched.
    pub book_depth_limit: i32,
    /// Book moves are chosen in proportion to their counts.
    pub book_counts: bool,
    /// The book also knows a position under another move number.
    pub ignore_book_ply: bool,
    /// The book also knows a position with the colours exchanged.
    pub flipped_book: bool,
    /// The least time in milliseconds between two reports of lines.
    pub pv_interval: u64,
    /// Lines whose score is only a bound are shown, too.
    pub shows_bounds: bool,
    /// The file to which the conversation is appended; empty means none.
    pub debug_log_file: String,
    /// The engine is used for analysis: it shows every line and does not resign.
    pub consideration: bool,
    /// The engine ponders on all replies instead of the expected one.
    pub stochastic_ponder: bool,
    /// The value of a draw for the engine as Black and as White, in hundredths of a pawn.
    pub draw_value: [i32; 2],
    /// The search also considers moves without promotion that are worse except to avoid uchifuzume.
    pub non_promotions: NonPromotions,
    /// The recipe of the search.
    pub recipe: RecipeName,
    /// The techniques that are switched off.
    pub off: Switches,
    /// The probabilities of moves for the recipe `gekisashi`: the name of a built-in table, or a file.
    pub realization: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 256,
            ponder: false,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            network_delay: 30,
            network_delay2: 50,
            byoyomi_margin: 0,
            minimum_thinking_time: 0,
            slow_mover: 100,
            round_up_to_full_second: false,
            nodes_limit: None,
            depth_limit: None,
            resign_value: entries::NEVER_RESIGN,
            root_mate_nodes: entries::ROOT_MATE_NODES,
            root_hisshi_nodes: None,
            max_moves_to_draw: None,
            declaration: Some(DeclarationRule::Points27),
            evaluator: None,
            entering_king: TermChoice::default(),
            eval_dir: String::new(),
            eval_file: String::new(),
            fv_scale: 16,
            own_book: true,
            book_dir: "book".to_owned(),
            book_file: String::new(),
            narrow_book: false,
            book_ignore_rate: 0,
            book_pv_moves: 8,
            book_moves: 16,
            book_eval_diff: 30,
            book_eval_limit: [0, -140],
            book_depth_limit: 0,
            book_counts: false,
            ignore_book_ply: false,
            flipped_book: true,
            pv_interval: 300,
            shows_bounds: true,
            debug_log_file: String::new(),
            consideration: false,
            stochastic_ponder: false,
            draw_value: [-2; 2],
            non_promotions: NonPromotions::Useful,
            recipe: RecipeName::default(),
            off: Switches::ALL_ON,
            realization: TableName::default().name().to_owned(),
        }
    }
}

/// The options that decide what a score means; scores that were stored under other assumptions are
/// not used. (Switches change what is searched, but not what a score means.)
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

    /// Returns the node limit of the hisshi solver. If the option is not set, only the recipe of
    /// paper G uses the solver.
    pub(crate) fn hisshi_nodes(&self) -> u64 {
        let is_gekisashi = self.recipe == RecipeName::Gekisashi;
        let of_recipe = if is_gekisashi { root_hisshi::NODES } else { 0 };
        self.root_hisshi_nodes.unwrap_or(of_recipe)
    }

    /// Returns the score at which the engine resigns, if it ever does.
    pub(crate) fn resign_at(&self) -> Option<i32> {
        (self.resign_value <= entries::WORST_SCORE).then_some(-self.resign_value)
    }

    /// Gives a request without a limit of nodes or depth the limit of the options.
    pub(crate) fn limit(&self, go: Go) -> Go {
        Go { nodes: go.nodes.or(self.nodes_limit), depth: go.depth.or(self.depth_limit), ..go }
    }

    /// Sets the option of this name, in upper or lower case, to a value given as text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let Some(entry) = entries::entry(name) else {
            return set_number(name, value).map(|()| Effect::Set);
        };
        if let OptionKind::Button(effect) = entry.kind {
            return Ok(effect);
        }
        let setting = entry.kind.read(value).map_err(|expected| OptionError::BadValue {
            name: entry.name,
            value: value.to_owned(),
            expected,
        })?;
        (entry.set)(self, setting).map_err(|refusal| match refusal {
            Refusal::Technique(error) => OptionError::Technique(entry.name, error),
            Refusal::Term(error) => OptionError::Term(entry.name, error),
        })?;
        Ok(Effect::Set)
    }

    /// Returns all options, in the order in which a GUI should show them.
    pub fn descriptions() -> impl Iterator<Item = OptionDescription> {
        let options =
            ENTRIES.iter().map(|entry| OptionDescription { name: entry.name, kind: entry.kind });
        options.chain(tunables().into_iter().map(describe_number))
    }

    /// Returns the options that decide about time, for a move after `plies` plies.
    pub(crate) fn time_context(&self, plies: u64, is_first_move: bool) -> TimeContext {
        TimeContext {
            delay: self.network_delay,
            reserve: self.network_delay2,
            byoyomi_margin: self.byoyomi_margin,
            minimum: self.minimum_thinking_time,
            slow_mover: self.slow_mover,
            rounds_up: self.round_up_to_full_second,
            ponders: self.ponder,
            plies,
            is_first_move,
            max_plies: self.max_moves_to_draw.map(u64::from),
        }
    }
}

/// Describes a tunable number of the search as an option; only builds for tuning have such options.
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
    let number = tunable(name)
        .ok_or_else(|| OptionError::Unknown { name: name.to_owned(), nearest: nearest(name) })?;
    let value = value.parse().map_err(|_| OptionError::BadValue {
        name: number.name(),
        value: value.to_owned(),
        expected: format!("a number in {:?}", number.range()),
    })?;
    number.set(value);
    Ok(())
}

/// Returns the option whose name is most like a mistyped one, if any is like it.
fn nearest(name: &str) -> Option<&'static str> {
    /// The share of letters that must agree.
    const ALIKE: f64 = 0.7;
    let name = name.to_ascii_lowercase();
    Options::descriptions()
        .map(|option| {
            let known = option.name.to_ascii_lowercase();
            (strsim::normalized_damerau_levenshtein(&name, &known), option.name)
        })
        .filter(|&(likeness, _)| likeness >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, known)| known)
}

/// An option in the form that a GUI needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDescription {
    /// The option's name.
    pub name: &'static str,
    /// The option's type, default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// The option is on or off.
    Check(bool),
    /// The option is a whole number.
    Spin {
        /// The default number.
        default: i64,
        /// The least number allowed.
        min: i64,
        /// The greatest number allowed.
        max: i64,
    },
    /// The option is one of several words.
    Combo {
        /// The default word.
        default: &'static str,
        /// All words allowed.
        words: &'static [&'static str],
    },
    /// The option is any text.
    Text(&'static str),
    /// The option is the name of a file.
    File(&'static str),
    /// The option has no value; setting it has an effect.
    Button(Effect),
}

/// The effect of setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The option has its new value.
    Set,
    /// The hash table is to be cleared.
    ClearHash,
}

impl OptionKind {
    /// Reads a text as a value of this type; the error says what was expected.
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
            Self::Button(_) => Ok(Setting::Text("")),
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

/// The reason why a text of the right type is no value of an option.
enum Refusal {
    Technique(UnknownTechnique),
    Term(UnknownTerm),
}

impl From<UnknownTechnique> for Refusal {
    fn from(error: UnknownTechnique) -> Self {
        Self::Technique(error)
    }
}

impl From<UnknownTerm> for Refusal {
    fn from(error: UnknownTerm) -> Self {
        Self::Term(error)
    }
}

/// The reason why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no option of this name.
    Unknown {
        /// The name that was given.
        name: String,
        /// The option with the most similar name, if there is one.
        nearest: Option<&'static str>,
    },
    /// The value is not of the option's type, or it is out of range.
    BadValue {
        /// The name of the option.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// A description of the values allowed.
        expected: String,
    },
    /// The value names a technique that does not exist.
    Technique(&'static str, UnknownTechnique),
    /// The value names no entering-king term.
    Term(&'static str, UnknownTerm),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: None } => write!(f, "there is no option {name:?}"),
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "there is no option {name:?}; did you mean {nearest}?")
            }
            Self::BadValue { name, value, expected } => {
                write!(f, "option {name}: expected {expected}, found {value:?}")
            }
            Self::Technique(name, error) => write!(f, "option {name}: {error}"),
            Self::Term(name, error) => write!(f, "option {name}: {error}"),
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests;
