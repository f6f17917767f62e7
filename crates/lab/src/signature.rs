//! Signatures of searches: the nodes of a few small searches, which change when the search does.
//!
//! They are kept in the heads of records, so that records of another search can be told apart.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use search::{RecipeName, Technique};

use crate::error::LabError;
use crate::player::{LabPlayer, SearchSpec, Until};
use crate::positions::Stage;

/// The number of positions of each stage that are searched.
const POSITIONS: usize = 1;

/// A recipe with the techniques that an experiment switches off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SignedSearch {
    /// The recipe.
    pub recipe: RecipeName,
    /// The techniques that are off.
    pub off: &'static [Technique],
}

impl SignedSearch {
    /// The recipe with all techniques on.
    pub(crate) const fn of(recipe: RecipeName) -> Self {
        Self { recipe, off: &[] }
    }

    /// The nodes of the small searches, counted once in a process.
    pub(crate) fn nodes(self) -> Result<u64, LabError> {
        static COUNTED: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
        let name = self.to_string();
        let mut counted = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&nodes) = counted.get(&name) {
            return Ok(nodes);
        }
        let nodes = self.count()?;
        counted.insert(name, nodes);
        Ok(nodes)
    }

    fn count(self) -> Result<u64, LabError> {
        let spec = SearchSpec::new(self.recipe, Until::Depth(self.depth())).without(self.off);
        let mut player = LabPlayer::for_games()?;
        let mut nodes = 0;
        for stage in Stage::ALL {
            for position in stage.positions(POSITIONS)? {
                player.forget();
                nodes += player.find(&position, &spec)?.nodes;
            }
        }
        Ok(nodes)
    }

    /// The depth at which all of a recipe matters and its searches still take no time.
    fn depth(self) -> i32 {
        match self.recipe {
            RecipeName::Gekisashi => 6,
            RecipeName::Tournament => 8,
            _ => 3,
        }
    }
}

/// The name of the recipe, and of what is off.
impl fmt::Display for SignedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.recipe)?;
        for (number, technique) in self.off.iter().enumerate() {
            write!(f, "{}{technique}", if number == 0 { " without " } else { ", " })?;
        }
        Ok(())
    }
}

/// The signatures of the searches by name.
pub(crate) fn all(searches: &[SignedSearch]) -> Result<BTreeMap<String, u64>, LabError> {
    searches.iter().map(|search| Ok((search.to_string(), search.nodes()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_small_repeat_and_tell_searches_apart() {
        let searches = RecipeName::ALL.map(SignedSearch::of);
        let signatures = all(&searches).expect("signatures");
        for search in searches {
            let nodes = search.count().expect("a signature");
            assert_eq!(signatures[&search.to_string()], nodes, "{search}");
            assert!((1_000..1_000_000).contains(&nodes), "{search}: {nodes}");
        }
        let without =
            SignedSearch { recipe: RecipeName::Bonanza, off: &[Technique::FrontierFutility] };
        assert_eq!(without.to_string(), "bonanza without frontier-futility");
        assert_ne!(without.nodes().expect("a signature"), signatures["bonanza"]);
    }
}
