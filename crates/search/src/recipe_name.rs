//! The recipes by name.

use std::fmt;
use std::str::FromStr;

/// The name of a system whose search is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum RecipeName {
    /// Plain alpha-beta with ordering techniques (paper O).
    Tacos,
    /// Full width with futility pruning fit for shogi (paper B).
    Bonanza,
    /// Futility with a margin that is measured in play (paper M).
    Yuuchan,
    /// Depth by realization probability (paper G).
    Gekisashi,
    /// The default and strongest: YaneuraOu's and Stockfish's techniques, with some of ours.
    #[default]
    Tournament,
}

impl RecipeName {
    /// All recipes, in the order of docs/recipes.md.
    pub const ALL: [Self; 5] =
        [Self::Tacos, Self::Bonanza, Self::Yuuchan, Self::Gekisashi, Self::Tournament];

    /// The names of all recipes, in the order of [`Self::ALL`].
    pub const NAMES: [&'static str; 5] = ["tacos", "bonanza", "yuuchan", "gekisashi", "tournament"];

    /// Does the system look for a mate with a solver before its search? Paper B has no mate search:
    /// all time goes to the full-width search.
    pub const fn looks_for_mate(self) -> bool {
        !matches!(self, Self::Bonanza)
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl fmt::Display for RecipeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a name that no recipe has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownRecipe(String);

impl fmt::Display for UnknownRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RecipeName::NAMES.join(", ");
        write!(f, "no recipe is called {:?}, expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownRecipe {}

impl FromStr for RecipeName {
    type Err = UnknownRecipe;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|recipe| recipe.name() == text);
        named.ok_or_else(|| UnknownRecipe(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for recipe in RecipeName::ALL {
            assert_eq!(recipe.name().parse(), Ok(recipe));
        }
        assert!("stockfish".parse::<RecipeName>().is_err());
    }
}
