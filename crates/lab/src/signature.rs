//! Signatures of searches: the nodes of a few small searches, which change when the search does.
//!
//! They are kept in the heads of records, so that records of another search can be told apart.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use eval::EvaluatorName;
use eval::entering_king::TermChoice;
use search::{RecipeName, TableName, Technique};

use crate::error::LabError;
use crate::player::{LabPlayer, SearchSpec, Until, model};
use crate::positions::Stage;

/// The number of positions of each stage that are searched.
const POSITIONS: usize = 1;

/// A recipe with the techniques that an experiment switches off, and the evaluator at its leaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SignedSearch {
    /// The recipe.
    pub recipe: RecipeName,
    /// The techniques that are off.
    pub off: &'static [Technique],
    /// The evaluator with its built-in weights, so that other weights give another signature.
    pub evaluator: EvaluatorName,
    /// The table of probabilities of G's recipe.
    pub table: TableName,
}

impl SignedSearch {
    /// The recipe with all techniques on and the evaluator `classic`.
    pub(crate) const fn of(recipe: RecipeName) -> Self {
        Self { recipe, off: &[], evaluator: EvaluatorName::Classic, table: TableName::DEFAULT }
    }

    /// The search with these techniques off.
    pub(crate) const fn without(self, off: &'static [Technique]) -> Self {
        Self { off, ..self }
    }

    /// The search with another evaluator.
    pub(crate) const fn with(self, evaluator: EvaluatorName) -> Self {
        Self { evaluator, ..self }
    }

    /// The search with another table of probabilities.
    pub(crate) const fn with_table(self, table: TableName) -> Self {
        Self { table, ..self }
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
        let spec = SearchSpec::new(self.recipe, Until::Depth(self.depth()))
            .without(self.off)
            .with_table(self.table);
        let model = model(self.evaluator, TermChoice::default())?;
        let mut player = LabPlayer::for_games_of(&model)?;
        let mut nodes = 0;
        for stage in Stage::ALL {
            for position in stage.positions(POSITIONS)? {
                player.forget();
                nodes += player.find(&position, &spec)?.nodes;
            }
        }
        Ok(nodes)
    }

    /// The depth at which all of a recipe matters and its searches still take no time. By the table
    /// `counted` most moves cost less than a ply.
    fn depth(self) -> i32 {
        match self.recipe {
            RecipeName::Gekisashi if self.off.contains(&Technique::Realization) => 4,
            RecipeName::Gekisashi if self.table == TableName::Counted => 3,
            RecipeName::Gekisashi => 6,
            RecipeName::Tournament => 8,
            _ => 3,
        }
    }
}

/// The names of the recipe, of what is off, of an evaluator that is not `classic`, and of a table of
/// probabilities that is not the default.
impl fmt::Display for SignedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.recipe)?;
        for (number, technique) in self.off.iter().enumerate() {
            write!(f, "{}{technique}", if number == 0 { " without " } else { ", " })?;
        }
        if self.evaluator != EvaluatorName::Classic {
            write!(f, " with {}", self.evaluator)?;
        }
        if self.table != TableName::default() {
            write!(f, " with the table {}", self.table)?;
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
        let bonanza = SignedSearch::of(RecipeName::Bonanza);
        for (other, name) in [
            (bonanza.without(&[Technique::FrontierFutility]), "bonanza without frontier-futility"),
            (bonanza.with(EvaluatorName::ThreePiece), "bonanza with three_piece"),
            (bonanza.with(EvaluatorName::Material), "bonanza with material"),
        ] {
            assert_eq!(other.to_string(), name);
            assert_ne!(other.nodes().expect("a signature"), signatures["bonanza"], "{name}");
        }
        let rough = SignedSearch::of(RecipeName::Gekisashi).with_table(TableName::Paper);
        assert_eq!(rough.to_string(), "gekisashi with the table paper");
        assert_ne!(rough.nodes().expect("a signature"), signatures["gekisashi"]);
    }
}
