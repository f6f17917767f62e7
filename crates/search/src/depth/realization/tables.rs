//! The tables of probabilities that come with the program, by name.
//!
//! Known as: transition probabilities
//! Source:   G (Gekisashi 2005), table 1; `counted` and `per-move` are counted from games of programs on
//!           floodgate in 2016 by `sakiyomi learn records`
//! Here:     `counted` divides the positions in which a category was played by those in which it could
//!           be, as the paper does; `per-move` by the legal moves of the category, so that the
//!           probabilities of a position's moves add up to about 1. By `counted`, the default, most
//!           moves cost half a ply or less, so that its plies are long
//! Worth:    docs/record/learning.md
//! Off:      `realization`

use std::fmt;
use std::str::FromStr;

/// The name of a table that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableName {
    /// The probabilities that `sakiyomi learn records` counted in games of floodgate: how often a
    /// move of a category is played where there is one, as in paper G.
    Counted,
    /// The same counts for the single move: how often one move of a category is played.
    PerMove,
    /// Paper G's rough numbers, and estimates where its table 1 prints none.
    Paper,
}

impl TableName {
    /// All tables.
    pub const ALL: [Self; 3] = [Self::Counted, Self::PerMove, Self::Paper];

    /// The table that plays if none is asked for.
    pub const DEFAULT: Self = Self::Counted;

    /// The names of all tables, in the order of [`Self::ALL`].
    pub const NAMES: [&'static str; 3] = ["counted", "per-move", "paper"];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The table as text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Counted => include_str!("counted.txt"),
            Self::PerMove => include_str!("per-move.txt"),
            Self::Paper => include_str!("paper.txt"),
        }
    }
}

impl Default for TableName {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a name that no table has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTable(String);

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = TableName::NAMES.join(", ");
        write!(f, "no table of probabilities is called {:?}, expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownTable {}

impl FromStr for TableName {
    type Err = UnknownTable;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|table| table.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| UnknownTable(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::realization::Realization;

    #[test]
    fn names_are_read_back_and_tables_are_sound() {
        for table in TableName::ALL {
            assert_eq!(table.name().parse(), Ok(table));
            Realization::built_in(table);
        }
        assert!("osl".parse::<TableName>().is_err());
    }
}
