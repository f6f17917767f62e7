//! Depth by realization probability: the likelier a line is to be played, the deeper it is searched.
//! A node's probability is its parent's times the move's; below a threshold the search ends.
//!
//! Known as: realization probability search
//! Source:   G (Gekisashi 2005), table 1 and figure 3
//! Here:     depth is the logarithm of the probability: a ply is a factor of four, so a search of
//!           depth n ends where the probability is below 4^(1-n). A move has the largest probability
//!           among the categories that it fits (`depth/category`), by a table that comes with the
//!           program (`depth/realization/`) or from a file. Ours are the factor of four, the
//!           categories that table 1 does not print, the floor (no move costs less than 1/16 ply,
//!           so that every line ends) and the check extension: in check a ply is given back. The
//!           paper names it as YSS's, among programs that count plies; a likely answer to a check
//!           then costs only the floor
//! Worth:    begun: docs/record/learning.md
//! Off:      `realization` (every move costs a ply), `check-extension`

mod tables;

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::depth::Depth;
use crate::depth::category::{self, Categories, Category};
use crate::node::{Candidate, Node};
use crate::technique::Technique;
use crate::worker::Worker;

pub use tables::{TableName, UnknownTable};

/// The least that a move costs, so that every line ends.
pub(crate) const LEAST: Depth = Depth::from_units(64);
/// The least percentage: a move of it costs ten plies.
const LEAST_PERCENT: f64 = 0.0001;
/// The longest table that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A table of probabilities: how likely a move of each category is, and the depth that it costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Realization {
    /// The percentages, in the order of [`Category::ALL`].
    percentages: Vec<f64>,
    costs: Vec<Depth>,
}

/// The default table, made once.
static DEFAULT: LazyLock<Arc<Realization>> =
    LazyLock::new(|| Arc::new(Realization::built_in(TableName::default())));

impl Default for Realization {
    fn default() -> Self {
        Self::clone(&DEFAULT)
    }
}

/// The reason why a text is no table of probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// The line does not begin with the name of a category and a number of percent up to 100.
    Line(usize),
    /// The line is about a category that an earlier line is about.
    Twice(usize, &'static str),
    /// The table has no line for the category.
    Missing(&'static str),
    /// The table has more bytes than any table needs.
    TooLong(usize),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => {
                write!(f, "line {number}: expected a category and a percentage, as in `check 10`")
            }
            Self::Twice(number, name) => {
                write!(f, "line {number}: there is a line for {name} already")
            }
            Self::Missing(name) => write!(f, "there is no line for {name}"),
            Self::TooLong(bytes) => {
                write!(f, "{bytes} bytes, expected a table of at most {LONGEST}")
            }
        }
    }
}

impl std::error::Error for TableError {}

impl Realization {
    /// A table that comes with the program.
    pub fn built_in(name: TableName) -> Self {
        Self::parse(name.text()).expect("the tables that come with the program are sound")
    }

    /// The default table, shared by all who ask for it.
    pub fn shared_default() -> Arc<Self> {
        Arc::clone(&DEFAULT)
    }

    /// Reads a table with a category and its percentage on each line. The rest of a line is a
    /// remark, and lines that start with `#` are comments.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        if text.len() > LONGEST {
            return Err(TableError::TooLong(text.len()));
        }
        let mut given = vec![None; Category::ALL.len()];
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = || TableError::Line(index + 1);
            let mut words = line.split_whitespace();
            let (name, percent) = words.next().zip(words.next()).ok_or_else(bad)?;
            let category = Category::ALL.iter().find(|category| category.name() == name);
            let category = *category.ok_or_else(bad)?;
            let percent: f64 = percent.parse().map_err(|_| bad())?;
            if !(LEAST_PERCENT..=100.0).contains(&percent) {
                return Err(bad());
            }
            if given[category as usize].replace(percent).is_some() {
                return Err(TableError::Twice(index + 1, category.name()));
            }
        }
        let all = given.into_iter().zip(Category::ALL);
        let percentages: Vec<f64> = all
            .map(|(percent, category)| percent.ok_or(TableError::Missing(category.name())))
            .collect::<Result<_, _>>()?;
        let costs = percentages.iter().map(|percent| cost_of(percent / 100.0)).collect();
        Ok(Self { percentages, costs })
    }

    /// The probability of a move of the category, in percent.
    pub fn percentage(&self, category: Category) -> f64 {
        self.percentages[category as usize]
    }

    /// Returns the likeliest of the categories, whose probability is the move's; none of an empty
    /// set.
    pub fn likeliest(&self, categories: Categories) -> Option<Category> {
        categories.iter().min_by_key(|&category| self.costs[category as usize])
    }
}

/// The depth that a move of this probability costs: a ply for each factor of four.
fn cost_of(probability: f64) -> Depth {
    Depth::from_units((-probability.log2() / 2.0 * f64::from(Depth::PLY.units())) as i32)
}

/// The depth that the move costs.
pub(crate) fn cost(worker: &Worker<'_>, node: &Node, candidate: &Candidate) -> Depth {
    if !worker.on(Technique::Realization) {
        return Depth::PLY;
    }
    let table = &worker.settings().realization;
    let categories = category::of_move(worker.position(), candidate.mv, candidate.gives_check);
    let cost = table.likeliest(categories).map_or(Depth::PLY, |one| table.costs[one as usize]);
    if node.in_check && worker.on(Technique::CheckExtension) { cost - Depth::PLY } else { cost }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_become_plies() {
        assert_eq!(cost_of(0.25), Depth::PLY);
        assert_eq!(cost_of(1.0), Depth::ZERO);
        assert_eq!(cost_of(1.0 / 256.0), Depth::plies(4));
    }

    #[test]
    fn the_likeliest_category_decides() {
        let realization = Realization::built_in(TableName::Paper);
        // The rook takes an unguarded pawn and promotes with check.
        let position: shogi::Position = "4k4/9/4p4/9/9/9/9/9/K3R4 b - 1".parse().unwrap();
        let all = Category::all_of(&position, "5i5c+".parse().unwrap());
        assert_eq!(realization.likeliest(all), Some(Category::CheckWithGain));
        assert_eq!(realization.likeliest(Categories::default()), None);
        let table: String = Category::ALL
            .iter()
            .map(|&one| (one.name(), if one == Category::RookPromotes { 50 } else { 5 }))
            .map(|(name, percent)| format!("{name} {percent}\n"))
            .collect();
        let other = Realization::parse(&table).unwrap();
        assert_eq!(other.likeliest(all), Some(Category::RookPromotes));
    }

    #[test]
    fn tables_are_read() {
        let realization = Realization::default();
        assert_eq!(realization.costs.len(), Category::ALL.len());
        let error = |text: &str| Realization::parse(text).err();
        assert_eq!(error("check 10\n"), Some(TableError::Missing("take-back-big")));
        for bad in
            ["check", "check ten", "check 0", "check 101", "castling 5", "check NaN", "check inf"]
        {
            assert_eq!(error(&format!("# a table\n{bad}\n")), Some(TableError::Line(2)), "{bad}");
        }
        assert_eq!(error("check 10\n\ncheck 11\n"), Some(TableError::Twice(3, "check")));
        let long = "#".repeat(LONGEST + 1);
        assert_eq!(error(&long), Some(TableError::TooLong(LONGEST + 1)));
    }
}
